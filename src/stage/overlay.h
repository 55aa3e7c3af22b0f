// What lies over the stage: the monitors of variables, lists and reporters, and the box for an answer. In
// official Scratch these belong to the web page; here they are drawn onto a picture from plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stage/stage.h"

namespace ounce {

struct MonitorView {
    enum class Mode : std::uint8_t { Default, Large, Slider, List };
    Mode mode = Mode::Default;
    std::string label{}, value{};
    Color color{0xFF, 0x8C, 0x1A};  // of the value: the block's category
    double x = 0, y = 0;            // the upper left corner, from the stage's upper left corner
    double width = 0, height = 0;   // of a list; 0: the usual size
    std::vector<std::string> items{};
    std::size_t length = 0;  // of the list, which can be longer than the items to be shown
    double slider = 0;       // where the handle is, 0…1
};

struct Overlay {
    std::vector<MonitorView> monitors{};
    std::optional<std::string> question{};  // empty: a sprite asks in its bubble; none: no box
};

// More rows of a list than this are never visible.
constexpr std::size_t kMostListRows = 20;

void drawOverlay(StagePicture& picture, const Overlay& overlay, int scale);

}  // namespace ounce
