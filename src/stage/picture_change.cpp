#include "stage/picture_change.h"

#include <algorithm>
#include <cstring>

namespace ounce {

namespace {

std::size_t at(const StagePicture& picture, int x, int y) {
    return (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
            static_cast<std::size_t>(x)) *
           4;
}

}  // namespace

PictureBox changedPart(const StagePicture& before, const StagePicture& now) {
    PictureBox box{now.width, now.height, 0, 0};
    for (int y = 0; y < now.height; y++)
        for (int x = 0; x < now.width; x++) {
            if (std::memcmp(&now.rgba[at(now, x, y)], &before.rgba[at(before, x, y)], 4) == 0) continue;
            box.left = std::min(box.left, x), box.right = std::max(box.right, x + 1);
            box.top = std::min(box.top, y), box.bottom = y + 1;
        }
    return box;
}

StagePicture cut(const StagePicture& picture, const PictureBox& box) {
    const auto width = static_cast<std::size_t>(box.width()), height = static_cast<std::size_t>(box.height());
    StagePicture out{box.width(), box.height(), std::vector<std::uint8_t>(width * height * 4)};
    for (int row = 0; row < box.height(); row++)
        std::memcpy(&out.rgba[at(out, 0, row)], &picture.rgba[at(picture, box.left, box.top + row)],
                    width * 4);
    return out;
}

}  // namespace ounce
