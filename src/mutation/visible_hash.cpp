#include "mutation/visible_hash.h"

#include <bit>

namespace ounce {
namespace {

class Hasher {
  public:
    void add(std::uint64_t value) { hash_ = (hash_ ^ value) * 0x9E3779B97F4A7C15ull + (hash_ >> 29); }
    void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
    void add(const Value& value) { add(value.hash()); }
    [[nodiscard]] std::uint64_t value() const { return hash_; }

  private:
    std::uint64_t hash_ = 0x1234567;
};

void addTarget(Hasher& hasher, const TargetState& t) {
    hasher.add(static_cast<std::uint64_t>(t.sprite) << 32 | static_cast<std::uint32_t>(t.costume));
    hasher.add(static_cast<std::uint64_t>(t.isClone) | static_cast<std::uint64_t>(t.visible) << 1 |
               static_cast<std::uint64_t>(t.draggable) << 2 |
               static_cast<std::uint64_t>(t.bubble.think) << 3 | static_cast<std::uint64_t>(t.pen.down) << 4 |
               static_cast<std::uint64_t>(t.rotationStyle) << 8 |
               static_cast<std::uint64_t>(t.instrument) << 16);
    for (const double value :
         {t.x, t.y, t.direction, t.size, t.volume, t.pitch, t.pan, t.pen.color, t.pen.saturation,
          t.pen.brightness, t.pen.transparency, static_cast<double>(t.pen.attributes.diameter)})
        hasher.add(value);
    for (const double value : t.effects) hasher.add(value);
    hasher.add(t.bubble.text);
    for (const Value& variable : t.variables) hasher.add(variable);
    for (const List& list : t.lists) {
        hasher.add(static_cast<std::uint64_t>(list.size()));
        for (const Value& item : list) hasher.add(item);
    }
}

}  // namespace

std::uint64_t visibleHash(const State& state) {
    Hasher hasher;
    for (const std::int32_t place : state.pane)
        addTarget(hasher, *state.targets[static_cast<std::size_t>(place)]);
    for (const Player& player : state.players) hasher.add(std::uint64_t{player.playing});
    for (const std::uint8_t visible : state.monitorVisible) hasher.add(std::uint64_t{visible});
    for (const double value : {state.timerStart, state.tempo, state.counter}) hasher.add(value);
    hasher.add(state.answer);
    hasher.add(state.shownQuestion ? Value(*state.shownQuestion).hash() : std::uint64_t{0});
    // Layers and the pen's drawing.
    if (state.stage) hasher.add(state.stage->hash());
    return hasher.value();
}

}  // namespace ounce
