#include "vm/look.h"

#include <cmath>

namespace ounce {

Look::Look(const Program& p, const State& s, const MachineOptions& o)
    : Reading(p, s, o, ownMemory_, ownLimits_) {
    refresh();
}

Look::Look(const Reading& other)
    : Reading(other.program, other.state, other.options, ownMemory_, ownLimits_) {
    refresh(other);
}

Look::~Look() = default;

void Look::refresh() {
    stage_ = &*state.targets[0];
    thread = nullptr;
    statement = kNone;
    from(0);
    wall_ = state.now;
    stageIsFresh_ = false;
    drew_ = false;
    ownMemory_.bytes = 0;
}

void Look::refresh(const Reading& other) {
    stage_ = &*state.targets[0];
    thread = other.thread;
    target = other.target;
    targetIndex = other.targetIndex;
    statement = other.statement;
    cells_ = other.cells_;
    wall_ = other.wall_;
    stageIsFresh_ = false;
    drew_ = false;
    ownMemory_.bytes = 0;
}

void Look::from(std::int32_t targetPlace) {
    targetIndex = targetPlace;
    target = &at(targetPlace);
}

StageLook* Look::stage() {
    if (!state.stage) return nullptr;
    if (!stageIsFresh_) {
        if (!stageLook_) stageLook_.emplace();
        stageLook_->at(*state.stage);
        stageIsFresh_ = true;
    }
    return &*stageLook_;
}

double Look::pick(const Domain& domain) {
    drew_ = true;
    return domain.low;
}

bool Look::touches(const TargetState& t, std::span<const DrawableId> others) {
    return stage() && stage()->touches(t.drawable, others);
}
bool Look::touchesPointer(const TargetState& t, double x, double y) {
    return stage() && stage()->touchesPointer(t.drawable, x, y);
}
bool Look::touchesColor(const TargetState& t, Color color) {
    return stage() && stage()->touchesColor(t.drawable, color);
}
bool Look::colorTouchesColor(const TargetState& t, Color mask, Color color) {
    return stage() && stage()->colorTouchesColor(t.drawable, mask, color);
}
Rectangle Look::bounds(const TargetState& t) { return stage() ? stage()->bounds(t.drawable) : Rectangle{}; }

std::int32_t Look::layer(const TargetState& t) const {
    return state.stage ? state.stage->order(t.drawable) : 0;
}

double Look::distance(const TargetState& a, const TargetState& b) const {
    return std::hypot(a.x - b.x, a.y - b.y);
}

int Look::cloneCount(std::int32_t sprite) const {
    int count = 0;
    for (const std::int32_t place : state.pane)
        count += at(place).isClone && at(place).sprite == sprite ? 1 : 0;
    return count;
}

}  // namespace ounce
