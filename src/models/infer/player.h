// Who plays while models are inferred: a user model that reaches as much of the program as can be.
#pragma once

#include "models/infer/play_runs.h"
#include "models/infer/world.h"

namespace ounce::models::inference {

struct Player {
    Model model{};
    double coverage = 0;  // of the program's blocks, in twenty runs
};

Player choosePlayer(const World& world, const Runs& runs, std::uint32_t seed);

}  // namespace ounce::models::inference
