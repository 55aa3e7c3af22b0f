// Decoding and execution of codons, one group after the other (Algorithm 4).
#pragma once

#include <functional>

#include "generate/played.h"
#include "search/codons.h"

namespace ounce {

// Called with what was played after each group.
using AtBorder = std::function<void(const Played&)>;

// Plays the groups that were not played yet, as long as anything can still happen. `covered` says which goals
// need no more attention. False: interrupted.
[[nodiscard]] bool playCodons(const GenerationContext& context, ExtractionCache& cache, Played& played,
                              const Codons& codons, const GoalFlags& covered, const AtBorder& atBorder = {});

// Whether the program still runs, or some event or the mere time may start it again.
bool canGoOn(const Program& program, const State& state, std::span<const ExtractedEvent> events);

}  // namespace ounce
