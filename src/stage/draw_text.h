// Text in pictures: as wide as in Helvetica whatever font is installed, so that boxes around it fit
// everywhere.
#pragma once

#include <string>

struct _cairo;

namespace ounce {

struct Font {
    double size = 12;
    bool bold = false;
};

[[nodiscard]] double textWidth(const std::string& utf8, Font font);
// From x on, on the line y, in the current colour.
void drawText(_cairo* c, double x, double y, const std::string& utf8, Font font);
// What fits into `width`, with an ellipsis when it is not all.
[[nodiscard]] std::string shortened(const std::string& utf8, Font font, double width);

}  // namespace ounce
