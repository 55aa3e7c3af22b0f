// The stage as a picture for people.
#include <algorithm>

#include "stage/bubble.h"
#include "stage/memory.h"
#include "stage/paint.h"
#include "stage/pen.h"

namespace ounce {

StagePicture StageState::Memory::draw(int scale) {
    scale = std::clamp(scale, 1, 8);
    StagePicture picture;
    picture.width = 480 * scale;
    picture.height = 360 * scale;
    picture.rgba.assign(
        static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) * 4, 255);
    for (const DrawableId id : order) {
        Drawable& d = (*this)[id];
        if (!d.visible) continue;
        Texture painted = texture(d, scale);
        Bitmap largeBubble;
        if (d.bubble && scale > 1) {
            largeBubble = drawBubble(*d.bubble, scale);
            painted.bitmap = &largeBubble;
        }
        const View view{-240, 180, static_cast<double>(scale)};
        Painter(*this, d, painted)
            .fill(view, {0, 0, picture.width, picture.height}, [&](int x, int y, const Paint& paint) {
                std::uint8_t* pixel =
                    &picture.rgba[(static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                                   static_cast<std::size_t>(x)) *
                                  4];
                blend(paint, pixel, 3);
            });
    }
    return picture;
}

}  // namespace ounce
