#include "vm/state_check.h"

#include <algorithm>
#include <set>

namespace ounce {
namespace {

template <class Container>
bool isPlaceIn(const Container& container, std::int32_t place) {
    return place >= 0 && static_cast<std::size_t>(place) < container.size();
}

class Check {
  public:
    Check(const Program& program, const State& state) : program_(program), state_(state) {}

    bool everything() {
        return targets() && threads() &&
               state_.players.size() == static_cast<std::size_t>(program_.playerCount) &&
               state_.monitorVisible.size() == program_.monitors.size() &&
               std::all_of(state_.timers.begin(), state_.timers.end(),
                           [&](const Timer& t) { return timer(t); }) &&
               std::all_of(state_.questions.begin(), state_.questions.end(),
                           [&](const Question& q) { return isThere(q.target); });
    }

  private:
    [[nodiscard]] bool isThere(std::int32_t place) const {
        return isPlaceIn(state_.targets, place) && state_.targets[static_cast<std::size_t>(place)]->id != 0;
    }

    // Each place is in exactly one of the lists, and only where it may be.
    template <class MayUse, class MayBeFree>
    static bool sharePlaces(std::size_t places, const std::vector<std::int32_t>& used,
                            const std::vector<std::int32_t>& free, MayUse mayUse, MayBeFree mayBeFree) {
        std::vector<bool> seen(places);
        const auto take = [&](std::int32_t place, bool allowed) {
            if (!allowed || seen[static_cast<std::size_t>(place)]) return false;
            return static_cast<bool>(seen[static_cast<std::size_t>(place)] = true);
        };
        const auto inRange = [&](std::int32_t place) {
            return place >= 0 && static_cast<std::size_t>(place) < places;
        };
        return used.size() + free.size() == places &&
               std::all_of(used.begin(), used.end(),
                           [&](std::int32_t p) { return inRange(p) && take(p, mayUse(p)); }) &&
               std::all_of(free.begin(), free.end(),
                           [&](std::int32_t p) { return inRange(p) && take(p, mayBeFree(p)); });
    }

    bool targets() {
        const std::size_t sprites = program_.sprites.size();
        if (state_.targets.size() < sprites) return false;
        std::int32_t clones = 0;
        for (std::size_t i = 0; i < state_.targets.size(); i++) {
            const TargetState& t = *state_.targets[i];
            const bool isOriginal = i < sprites;
            if (!isPlaceIn(program_.sprites, t.sprite) ||
                (isOriginal && t.sprite != static_cast<std::int16_t>(i)))
                return false;
            if (t.isClone == isOriginal || (isOriginal && t.id == 0)) return false;
            if (!t.bubble.text.isText() && t.bubble.text.type() != Type::Undefined) return false;
            if (!(t.id == 0 ? isEmpty(t) : target(t))) return false;
            clones += t.isClone && t.id != 0;
        }
        const auto there = [&](std::int32_t place) { return isThere(place); };
        const auto gone = [&](std::int32_t place) { return !isThere(place); };
        return clones == state_.cloneCount &&
               sharePlaces(state_.targets.size(), state_.pane, state_.freeTargets, there, gone) &&
               sharePlaces(state_.targets.size(), state_.execution, state_.freeTargets, there, gone);
    }

    static bool isEmpty(const TargetState& t) {
        return t.variables.empty() && t.lists.empty() && t.drawable == kNoDrawable &&
               t.bubble.drawable == kNoDrawable;
    }

    bool target(const TargetState& t) {
        const SpriteProgram& sprite = program_.sprites[static_cast<std::size_t>(t.sprite)];
        const bool costume =
            isPlaceIn(sprite.costumes, t.costume) || (sprite.costumes.empty() && t.costume == 0);
        const bool sounds = std::all_of(t.waitingSounds.begin(), t.waitingSounds.end(),
                                        [&](std::int32_t sound) { return isPlaceIn(state_.players, sound); });
        return costume && sounds && t.variables.size() == sprite.variables.size() &&
               t.lists.size() == sprite.lists.size() &&
               t.edgeValues.size() == static_cast<std::size_t>(sprite.edgeSlots) && drawables(t);
    }

    // Nobody draws with another's drawable.
    bool drawables(const TargetState& t) {
        if (!state_.stage) return t.drawable == kNoDrawable && t.bubble.drawable == kNoDrawable;
        if (!state_.stage->has(t.drawable) || !drawables_.insert(t.drawable).second) return false;
        return t.bubble.drawable == kNoDrawable ||
               (state_.stage->hasBubble(t.bubble.drawable) && drawables_.insert(t.bubble.drawable).second);
    }

    bool threads() {
        const auto in = [&](std::int32_t place) {
            return thread(*state_.threads[static_cast<std::size_t>(place)]);
        };
        const auto out = [&](std::int32_t place) {
            const Thread& t = *state_.threads[static_cast<std::size_t>(place)];
            return !t.inUse && !t.listed && t.stack.empty();
        };
        return sharePlaces(state_.threads.size(), state_.threadList, state_.freeThreads, in, out);
    }

    bool thread(const Thread& t) {
        if (!t.inUse || !t.listed || !isPlaceIn(state_.targets, t.target) ||
            !isPlaceIn(program_.scripts, t.script))
            return false;
        if (t.stack.empty()) return t.killed || t.status == Status::Done;
        if (!t.killed &&
            (!isThere(t.target) || state_.targets[static_cast<std::size_t>(t.target)]->id != t.targetId))
            return false;
        for (const Frame& f : t.stack) {
            if (!frame(t, f)) return false;
            // Only on top is there room for a branch without blocks.
            if (f.statement == kNone && &f != &t.stack.back()) return false;
        }
        return true;
    }

    bool frame(const Thread& t, const Frame& f) {
        if (f.call != kNone && (!isPlaceIn(program_.calls, f.call) || f.parameters < 0 ||
                                static_cast<std::size_t>(f.parameters) > t.parameters.size()))
            return false;
        if (f.statement == kNone) return true;
        return isPlaceIn(program_.statements, f.statement) &&
               (t.killed || program_.statements[static_cast<std::size_t>(f.statement)].sprite ==
                                state_.targets[static_cast<std::size_t>(t.target)]->sprite);
    }

    [[nodiscard]] bool timer(const Timer& t) const {
        return t.kind != Timer::Kind::Sound || isPlaceIn(state_.players, t.player);
    }

    const Program& program_;
    const State& state_;
    std::set<DrawableId> drawables_;
};

}  // namespace

bool fits(const Program& program, const State& state) { return Check(program, state).everything(); }

}  // namespace ounce
