#include "neuro/judge.h"

#include <algorithm>

namespace ounce::neuro {

namespace {
constexpr int kMisses = 2;  // that a network may have before it is known not to be reliable
}

JudgeContext::JudgeContext(std::shared_ptr<const Program> theProgram, Dialect dialect, const Program* eyes)
    : program(std::move(theProgram)),
      machine(Suite().machineOptions()),
      fitness(program),
      vocabulary(program, dialect, eyes),
      start(testStart(*program, machine, 1)),
      startTrace(fitness.emptyTrace()) {
    coverStart(*program, startTrace.covered.data());
    for (std::size_t i = 0; i < fitness.statementGoals(); i++) {
        const Goal& goal = fitness.goals()[i];
        if (goal.dead) continue;
        goals.push_back(static_cast<GoalIndex>(i));
        statements.push_back(goal.statement);
    }
}

std::uint32_t drawSeed(Stream& seeds) { return 0x80000000u | static_cast<std::uint32_t>(seeds.bits() >> 33); }

namespace {
Play playFromStart(Player& player, const JudgeContext& context, const JudgeRules& rules, Genome& genome,
                   std::uint32_t seed, const Player::Enough& enough, const PlayNotes& notes = {}) {
    const Moment anew = rules.snapshot ? Moment() : testStart(*context.program, context.machine, seed);
    return player.play(genome, rules.snapshot ? context.start : anew, context.startTrace, seed, rules.play,
                       enough, notes);
}
}  // namespace

namespace {
// Ends plays that have reached all of the wanted goals, or can reach none of those that are left.
template <class Wanted>
Player::Enough enoughOf(Player& player, const JudgeContext& context, const JudgeRules& rules,
                        bool whenReached, Wanted wanted) {
    if (!whenReached && !rules.deadEnds) return {};
    return [&player, &context, &rules, whenReached, wanted](std::span<const std::uint8_t> covered,
                                                            const State& state) {
        bool looked = false;
        for (std::size_t g = 0; g < context.goals.size(); g++) {
            if (!wanted(g) || context.covers(covered, g)) continue;
            if (!rules.deadEnds) return false;
            if (!looked) player.future().look(state);
            looked = true;
            if (player.future().holds(context.statements[g])) return false;
        }
        return looked || whenReached;
    };
}
}  // namespace

Judgement judge(Player& player, const JudgeContext& context, const JudgeRules& rules, Genome genome,
                const GoalSet& open, std::int32_t target, Stream seeds) {
    const std::size_t goals = context.goals.size();
    Judgement result;
    result.genome = std::move(genome);
    result.hits.assign(goals, 0);
    result.nearness.assign(goals, 0);
    result.reliable.assign(goals, 0);
    result.confirmed.assign(goals, 0);
    const bool hasTarget = target != kNone;
    const auto aim = static_cast<std::size_t>(hasTarget ? target : 0);

    // Goals that were reached in all plays so far.
    GoalSet candidates(goals, 0);
    bool repeats = false;
    auto playOnce = [&](const Player::Enough& enough) {
        Play play = playFromStart(player, context, rules, result.genome, drawSeed(seeds), enough);
        result.steps += play.steps;
        result.plays++;
        result.newInputs.insert(result.newInputs.end(), play.newInputs.begin(), play.newInputs.end());
        result.newOutputs.insert(result.newOutputs.end(), play.newOutputs.begin(), play.newOutputs.end());
        result.interrupted = result.interrupted || play.interrupted;
        return play;
    };
    const Play first =
        playOnce(enoughOf(player, context, rules, false, [&](std::size_t g) { return open[g] != 0; }));
    if (result.interrupted) return result;
    std::vector<double> values(context.fitness.goals().size());
    context.fitness.fitnessOfAll(first.trace, values);
    for (std::size_t g = 0; g < goals; g++) {
        const double distance = values[static_cast<std::size_t>(context.goals[g])];
        result.nearness[g] = static_cast<float>(1 / (1 + distance));
        const bool counts = open[g] && (rules.manyObjectives || (hasTarget && g == aim));
        if (distance > 0) continue;
        result.hits[g] = 1;
        candidates[g] = counts ? 1 : 0;
        repeats = repeats || counts;
    }
    if (hasTarget) result.targetFitness = result.nearness[aim];
    if (!repeats) return result;
    // What is aimed at is counted to the end; all else only as long as it may become reliable.
    const bool counting = hasTarget && result.hits[aim] > 0;
    if (!rules.manyObjectives) {
        for (std::size_t g = 0; g < goals; g++) candidates[g] = open[g] && result.hits[g] > 0 ? 1 : 0;
    }
    auto wanted = [&](std::size_t g) { return candidates[g] || (counting && g == aim); };
    auto any = [&] {
        return std::any_of(candidates.begin(), candidates.end(), [](auto c) { return c != 0; });
    };
    const Player::Enough enough = enoughOf(player, context, rules, rules.earlyEnd, wanted);
    auto again = [&] {
        const Play play = playOnce(enough);
        if (result.interrupted) return;
        for (std::size_t g = 0; g < goals; g++) {
            const bool hit = context.covers(play.trace.covered, g);
            result.hits[g] += hit ? 1 : 0;
            if (!hit) candidates[g] = 0;
        }
        if (!hasTarget) return;
        const bool hit = context.covers(play.trace.covered, aim);
        result.targetFitness += hit ? 1 : 1 / (1 + context.fitness.fitness(context.goals[aim], play.trace));
    };
    for (int i = 1; i < rules.stableCount; i++) {
        if (!any() && !counting) return result;
        // As good as it has been so far it would be to the end, more or less.
        if (rules.racing && !any() && result.plays - result.hits[aim] > kMisses) {
            result.targetFitness *= static_cast<double>(rules.stableCount) / result.plays;
            return result;
        }
        again();
        if (result.interrupted) return result;
    }
    result.reliable = candidates;
    return result;
}

Replay replay(Player& player, const JudgeContext& context, const JudgeRules& rules, const Genome& genome,
              std::uint32_t seed, const GoalSet* wanted, bool withEvents) {
    const std::size_t goals = context.goals.size();
    Genome copy = genome;
    const Player::Enough enough = enoughOf(player, context, rules, wanted != nullptr,
                                           [&](std::size_t g) { return !wanted || (*wanted)[g] != 0; });
    Replay result;
    const Play play = playFromStart(player, context, rules, copy, seed, enough,
                                    {.events = withEvents ? &result.events : nullptr});
    result.covered.resize(goals);
    for (std::size_t g = 0; g < goals; g++) result.covered[g] = context.covers(play.trace.covered, g) ? 1 : 0;
    result.steps = play.steps;
    result.interrupted = play.interrupted;
    return result;
}

}  // namespace ounce::neuro
