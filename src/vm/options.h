// What the fields of blocks say, as numbers: resolved while compiling, read while running.
#pragma once

#include <cstdint>
#include <string>

#include "blocks/table.h"

namespace ounce {

// stop [STOP_OPTION v]
enum StopOption : std::int32_t { StopAll, StopThisScript, StopOtherScripts };
// current [CURRENTMENU v]
enum CurrentOption : std::int32_t { Year, Month, Date, DayOfWeek, Hour, Minute, Second };
// [OPERATOR v] of (NUM)
enum MathOption : std::int32_t {
    Abs,
    Floor,
    Ceiling,
    Sqrt,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Ln,
    Log,
    ExpE,
    Exp10
};
// when [WHENGREATERTHANMENU v] > (VALUE)
enum ThresholdOption : std::int32_t { TimerThreshold, LoudnessThreshold };
// change/set [EFFECT v] effect of sounds
enum SoundEffectOption : std::int32_t { PitchEffect, PanEffect };
// [PROPERTY v] of (OBJECT v)
enum PropertyOption : std::int32_t {
    XPosition,
    YPosition,
    DirectionProperty,
    CostumeNumber,
    CostumeName,
    SizeProperty,
    VolumeProperty,
    BackdropNumber,
    BackdropName,
};

// Instead of a message: the block has no input for one, not even an empty one.
constexpr std::int32_t kNoInput = -2;

// The number of a field's text for that block; -1 for a text that means nothing to it.
std::int32_t optionIndex(Opcode opcode, const std::string& text);

}  // namespace ounce
