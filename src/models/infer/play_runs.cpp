#include "models/infer/play_runs.h"

#include <algorithm>

#include "base/parallel.h"
#include "vm/machine.h"

namespace ounce::models::inference {

namespace {

ModelStart displacedStart(const Program& program, const ModelStart& start, const MachineOptions& options) {
    ModelStart moved = start;
    Machine machine(program, moved.state, options);
    for (std::size_t i = 1; i < program.sprites.size(); i++) {
        const TargetState& t = *moved.state.targets[i];
        const double x = t.x + (i % 2 == 0 ? 23 : -31), y = t.y + (i % 3 == 0 ? 19 : -13);
        machine.moveTo(static_cast<std::int32_t>(i), x, y);
    }
    return moved;
}

}  // namespace

std::vector<Repetition> Runs::play(const std::vector<Model>& models, std::uint32_t seed, int count,
                                   bool displaced) const {
    RunOptions options;
    options.seconds = seconds;
    options.contradictions = false;
    const auto bound = bind(models, program, {});
    const ModelStart start = modelStart(program, options.machine);
    const ModelStart elsewhere = displaced ? displacedStart(program, start, options.machine) : start;
    std::vector<Repetition> all(static_cast<std::size_t>(count));
    inParallel(all.size(), static_cast<std::size_t>(std::max(1, jobs)), [&](std::size_t i, std::size_t) {
        if (stop && *stop) return;
        all[i] = playOnce(program, *bound, options, seed + static_cast<std::uint32_t>(i),
                          i % 2 == 0 ? start : elsewhere);
    });
    return all;
}

}  // namespace ounce::models::inference
