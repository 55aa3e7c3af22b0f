// What a user does, as data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/value.h"

namespace ounce {

struct InputEvent {
    enum class Kind : std::uint8_t {
        GreenFlag,
        StopAll,
        KeyDown,
        KeyUp,
        MouseMove,
        MouseDown,
        MouseUp,
        Answer,
        ClickSprite,
        ClickStage,
        DragTo,
        SetVariable,
        Loudness,
    };
    std::uint64_t step = 0;
    Kind kind = Kind::GreenFlag;
    std::string name{};                   // key (as a browser names it), sprite
    std::string variable{};               // SetVariable
    std::optional<std::int32_t> clone{};  // index among the living clones
    std::optional<double> x{}, y{};
    Value value{};  // answer, variable's value, loudness
    bool wasDragged = false;
};

// Reads the JSON array of `ounce run --inputs`; sorted by step, the order within a step kept.
Result<std::vector<InputEvent>> readInputs(std::string_view json, const std::string& name);

}  // namespace ounce
