// What a player and the world around a program can do that matters to it or to a property, and what of that
// is only tried by example. A property may name keys, sprites and places that no block asks for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "spec/monitor.h"
#include "vm/program.h"

namespace ounce::verify {

struct World {
    World(const Program& program, const spec::Monitor& monitor);

    std::vector<std::string> keys{};      // as Scratch names them
    std::vector<std::uint8_t> clicked{};  // by sprite: whether somebody hears a click on it
    std::vector<std::uint8_t> dragged{};  // by sprite: players may drag it, and somebody looks where it is
    bool pointer = false, button = false, stopSign = false;
    std::vector<double> columns{}, rows{};  // that the pointer's coordinates are compared with
    std::vector<double> loudness{};         // values of the microphone that are tried
    // Variables that others may set: sliders, the cloud. As (sprite, slot).
    std::vector<std::pair<std::int32_t, std::int32_t>> outside{};

    // What was not tried, in words: with any of it there is no proof by visiting states.
    std::vector<std::string> gaps{};
};

// Variables that a player moves with a slider, or that another player's program sets.
std::vector<std::pair<std::int32_t, std::int32_t>> variablesFromOutside(const Program& program);
// By sprite: whether a player may drag it at some time.
std::vector<std::uint8_t> draggableSprites(const Program& program);

}  // namespace ounce::verify
