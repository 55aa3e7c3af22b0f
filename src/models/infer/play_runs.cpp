#include "models/infer/play_runs.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/random.h"
#include "blocks/table.h"
#include "vm/machine.h"

namespace ounce::models::inference {

std::vector<Start> startsFrom(std::uint32_t seed, int count) {
    std::vector<Start> starts;
    for (int run = 0; run < count; run++)
        starts.push_back({seed + static_cast<std::uint32_t>(run), Runs::isElsewhere(run)});
    return starts;
}

// Half of the time a little, half of the time anywhere.
ModelStart Runs::elsewhere(const ModelStart& start, std::uint32_t seed) const {
    ModelStart moved = start;
    Machine machine(program, moved.state, RunOptions().machine);
    Random random(seed);
    const bool anywhere = random.next() < 0.5;
    std::vector<std::uint8_t> turns(program.sprites.size());
    for (const Statement& statement : program.statements) {
        if ((blockRow(statement.opcode).writtenFacets & facet::Direction) != 0)
            turns[static_cast<std::size_t>(statement.sprite)] = 1;
    }
    for (std::size_t i = 1; i < program.sprites.size(); i++) {
        const TargetState& t = *moved.state.targets[i];
        const double x = random.next() * 2 - 1, y = random.next() * 2 - 1;
        machine.moveTo(static_cast<std::int32_t>(i),
                       anywhere ? std::round(x * 200) : t.x + std::round(x * 40),
                       anywhere ? std::round(y * 140) : t.y + std::round(y * 40));
        // Who never turns looks where the project says; others look where they were left.
        if (turns[i]) machine.turnTo(static_cast<std::int32_t>(i), std::round(random.next() * 24) * 15 - 180);
    }
    return moved;
}

std::vector<Repetition> Runs::play(const std::vector<Model>& models, std::uint32_t seed, int count,
                                   bool displaced) const {
    RunOptions options;
    options.seconds = seconds;
    options.contradictions = false;
    const auto bound = bind(models, program, {});
    const ModelStart start = modelStart(program, options.machine);
    // Until it was played, none has reached anything.
    const Repetition none{.coverage = std::vector<std::uint8_t>(program.statements.size()), .whole = false};
    std::vector<Repetition> all(static_cast<std::size_t>(count), none);
    inParallel(all.size(), job.threads, [&](std::size_t i, std::size_t) {
        if (job.isOver()) return;
        const std::uint32_t own = seed + static_cast<std::uint32_t>(i);
        const bool moved = displaced && isElsewhere(static_cast<int>(i));
        all[i] = playOnce(program, *bound, options, own, moved ? elsewhere(start, own) : start, job);
    });
    return all;
}

}  // namespace ounce::models::inference
