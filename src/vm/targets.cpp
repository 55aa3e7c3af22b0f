// What happens to a target: moving, turning, looks, clones, layers, touching. Each change tells the stage,
// lets the bubble follow and asks for a redraw as official Scratch does.
#include <algorithm>
#include <cmath>

#include "base/number.h"
#include "vm/interpreter.h"
#include "vm/math.h"

namespace ounce {
namespace {

constexpr std::int32_t kMaxClones = 300;
constexpr std::uint64_t kCloneWork = 100;

}  // namespace

void Interpreter::visualChange(TargetState& t) {
    if (t.bubble.drawable != kNoDrawable) state.stage->positionBubble(t.bubble.drawable, t.drawable);
    requestRedraw();
}

std::int32_t Interpreter::placeOf(const TargetState& t) {
    if (&t == target) return targetIndex;
    for (std::int32_t place : state.pane) {
        if (&at(place) == &t) return place;
    }
    return kNone;
}

void Interpreter::lookChanged(TargetState& t) {
    visualChange(t);
    if (observer) observer->lookChanged(placeOf(t));
}

void Interpreter::moveTo(TargetState& t, double x, double y, bool force) {
    if (spriteOf(t).isStage || (t.dragging && !force)) return;
    const double oldX = t.x, oldY = t.y;
    if (state.stage) {
        const Point fenced = state.stage->fence(t.drawable, x, y);
        x = fenced.x;
        y = fenced.y;
        state.stage->setPosition(t.drawable, x, y);
    }
    if (!(x == oldX && y == oldY)) changed = true;
    t.x = x;
    t.y = y;
    if (state.stage && t.visible) visualChange(t);
    if (t.pen.down && !force) penMoved(t, oldX, oldY);
    if (observer) observer->moved(placeOf(t), oldX, oldY);
}

void Interpreter::updateDirectionAndSize(TargetState& t) {
    if (!state.stage) return;
    state.stage->setDirectionAndSize(t.drawable, t.direction, t.size, t.rotationStyle);
    if (t.visible) lookChanged(t);
}

void Interpreter::turnTo(TargetState& t, double direction) {
    if (spriteOf(t).isStage || !std::isfinite(direction)) return;
    const double wrapped = wrapClamp(direction, -179, 180);
    if (wrapped != t.direction) changed = true;
    t.direction = wrapped;
    updateDirectionAndSize(t);
}

// A sprite is at least 5 units wide or high and at most one and a half stages, by the costume it wears now.
void Interpreter::resize(TargetState& t, double size) {
    if (spriteOf(t).isStage || !state.stage) return;
    const Point skin = program.stage->skinSize(skinOf(t));
    const double smallest = std::min(1.0, std::max(5 / skin.x, 5 / skin.y));
    const double largest = std::min(1.5 * 480 / skin.x, 1.5 * 360 / skin.y);
    const double limited = clamp(size / 100, smallest, largest) * 100;
    if (limited != t.size) changed = true;
    t.size = limited;
    updateDirectionAndSize(t);
}

void Interpreter::setRotationStyle(TargetState& t, RotationStyle style) {
    if (style != t.rotationStyle) changed = true;
    t.rotationStyle = style;
    updateDirectionAndSize(t);
}

void Interpreter::setVisible(TargetState& t, bool visible) {
    if (spriteOf(t).isStage) return;
    if (visible != t.visible) changed = true;
    t.visible = visible;
    if (!state.stage) return;
    state.stage->setVisible(t.drawable, visible);
    if (visible) visualChange(t);
    if (observer) observer->lookChanged(placeOf(t));
}

void Interpreter::setEffect(TargetState& t, Effect effect, double value) {
    if (value != t.effects[effect]) changed = true;
    t.effects[effect] = value;
    if (!state.stage) return;
    state.stage->setEffect(t.drawable, effect, value);
    if (t.visible) lookChanged(t);
}

void Interpreter::clearEffects(TargetState& t) {
    for (double& value : t.effects) {
        if (value != 0) changed = true;
        value = 0;
    }
    if (!state.stage) return;
    for (int i = 0; i < EffectCount; i++) state.stage->setEffect(t.drawable, static_cast<Effect>(i), 0);
    if (t.visible) lookChanged(t);
}

void Interpreter::setCostume(TargetState& t, double index) {
    const auto& costumes = spriteOf(t).costumes;
    if (costumes.empty()) return;
    index = roundHalfUp(index);
    if (!std::isfinite(index)) index = 0;
    const auto costume =
        static_cast<std::int32_t>(wrapClamp(index, 0, static_cast<double>(costumes.size()) - 1));
    if (costume != t.costume) changed = true;
    t.costume = costume;
    if (!state.stage) return;
    state.stage->setSkin(t.drawable, costumes[static_cast<std::size_t>(costume)].skin);
    if (t.visible) lookChanged(t);
}

// Numbers are positions; texts are names first, then the two special words, then numbers. False: nothing
// fits.
bool Interpreter::switchCostume(TargetState& t, const Value& wanted, std::string_view next,
                                std::string_view previous) {
    if (wanted.isNumber()) {
        setCostume(t, wanted.asNumber() - 1);
        return true;
    }
    const String name = toText(wanted);
    const auto& costumes = spriteOf(t).costumes;
    for (std::size_t i = 0; i < costumes.size(); i++) {
        if (costumes[i].nameText == name) {
            setCostume(t, static_cast<double>(i));
            return true;
        }
    }
    if (wanted.type() == Type::Undefined) return false;
    const std::string word = name.utf8();
    if (word == next || word == previous) {
        setCostume(t, t.costume + (word == next ? 1.0 : -1.0));
        return true;
    }
    const double number = toRawNumber(wanted);
    const bool blank = wanted.isText() && compare(wanted, 0.0) != 0 && number == 0;
    if (std::isnan(number) || blank) return false;
    setCostume(t, number - 1);
    return true;
}

// ---- layers ----

void Interpreter::moveExecution(std::int32_t index, double delta) {
    auto& order = state.execution;
    const auto found = std::find(order.begin(), order.end(), index);
    if (found == order.end()) return;
    double position = static_cast<double>(found - order.begin()) + delta;
    order.erase(found);
    position = std::min(position, static_cast<double>(order.size()));
    if (position <= 0) position = !order.empty() && spriteOf(at(order[0])).isStage ? 1 : 0;
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(position), index);
    changed = true;
}

