// A picture in 256 colours: the exact ones if there are no more, else the middle colours of 256 boxes with
// about as many pixels each (median cut).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "stage/stage.h"

namespace ounce {

struct IndexedPicture {
    std::vector<std::array<std::uint8_t, 3>> palette;  // at most 256
    std::vector<std::uint8_t> pixels;
};
IndexedPicture indexed(const StagePicture& picture);

}  // namespace ounce
