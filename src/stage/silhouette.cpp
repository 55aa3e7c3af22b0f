#include "stage/silhouette.h"

namespace ounce {

Silhouette::Silhouette(const std::uint8_t* rgba, int width, int height)
    : width_(width), height_(height), stride_(static_cast<std::size_t>(width) / 64 + 1) {
    nearest_.assign(stride_ * (static_cast<std::size_t>(height) + 1), 0);
    linear_ = nearest_;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const std::size_t texel =
                static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
            if (rgba[texel * 4 + 3] == 0) continue;
            nearest_[static_cast<std::size_t>(y) * stride_ + static_cast<std::size_t>(x) / 64] |= 1ull
                                                                                                  << (x & 63);
            // Column and row 0 of the linear map stand for -1.
            for (int dy = 0; dy <= 1; dy++)
                for (int dx = 0; dx <= 1; dx++)
                    linear_[static_cast<std::size_t>(y + dy) * stride_ +
                            static_cast<std::size_t>(x + dx) / 64] |= 1ull << ((x + dx) & 63);
        }
}

}  // namespace ounce
