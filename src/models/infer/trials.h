// Candidates are tried out: only what never fails in many runs, and says something in enough of them, stays.
#pragma once

#include "models/infer/play_runs.h"
#include "models/infer/rules.h"

namespace ounce::models::inference {

// `always`: models that belong to every trial, the player and what ends the game.
void tryOut(Candidates& candidates, const std::vector<Model>& always, const Runs& runs, std::uint32_t seed,
            int count);

// Of candidates with the same key the first one.
void keepMostExact(Candidates& candidates);

}  // namespace ounce::models::inference
