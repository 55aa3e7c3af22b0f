// What touches what: boxes first, then the points they share.
#include <algorithm>
#include <cmath>

#include "stage/bubble.h"
#include "stage/memory.h"
#include "stage/pen.h"

namespace ounce {

bool Sampler::touchesPen(double x, double y) const {
    const SkinPoint p = local(x, y);
    const double column = std::floor(p.u * double{PenLayer::kWidth - 1}),
                 row = std::floor(p.v * double{PenLayer::kHeight - 1});
    return column >= 0 && column < PenLayer::kWidth && row >= 0 && row < PenLayer::kHeight &&
           pen->at(static_cast<int>(column), static_cast<int>(row)).a > 0;
}

void StageState::Memory::wantRaster(SkinId skin, std::int8_t level) {
    std::int8_t& largest = largestLevel[static_cast<std::size_t>(skin)];
    if (level <= largest) return;
    largest = level;
    if (seen) seen->history = true;
}

void StageState::Memory::wantRaster(Drawable& d) {
    if (d.skin < 0) return;
    if (d.levelDirty) {
        d.level = (*skins)[d.skin].levelFor(d.scaleX, d.scaleY);
        d.levelDirty = false;
    }
    wantRaster(d.skin, d.level);
}

bool StageState::Memory::usesNearest(const Drawable& d, double pixels) const {
    if (d.skin < 0 || (*skins)[d.skin].kind != Skin::Kind::Svg) return true;
    if (d.effects.on & kShapeEffects) return false;
    if (std::fmod(d.direction, 90) != 0) return false;
    const auto near100 = [&](float scale) {
        const double size = std::abs(scale * pixels);
        return size > 99 && size < 101;
    };
    return near100(d.scaleX) && near100(d.scaleY);
}

Sampler StageState::Memory::sampler(Drawable& d) {
    if (d.inverseDirty) {
        d.inverse = inverseOf(model(d));
        d.inverseDirty = false;
    }
    Sampler s;
    s.drawable = &d;
    s.shape = &shape(d);
    if (d.skin >= 0) {
        wantRaster(d);
        const Skin& skin = (*skins)[d.skin];
        // Pixelate looks at the skin's 100 % texture to learn its size.
        if (skin.kind == Skin::Kind::Svg && (d.effects.on & bitOf(Pixelate)))
            wantRaster(d.skin, skin.levelFor(100, 100));
        if (const Raster* raster = skin.raster(largestLevel[static_cast<std::size_t>(d.skin)])) {
            s.bitmap = &raster->bitmap;
            s.silhouette = &raster->silhouette;
            s.raster = raster;
        }
        s.linear = !usesNearest(d);
    } else if (d.skin == kPenSkin && pen) {
        s.pen = pen.get();
    } else if (d.skin == kBubbleSkin && d.bubble) {
        const Raster& raster = d.bubble->raster();
        s.bitmap = &raster.bitmap;
        s.silhouette = &raster.silhouette;
    }
    return s;
}

std::optional<Rectangle> StageState::Memory::queryBounds(Drawable& d) {
    if (d.skin == kNoSkin) return std::nullopt;
    if (d.skin >= 0) {
        const Skin& skin = (*skins)[d.skin];
        if (!skin.hasTexture()) return std::nullopt;
        wantRaster(d.skin, skin.levelFor(100, 100));
    }
    const Rectangle area = snapped(clampedToStage(fastBounds(d)));
    if (area.width() == 0 || area.height() == 0) return std::nullopt;
    return area;
}

void StageState::Memory::candidates(DrawableId asking, std::span<const DrawableId> ids, const Rectangle& area,
                                    std::vector<Candidate>& out) {
    for (std::size_t i = ids.size(); i-- > 0;) {
        if (ids[i] == asking || !has(ids[i])) continue;
        Drawable& d = (*this)[ids[i]];
        if (!d.visible || d.skin == kNoSkin || d.skin == kBubbleSkin) continue;
        wantRaster(d);
        const Rectangle box = fastBounds(d);
        // As the snapped box meets the area, whose edges are whole numbers.
        if (area.left - 1 < box.right && box.left < area.right + 1 && area.bottom - 1 < box.top &&
            box.bottom < area.top + 1)
            out.push_back({ids[i], sampler(d), intersection(area, snapped(box))});
    }
}

const StageMask* StageState::Memory::mask(Drawable& d, const Sampler& ready, double points) {
    if (!ready.raster || (d.effects.on & kShapeEffects)) return nullptr;
    const StageMask::Key key{d.scaleX, d.scaleY, d.rotation.cos, d.rotation.sin,
                             ready.linear ? StageMask::kTouchLinear : StageMask::kTouchNearest};
    if (d.mask && d.mask->belongsTo(ready.raster->silhouette, key))
        return d.mask->reaches(d.model) ? d.mask.get() : nullptr;
    d.mask = ready.raster->masks.find(key);
    // Making one pays when as many points were tested one by one as it has. A look forgets how many there
    // were, but whoever looks will look again.
    if (seen) points *= 16;
    if (!d.mask && (d.maskUse += points) > d.box.width() * d.box.height()) {
        d.mask = ready.raster->masks.add(
            key, StageMask::make(ready.raster->silhouette, *ready.shape, d.model, key));
        d.maskUse = 0;
    }
    return d.mask && d.mask->reaches(d.model) ? d.mask.get() : nullptr;
}

namespace {

bool meetPointByPoint(const Sampler& a, const Sampler& b, const Rectangle& area) {
    for (double y = area.bottom; y <= area.top; y++)
        for (double x = area.left; x <= area.right; x++)
            if (a.touches(x, y) && b.touches(x, y)) return true;
    return false;
}

}  // namespace

bool StageState::Memory::meet(Drawable& a, const Sampler& readyA, Drawable& b, const Sampler& readyB,
                              const Rectangle& area) {
    const double points = (area.width() + 1) * (area.height() + 1);
    constexpr double kFew = 64;
    if (points > kFew) {
        const StageMask *maskA = mask(a, readyA, points), *maskB = mask(b, readyB, points);
        if (maskA && maskB) return StageMask::meet(*maskA, readyA, *maskB, readyB, area);
    }
    return meetPointByPoint(readyA, readyB, area);
}

bool StageState::Memory::touches(DrawableId drawable, std::span<const DrawableId> others) {
    Drawable& d = (*this)[drawable];
    const auto area = queryBounds(d);
    if (!area) return false;
    thread_local std::vector<Candidate> found;  // keeps its memory from one query to the next
    found.clear();
    candidates(drawable, others, *area, found);
    if (found.empty() || !d.visible) return false;

    Rectangle search = found.front().overlap;
    for (const Candidate& c : found) search = unionOf(search, c.overlap);
    const Sampler self = sampler(d);
    return std::any_of(found.begin(), found.end(),
                       [&](const Candidate& c) { return meet(d, self, (*this)[c.id], c.sampler, search); });
}

bool StageState::touches(DrawableId drawable, std::span<const DrawableId> others) {
    return memory_->touches(drawable, others);
}

namespace {
// The one point of the stage that the renderer looks at for a mouse position on a canvas of the stage's size.
Point pointerPoint(double x, double y) { return {std::floor(-240 + (x + 240)), std::ceil(180 - (180 - y))}; }
}  // namespace

bool StageState::Memory::touchesPointer(DrawableId drawable, double x, double y) {
    const Point p = pointerPoint(x, y);
    return sampler((*this)[drawable]).touches(p.x, p.y);
}

bool StageState::touchesPointer(DrawableId drawable, double x, double y) {
    return memory_->touchesPointer(drawable, x, y);
}

DrawableId StageState::Memory::pick(double x, double y) {
    const Point p = pointerPoint(x, y);
    std::vector<DrawableId> there;
    for (const DrawableId id : order) {
        Drawable& d = (*this)[id];
        if (!d.visible || d.effects.uniform[Ghost] == 0 || d.skin == kNoSkin) continue;
        const Rectangle box = fastBounds(d);
        if (p.x < box.left || p.x > box.right || p.y < box.bottom || p.y > box.top) continue;
        wantRaster(d);
        there.push_back(id);
    }
    for (std::size_t i = there.size(); i-- > 0;)
        if (sampler((*this)[there[i]]).touches(p.x, p.y)) return there[i];
    return kNoDrawable;
}

DrawableId StageState::pick(double x, double y) { return memory_->pick(x, y); }

}  // namespace ounce
