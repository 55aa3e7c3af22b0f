// Boxes, hulls and the fence.
#include <cmath>

#include "stage/bubble.h"
#include "stage/memory.h"
#include "stage/pen.h"

namespace ounce {

const SkinShape& StageState::Memory::shape(const Drawable& d) const {
    static constexpr SkinShape kNone{};
    static constexpr SkinShape kPen{480, 360, 240, 180};
    if (d.skin >= 0) return (*skins)[d.skin].shape;
    if (d.skin == kPenSkin) return kPen;
    return d.bubble ? d.bubble->shape : kNone;
}

const Matrix& StageState::Memory::model(Drawable& d) const {
    if (!d.modelDirty) return d.model;
    if (d.rotationDirty) {
        d.rotation = rotationFor(d.direction);
        d.rotationDirty = false;
    }
    d.model = modelMatrix(shape(d), d.scaleX, d.scaleY, d.rotation, d.x, d.y);
    d.box = boxOf(d.model);
    d.modelDirty = false;
    return d.model;
}

const Rectangle& StageState::Memory::box(Drawable& d) const {
    model(d);
    return d.box;
}

Rectangle StageState::Memory::fastBounds(Drawable& d) const {
    if (!d.hull || d.hull->empty()) return box(d);
    if (d.tightDirty) {
        model(d);
        if (d.spanDirty) {
            d.span = hullSpan(*d.hull, shape(d), d.model);
            d.spanDirty = false;
        }
        d.tight = hullBox(d.span, d.model);
        d.tightDirty = false;
    }
    return d.tight;
}

void StageState::Memory::findHull(Drawable& d) {
    if (d.hull && !d.hull->empty()) return;
    static const Hull kNothing;
    if (seen) seen->history = true;
    d.tightDirty = d.spanDirty = true;
    d.ownHull.reset();
    const SkinShape& skin = shape(d);
    if (!d.visible || skin.width == 0 || skin.height == 0) {
        d.hull = &kNothing;
        return;
    }
    const Sampler ready = sampler(d);
    if (d.skin >= 0 && !(d.effects.on & kShapeEffects)) {
        const Raster* raster = (*skins)[d.skin].raster(largestLevel[static_cast<std::size_t>(d.skin)]);
        if (!raster) {
            d.hull = &kNothing;
            return;
        }
        std::call_once(raster->hullOnce,
                       [&] { raster->hull = hullOf(&raster->silhouette, skin, Effects{}); });
        d.hull = &raster->hull;
        return;
    }
    d.ownHull = ready.raster ? ready.raster->hulls.find(*ready.silhouette, skin, d.effects)
                             : std::make_shared<const Hull>(hullOf(ready.silhouette, skin, d.effects));
    d.hull = d.ownHull.get();
}

Rectangle StageState::Memory::bounds(Drawable& d) {
    findHull(d);
    return fastBounds(d);
}

Rectangle StageState::bounds(DrawableId drawable) { return memory_->bounds((*memory_)[drawable]); }

Rectangle StageState::fastBounds(DrawableId drawable) { return memory_->fastBounds((*memory_)[drawable]); }

Point StageState::fence(DrawableId drawable, double x, double y) {
    constexpr double kRight = 240, kTop = 180, kFence = 15;
    Drawable& d = (*memory_)[drawable];
    const Rectangle& box = memory_->box(d);
    const double dx = x - d.x, dy = y - d.y;
    const double inset = std::min(kFence, std::floor(std::min(box.width(), box.height()) / 2));
    // A box whose place is not a number has no size either, and fences nothing, in neither direction.
    if (std::isnan(box.width()) || std::isnan(box.height())) return {x, y};
    const double sx = kRight - inset, sy = kTop - inset;
    if (box.right + dx < -sx)
        x = std::ceil(d.x - (sx + box.right));
    else if (box.left + dx > sx)
        x = std::floor(d.x + (sx - box.left));
    if (box.top + dy < -sy)
        y = std::ceil(d.y - (sy + box.top));
    else if (box.bottom + dy > sy)
        y = std::floor(d.y + (sy - box.bottom));
    return {x, y};
}

}  // namespace ounce
