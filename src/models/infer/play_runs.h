// Runs of a program with models beside it, in parallel: what trying out and choosing a player need.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "models/run_models.h"

namespace ounce::models::inference {

// Which run it is.
struct Start {
    std::uint32_t seed = 0;
    bool elsewhere = false;  // sprites are moved before the flag is clicked

    auto operator<=>(const Start&) const = default;
};

struct Runs {
    const Program& program;
    double seconds = 35;
    const Job& job;

    // Every other run of displaced ones begins elsewhere.
    static bool isElsewhere(int run) { return run % 2 == 1; }
    // The start of such a run.
    [[nodiscard]] ModelStart elsewhere(const ModelStart& start, std::uint32_t seed) const;
    // `count` runs with consecutive seeds. `displaced`: in every other one the sprites are somewhere else
    // when the flag is clicked. What depends on where they were when the project was saved does not hold
    // there.
    [[nodiscard]] std::vector<Repetition> play(const std::vector<Model>& models, std::uint32_t seed,
                                               int count, bool displaced = false) const;
};

// `count` runs with consecutive seeds, every other one elsewhere.
std::vector<Start> startsFrom(std::uint32_t seed, int count);

}  // namespace ounce::models::inference
