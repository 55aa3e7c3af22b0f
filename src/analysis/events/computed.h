// Answers that a program computes before it compares them with what the player types.
#pragma once

#include <optional>
#include <string>

#include "analysis/events.h"

namespace ounce {

// The answer that is sought by blocks of this sprite, while a question is open; none: nobody can know it now.
std::optional<std::string> computedAnswer(const Program& program, const State& state, std::int16_t sprite,
                                          const Sought& sought);

}  // namespace ounce
