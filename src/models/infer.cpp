#include "models/infer.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <set>

#include "base/steps.h"
#include "models/infer/player.h"
#include "models/infer/rules.h"
#include "models/infer/trials.h"

namespace ounce::models {
namespace {

using namespace inference;

constexpr int kRounds = 4;                 // in which rules are made
constexpr std::size_t kMostRefuters = 30;  // runs that are watched between two of them

// The first look: amounts, values, texts. What models can be about follows from it.
void lookAt(World& world, const Model& player, const Runs& runs, const InferOptions& options) {
    const MachineOptions machineOptions = Suite().machineOptions();
    const auto bound = bind({player}, world.program, {});
    const ModelStart start = modelStart(world.program, machineOptions);
    for (int run = 0; run < options.looking; run++) {
        if (runs.job.isOver()) return;
        const auto seed = static_cast<std::uint32_t>(runs.job.seed + static_cast<std::uint64_t>(run));
        State state = Runs::isElsewhere(run) ? runs.elsewhere(start, seed).state : start.state;
        state.random = Generator(seed);
        Machine machine(world.program, state, machineOptions);
        Watcher watcher(world, machine);
        ModelPlay play(*bound, machine, {.seed = seed});
        for (double step = 0; step < options.seconds * kStepsPerSecond && !runs.job.isOver(); step++) {
            play.beforeStep();
            machine.step();
            play.afterStep();
            watcher.afterStep();
        }
    }
    findWhatIsSet(world, start.state, machineOptions);
}

// Of several that say nearly the same, the first that holds stays: the most exact.
void inOrder(Candidates& candidates) {
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.weight > b.weight; });
}

Candidates propose(const World& world, const Traces& traces, const InferOptions& options) {
    Candidates candidates;
    proposeCauses(world, traces, candidates);
    proposeDuring(world, traces, candidates);
    proposeFollowing(world, traces, candidates);
    proposeValues(world, traces, candidates);
    proposeRelations(world, traces, candidates);
    proposeHappening(world, traces, candidates);
    if (!options.amounts) std::erase_if(candidates, [](const Candidate& one) { return one.howMuch; });
    inOrder(candidates);
    return candidates;
}

void append(std::vector<Model>& models, Candidates candidates) {
    for (Candidate& candidate : candidates) {
        models.push_back(std::move(candidate.model));
        // For whoever strikes out what other solutions may do in another way.
        if (candidate.howMuch) models.back().explanation += " (amount)";
    }
}

}  // namespace

Inferred inferModels(const std::shared_ptr<const Program>& program, const InferOptions& options,
                     const Job& job) {
    const Runs runs{*program, options.seconds, job};
    const auto firstSeed = static_cast<std::uint32_t>(job.seed);
    job.report(0.0, "looking for a player");
    World world = findWorld(program);
    Player player = choosePlayer(world, runs, firstSeed);
    job.report(0.1, "looking at the program");
    lookAt(world, player.model, runs, options);
    Traces traces{.atoms = findAtoms(world)};
    watchRuns(world, player.model, runs, startsFrom(firstSeed + 10000, options.watching), traces);

    Ending ending = proposeEnding(world, traces);
    Inferred result{.candidates = ending.program.size() + ending.after.size(), .coverage = player.coverage};
    std::vector<Model> always{player.model};
    append(always, ending.program);
    Trials trials(runs, std::move(always));

    // Most of what is wrong fails soon; the many runs are for the few that are left. What fails seldom is
    // nearly right: the runs in which it did are watched, and then rules are made once more.
    Candidates candidates;
    std::set<std::string> known;
    for (int round = 0; round < kRounds; round++) {
        Candidates fresh = propose(world, traces, options);
        std::erase_if(fresh,
                      [&](const Candidate& one) { return !known.insert(one.model.explanation).second; });
        result.candidates += fresh.size();
        job.report(0.2 + 0.15 * round, fmt::format("trying {} rules", fresh.size()));
        const std::uint32_t seed = firstSeed + 100000 + static_cast<std::uint32_t>(round) * 5000;
        trials.tryOut(fresh, seed, options.trying / 15);
        trials.tryOut(fresh, seed + 1000, options.trying);
        trials.tryOut(fresh, seed + 2000, std::min(options.refining, options.confirming));
        std::move(fresh.begin(), fresh.end(), std::back_inserter(candidates));
        const std::vector<Start> refuters = trials.takeRefuters(kMostRefuters);
        if (refuters.empty()) break;
        watchRuns(world, player.model, runs, refuters, traces);
    }
    inOrder(candidates);
    for (Candidate& after : ending.after) candidates.push_back(std::move(after));
    job.report(0.8, fmt::format("confirming {} rules", candidates.size()));
    result.expectedFails = trials.confirm(candidates, firstSeed + 300000, options.confirming,
                                          std::max(options.confirming, options.most));
    result.dropped = trials.takeDropped();
    keepMostExact(candidates);
    append(result.program, std::move(ending.program));
    append(result.program, std::move(candidates));
    result.user = std::move(player.model);
    return result;
}

}  // namespace ounce::models