// ---- clones ----

void Interpreter::createClone(std::int32_t originalPlace) {
    const TargetState& source = at(originalPlace);
    if (spriteOf(source).isStage) return;
    if (state.cloneCount >= kMaxClones) {
        state.limits.clones = true;
        return;
    }
    std::uint64_t bytes = 0;
    for (const List& list : source.lists) bytes += list.size() * kItemBytes;
    if (!takeMemory(bytes)) return;
    changed = true;
    spend(kCloneWork + source.variables.size());
    state.cloneCount++;
    std::int32_t place;
    if (state.freeTargets.empty()) {
        place = static_cast<std::int32_t>(state.targets.size());
        state.targets.emplace_back();
    } else {
        place = state.freeTargets.back();
        state.freeTargets.pop_back();
    }
    TargetState& clone = at(place);
    clone = source;
    clone.id = state.nextId++;
    state.random.idMade();
    clone.isClone = true;
    clone.dragging = false;
    clone.volume = 100;
    clone.bubble = {};
    clone.waitingSounds.clear();
    // Sound, pen and music state come from the sprite itself, also when a clone is cloned.
    const TargetState& original = at(source.sprite);
    clone.pitch = original.pitch;
    clone.pan = original.pan;
    clone.pen = original.pen;
    clone.instrument = original.instrument;
    if (state.stage) clone.drawable = state.stage->create(LayerGroup::Sprite);
    startHats(program.cloneHats, place);
    if (state.stage) {
        state.stage->setPosition(clone.drawable, clone.x, clone.y);
        state.stage->setDirectionAndSize(clone.drawable, clone.direction, clone.size, clone.rotationStyle);
        state.stage->setVisible(clone.drawable, clone.visible);
        state.stage->setSkin(clone.drawable, skinOf(clone));
        for (int i = 0; i < EffectCount; i++) {
            state.stage->setEffect(clone.drawable, static_cast<Effect>(i),
                                   clone.effects[static_cast<std::size_t>(i)]);
        }
        if (clone.visible) visualChange(clone);
        state.stage->moveBehind(clone.drawable, source.drawable);
    }
    state.pane.push_back(place);
    state.execution.push_back(place);
    const auto& order = state.execution;
    const auto behind = std::find(order.begin(), order.end(), originalPlace) - order.begin();
    moveExecution(place, static_cast<double>(behind - (static_cast<std::ptrdiff_t>(order.size()) - 1)));
    if (observer) observer->cloned(place);
}

void Interpreter::deleteTarget(std::int32_t index) {
    TargetState& t = at(index);
    changed = true;
    if (observer) observer->deleting(index);
    state.cloneCount--;
    stopThreadsOf(index, nullptr);
    std::erase(state.execution, index);
    std::erase(state.pane, index);
    removeBubble(t);
    if (state.stage) {
        state.stage->destroy(t.drawable);
        if (t.visible) requestRedraw();
    }
    t.id = 0;
    t.drawable = kNoDrawable;
    t.variables.clear();
    t.lists.clear();
    state.freeTargets.push_back(index);
}

}  // namespace ounce
