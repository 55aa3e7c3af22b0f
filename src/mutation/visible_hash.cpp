#include "mutation/visible_hash.h"

#include <bit>
#include <optional>

#include "base/number.h"

namespace ounce {
namespace {

// The number 7 and the text «7» look the same, «007» does not.
std::optional<double> shownNumber(const Value& value) {
    constexpr std::uint32_t kLongest = 24;
    if (value.isNumber()) return value.asNumber();
    if (!value.isText() || value.asText().isWide() || value.asText().length() > kLongest) return std::nullopt;
    const std::string_view text = value.asText().latin1();
    const bool mayBe = !text.empty() && ((text[0] >= '0' && text[0] <= '9') || text[0] == '-');
    if (!mayBe) return std::nullopt;
    const double number = textToNumber(text);
    char shown[32];
    const int length = numberToText(number, shown);
    return text == std::string_view(shown, static_cast<std::size_t>(length)) ? std::optional(number)
                                                                             : std::nullopt;
}

class Hasher {
  public:
    void add(std::uint64_t value) { hash_ = (hash_ ^ value) * 0x9E3779B97F4A7C15ull + (hash_ >> 29); }
    void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
    void add(const Value& value) {
        const std::optional<double> number = shownNumber(value);
        number ? add(*number) : add(value.hash());
    }
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
    hasher.add(state.shownQuestion ? Value(*state.shownQuestion) : Value());
    // Layers and the pen's drawing.
    if (state.stage) hasher.add(state.stage->hash());
    return hasher.value();
}

}  // namespace ounce
