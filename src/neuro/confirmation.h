// Of thousands of networks some pass ten plays by luck: whoever does plays on.
#pragma once

#include "neuro/evaluator.h"
#include "neuro/targets.h"

namespace ounce::neuro {

// Plays a judged network at most so many times more, and notes which of the open goals that it reached
// reliably are confirmed, and which seeds are hard. Where a suite misses a goal with some seeds, only who
// masters one of these is worth that. Returns in which part of these plays the target was reached before it
// was missed.
double confirm(Evaluator& evaluator, const JudgeRules& rules, int plays, Judgement& judged,
               const GoalSet& open, std::size_t target, Stream seeds, Targets& targets);

}  // namespace ounce::neuro
