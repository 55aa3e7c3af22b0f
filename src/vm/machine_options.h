// How a machine runs, beside the program and its state.
#pragma once

#include <cstdint>
#include <string>

namespace ounce {

enum class Mode : std::uint8_t {
    Scratch,  // the official sequencer: passes until a redraw is requested or nothing runs
    Whisker,  // one pass per step, waits counted in steps
};

// Where the program's random numbers come from, and with them what else Whisker decides before a test.
enum class Numbers : std::uint8_t {
    Mulberry32,  // as the reference runs have it; the mouse pointer is nowhere until it moves
    Whisker,     // Whisker's generator; the pointer begins in the middle of the stage
};

// Midnight, 1 January 2024.
constexpr double kUsualStartDate = 1704067200000;

struct MachineOptions {
    Mode mode = Mode::Scratch;
    std::int32_t passes = 1000;         // per step, mode Scratch
    std::int32_t warpChecks = 1000000;  // loop and call checks per slice inside warp
    bool turbo = false;
    bool renderer = true;         // false: nothing touches, nothing is fenced, nothing asks for a redraw
    double whiskerTimerStep = 0;  // seconds that `timer` advances per step; 0: the clock
    Numbers numbers = Numbers::Mulberry32;
    std::string userName;
    double startDate = kUsualStartDate;  // when the run begins: milliseconds since 1970, UTC
    bool operator==(const MachineOptions&) const = default;
};

}  // namespace ounce
