// What changed from one picture to the next, for formats that store only that.
#pragma once

#include "stage/stage.h"

namespace ounce {

// Pixels [left, right) x [top, bottom); `right` is 0 if nothing changed.
struct PictureBox {
    int left = 0, top = 0, right = 0, bottom = 0;
    [[nodiscard]] int width() const { return right - left; }
    [[nodiscard]] int height() const { return bottom - top; }
    [[nodiscard]] bool empty() const { return right == 0; }
};
// Both have the same size.
PictureBox changedPart(const StagePicture& before, const StagePicture& now);
StagePicture cut(const StagePicture& picture, const PictureBox& box);

}  // namespace ounce
