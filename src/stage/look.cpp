#include "stage/look.h"

#include "base/invariant.h"
#include "stage/bubble.h"
#include "stage/memory.h"
#include "stage/pen.h"

namespace ounce {

Drawable& LookedAt::copyOf(DrawableId id) {
    INVARIANT(id >= 0 && static_cast<std::size_t>(id) < place.size(), "a drawable should be there");
    std::int32_t& at = place[static_cast<std::size_t>(id)];
    if (at < 0) {
        at = static_cast<std::int32_t>(used++);
        if (used > copies.size()) copies.emplace_back();
        copies[static_cast<std::size_t>(at)] = (*drawables)[static_cast<std::size_t>(id)];
    }
    return copies[static_cast<std::size_t>(at)];
}

void LookedAt::begin(const std::vector<Drawable>& of) {
    drawables = &of;
    used = 0;
    place.assign(of.size(), -1);
    history = false;
}

void LookedAt::forget() {
    for (std::size_t id = 0; id < place.size(); id++) {
        if (place[id] < 0) continue;
        Drawable& copy = copies[static_cast<std::size_t>(place[id])];
        const Drawable& original = (*drawables)[id];
        if (copy.hull != original.hull) copy = original;
    }
    history = false;
}

StageState::Memory::Memory(const Memory& other) { *this = other; }

StageState::Memory& StageState::Memory::operator=(const Memory& other) {
    skins = other.skins;
    drawables = other.drawables;
    order = other.order;
    groupSize = other.groupSize;
    largestLevel = other.largestLevel;
    pen = other.pen;
    penDrawable = other.penDrawable;
    return *this;
}

StageLook::StageLook() : memory_(std::make_unique<StageState::Memory>()) {
    memory_->seen = std::make_unique<LookedAt>();
}
StageLook::StageLook(const StageState& stage) : StageLook() { at(stage); }
StageLook::~StageLook() = default;
StageLook::StageLook(StageLook&&) noexcept = default;
StageLook& StageLook::operator=(StageLook&&) noexcept = default;

void StageLook::at(const StageState& stage) {
    stage_ = &stage;
    const StageState::Memory& of = *stage.memory_;
    StageState::Memory& m = *memory_;
    m.skins = of.skins;
    m.order = of.order;
    m.largestLevel = of.largestLevel;
    m.pen = of.pen;
    m.penDrawable = of.penDrawable;
    m.seen->begin(of.drawables);
}

template <class Question>
auto StageLook::ask(Question question) {
    StageState::Memory& m = *memory_;
    auto answer = question(m);
    if (m.seen->history) {
        m.largestLevel = stage_->memory_->largestLevel;
        m.seen->forget();
    }
    return answer;
}

bool StageLook::touches(DrawableId drawable, std::span<const DrawableId> others) {
    return ask([&](auto& m) { return m.touches(drawable, others); });
}
bool StageLook::touchesColor(DrawableId drawable, Color color) {
    return ask([&](auto& m) { return m.findsColor(drawable, color, std::nullopt); });
}
bool StageLook::colorTouchesColor(DrawableId drawable, Color mask, Color color) {
    return ask([&](auto& m) { return m.findsColor(drawable, color, mask); });
}
bool StageLook::touchesPointer(DrawableId drawable, double x, double y) {
    return ask([&](auto& m) { return m.touchesPointer(drawable, x, y); });
}
DrawableId StageLook::pick(double x, double y) {
    return ask([&](auto& m) { return m.pick(x, y); });
}
Rectangle StageLook::bounds(DrawableId drawable) {
    return ask([&](auto& m) { return m.bounds(m[drawable]); });
}
Rectangle StageLook::fastBounds(DrawableId drawable) {
    return ask([&](auto& m) { return m.fastBounds(m[drawable]); });
}
ColorSearch StageLook::nearestColor(DrawableId asking, Point from, Color color, double farthest) {
    return ask([&](auto& m) { return m.nearestColor(asking, from, color, farthest); });
}
std::optional<Point> StageLook::placeOfOwnColor(DrawableId drawable, Color color) {
    return ask([&](auto& m) { return m.placeOfOwnColor(drawable, color); });
}
StagePicture StageLook::draw(int scale) {
    return ask([&](auto& m) { return m.draw(scale); });
}

}  // namespace ounce
