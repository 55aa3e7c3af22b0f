// A StageState as bytes. What was computed from what the machine said (matrices, boxes, masks) is computed
// again; the hulls are written, because whether and from which raster one was found is history that the
// renderer's answers depend on.
#include <algorithm>
#include <cmath>

#include "base/bytes.h"
#include "stage/bubble.h"
#include "stage/memory.h"
#include "stage/pen.h"

namespace ounce {

constexpr LayerGroup lastOf(LayerGroup) { return LayerGroup::Sprite; }

template <class Codec, Of<Point> T>
void fields(Codec& codec, T& p) {
    codec(p.x, p.y);
}

template <class Codec, Of<Drawable> T>
void fields(Codec& codec, T& d) {
    codec(d.alive);
    if (!d.alive) return;
    codec(d.visible, d.group, d.skin, d.x, d.y, d.scaleX, d.scaleY, d.direction, d.effects.on,
          d.effects.uniform, d.bubbleOnRight);
}

namespace {

constexpr std::size_t kMostBubbleBytes = 330 * 4;  // what the machine shows of a text

void writeHull(ByteWriter& bytes, const Hull* hull) {
    bytes(hull != nullptr);
    if (hull) bytes(*hull);
}

void readHull(ByteReader& bytes, Drawable& d) {
    bool known = false;
    bytes(known);
    if (!known) return;
    Hull hull;
    bytes(hull);
    const bool finite = std::all_of(hull.begin(), hull.end(),
                                    [](const Point& p) { return std::isfinite(p.x) && std::isfinite(p.y); });
    if (!finite) bytes.fail();
    d.ownHull = std::make_shared<const Hull>(std::move(hull));
    d.hull = d.ownHull.get();
}

void writeBubble(ByteWriter& bytes, const SpeechBubble* bubble) {
    if (bubble) bytes(bubble->text, bubble->think, bubble->onRight);
}

void readBubble(ByteReader& bytes, Drawable& d) {
    if (d.skin != kBubbleSkin) return;
    std::string text;
    bool think = false, onRight = false;
    bytes(text, think, onRight);
    if (text.size() > kMostBubbleBytes) return bytes.fail();
    d.bubble = std::make_shared<const SpeechBubble>(text, think, onRight);
}

// Whether official Scratch can have made a raster of that size for this skin.
bool isPossible(const Skin& skin, std::int8_t level) {
    if (level == kNoLevel) return true;
    if (level < kLowestLevel || level > kHighestLevel) return false;
    const auto scale = static_cast<float>(std::ldexp(100, level));
    return skin.levelFor(scale, scale) == level;
}

// As the pen layer does from the start.
bool fillsStage(const Drawable& d) {
    return d.x == 0 && d.y == 0 && d.scaleX == 100 && d.scaleY == 100 && d.direction == 90 &&
           d.effects.on == 0;
}

bool isPossible(const StageState::Memory& m) {
    std::vector<bool> drawn(m.drawables.size());
    for (const DrawableId id : m.order) {
        if (!m.has(id) || drawn[static_cast<std::size_t>(id)]) return false;
        drawn[static_cast<std::size_t>(id)] = true;
    }
    for (std::size_t i = 0; i < m.drawables.size(); i++) {
        const Drawable& d = m.drawables[i];
        const bool isPen = static_cast<DrawableId>(i) == m.penDrawable;
        if (d.alive != drawn[i] || d.skin >= m.skins->count() || d.skin < kBubbleSkin) return false;
        if (d.alive && (d.skin == kPenSkin) != isPen) return false;
        if (isPen && !fillsStage(d)) return false;
    }
    if (m.largestLevel.size() != static_cast<std::size_t>(m.skins->count())) return false;
    for (SkinId skin = 0; skin < m.skins->count(); skin++) {
        if (!isPossible((*m.skins)[skin], m.largestLevel[static_cast<std::size_t>(skin)])) return false;
    }
    return m.penDrawable == kNoDrawable ? !m.pen : m.pen && m.has(m.penDrawable);
}

}  // namespace

void StageState::write(ByteWriter& bytes) const {
    const Memory& m = *memory_;
    bytes(m.drawables, m.order, m.largestLevel, m.penDrawable, m.pen != nullptr);
    for (const Drawable& d : m.drawables) {
        if (!d.alive) continue;
        writeHull(bytes, d.hull);
        writeBubble(bytes, d.bubble.get());
    }
    if (m.pen) m.pen->write(bytes);
}

void StageState::read(ByteReader& bytes) {
    Memory m;
    m.skins = memory_->skins;
    bool hasPen = false;
    bytes(m.drawables, m.order, m.largestLevel, m.penDrawable, hasPen);
    for (Drawable& d : m.drawables) {
        if (!d.alive || bytes.failed()) continue;
        m.groupSize[static_cast<std::size_t>(d.group)]++;
        readHull(bytes, d);
        readBubble(bytes, d);
    }
    if (hasPen) {
        m.pen = std::make_shared<PenLayer>();
        m.pen->read(bytes);
    }
    if (bytes.failed()) return;
    if (!isPossible(m)) return bytes.fail();
    *memory_ = std::move(m);
}

bool StageState::has(DrawableId drawable) const {
    return memory_->has(drawable) && (*memory_)[drawable].skin >= kNoSkin;
}

bool StageState::hasBubble(DrawableId drawable) const {
    return memory_->has(drawable) && (*memory_)[drawable].skin == kBubbleSkin;
}

// Pixels as runs of the same colour, band by band; a band without colour is none.
void PenLayer::write(ByteWriter& bytes) const {
    for (const std::shared_ptr<PenBand>& band : bands_) {
        bytes(band != nullptr);
        if (!band) continue;
        for (auto at = band->pixels.begin(); at != band->pixels.end();) {
            const auto end = std::find_if_not(at, band->pixels.end(), [&](Rgba p) { return p == *at; });
            bytes(static_cast<std::uint64_t>(end - at), at->r, at->g, at->b, at->a);
            at = end;
        }
    }
}

void PenLayer::read(ByteReader& bytes) {
    for (std::shared_ptr<PenBand>& band : bands_) {
        bool drawn = false;
        bytes(drawn);
        if (!drawn) continue;
        band = std::make_shared<PenBand>();
        for (std::size_t at = 0; at < band->pixels.size();) {
            std::uint64_t length = 0;
            Rgba color;
            bytes(length, color.r, color.g, color.b, color.a);
            if (length == 0 || length > band->pixels.size() - at) return bytes.fail();
            std::fill_n(band->pixels.begin() + static_cast<std::ptrdiff_t>(at), length, color);
            at += static_cast<std::size_t>(length);
        }
    }
}

}  // namespace ounce
