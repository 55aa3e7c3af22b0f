// Sounds are silent but last as long as they would: a player per sound of a sprite, shared by its clones.
#include <algorithm>
#include <cmath>

#include "vm/interpreter.h"
#include "vm/math.h"

namespace ounce {
namespace {

// Starting a sound again this soon does not start it anew.
constexpr double kDecayMilliseconds = 25;

// JavaScript's parseInt(text, 10): leading digits count, what follows is ignored.
double leadingInteger(const String& text) {
    std::uint32_t i = 0;
    while (i < text.length() && (text[i] == ' ' || (text[i] >= 9 && text[i] <= 13))) i++;
    const bool negative = i < text.length() && text[i] == '-';
    if (i < text.length() && (text[i] == '-' || text[i] == '+')) i++;
    const std::uint32_t start = i;
    double value = 0;
    for (; i < text.length() && text[i] >= '0' && text[i] <= '9'; i++) value = value * 10 + (text[i] - '0');
    if (i == start) return std::nan("");
    return negative ? -value : value;
}

}  // namespace

std::int32_t Interpreter::findSound(const TargetState& t, const Value& name) const {
    const auto& sounds = spriteOf(t).sounds;
    if (sounds.empty()) return kNone;
    if (name.isText()) {
        const std::string wanted = name.asText().utf8();
        for (std::size_t i = 0; i < sounds.size(); i++) {
            if (sounds[i].name == wanted) return static_cast<std::int32_t>(i);
        }
    }
    const double number = leadingInteger(toText(name));
    if (std::isnan(number)) return kNone;
    return static_cast<std::int32_t>(wrapClamp(number - 1, 0, static_cast<double>(sounds.size()) - 1));
}

void Interpreter::stopPlayer(Player& player) {
    if (!player.playing) return;
    removeTimer(player.timer);
    player.playing = false;
    player.startingUntil = -1;
    for (std::uint32_t waiting : player.waiting) resolve(waiting);
    player.waiting.clear();
}

void Interpreter::playSound(TargetState& t, std::int32_t sound, bool wait) {
    changed = true;
    const std::int32_t index = spriteOf(t).firstPlayer + sound;
    Player& player = state.players[static_cast<std::size_t>(index)];
    std::erase(t.waitingSounds, index);
    if (wait) t.waitingSounds.push_back(index);
    if (player.owner != t.id) stopPlayer(player);
    player.owner = t.id;
    auto release = [&] {
        for (std::uint32_t waiting : player.waiting) resolve(waiting);
        player.waiting.clear();
    };
    if (player.playing && player.startingUntil > wall_) {
        release();
    } else {
        stopPlayer(player);
        player.playing = true;
        player.startingUntil = wall_ + kDecayMilliseconds;
        const double rate = std::pow(2, t.pitch / 10 / 12);
        Timer timer;
        timer.kind = Timer::Kind::Sound;
        timer.player = index;
        const double seconds = spriteOf(t).sounds[static_cast<std::size_t>(sound)].seconds;
        player.timer = startTimer(timer, std::ceil(1000 * seconds / rate));
    }
    if (wait) player.waiting.push_back(thread->id);
}

void Interpreter::stopSoundsOf(TargetState& t) {
    const SpriteProgram& sprite = spriteOf(t);
    for (std::size_t i = 0; i < sprite.sounds.size(); i++) {
        Player& player = state.players[static_cast<std::size_t>(sprite.firstPlayer) + i];
        if (player.owner == t.id) stopPlayer(player);
    }
    t.waitingSounds.clear();
}

}  // namespace ounce
