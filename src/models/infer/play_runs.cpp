#include "models/infer/play_runs.h"

#include <algorithm>

#include "base/parallel.h"

namespace ounce::models::inference {

std::vector<Repetition> Runs::play(const std::vector<Model>& models, std::uint32_t seed, int count) const {
    RunOptions options;
    options.seconds = seconds;
    options.contradictions = false;
    const auto bound = bind(models, program, {});
    const ModelStart start = modelStart(program, options.machine);
    std::vector<Repetition> all(static_cast<std::size_t>(count));
    inParallel(all.size(), static_cast<std::size_t>(std::max(1, jobs)), [&](std::size_t i, std::size_t) {
        if (stop && *stop) return;
        all[i] = playOnce(program, *bound, options, seed + static_cast<std::uint32_t>(i), start);
    });
    return all;
}

}  // namespace ounce::models::inference
