#include "neuro/judge.h"

#include <algorithm>

namespace ounce::neuro {

namespace {
constexpr int kMisses = 2;         // that a network may have before it is known not to be reliable
constexpr double kSurvival = 0.3;  // how much of what a missed goal lacks is made good by surviving
constexpr double kLongLife = 300;  // steps; half of that is for them
}  // namespace

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
// How long a goal was within reach.
struct Survival {
    StatementIndex goal = kNone;
    std::uint64_t until = 0;  // the last step in which it was seen to be
};

// Ends plays that have reached all of the wanted goals, or can reach none of those that are left.
template <class Wanted>
Player::Enough enoughOf(Player& player, const JudgeContext& context, const JudgeRules& rules,
                        bool whenReached, Wanted wanted, Survival* survival = nullptr) {
    if (!whenReached && !rules.deadEnds && !survival) return {};
    return [&player, &context, &rules, whenReached, wanted, survival](std::span<const std::uint8_t> covered,
                                                                      const State& state) {
        bool looked = false, left = false;
        if (survival && !covered[static_cast<std::size_t>(survival->goal)]) {
            player.future().look(state);
            looked = true;
            if (player.future().holds(survival->goal)) survival->until = state.step;
        }
        for (std::size_t g = 0; g < context.goals.size(); g++) {
            if (!wanted(g) || context.covers(covered, g)) continue;
            left = true;
            if (!rules.deadEnds) return false;
            if (!looked) player.future().look(state);
            looked = true;
            if (player.future().holds(context.statements[g])) return false;
        }
        return left || whenReached;
    };
}
}  // namespace

Judgement judge(Player& player, const JudgeContext& context, const JudgeRules& rules, Genome genome,
                const GoalSet& open, const Target& target, Stream seeds) {
    const std::size_t goals = context.goals.size();
    Judgement result;
    result.genome = std::move(genome);
    result.hits.assign(goals, 0);
    result.trials.assign(goals, 1);
    result.nearness.assign(goals, 0);
    result.reliable.assign(goals, 0);
    result.confirmed.assign(goals, 0);
    const bool hasTarget = target.goal != kNone;
    const auto aim = static_cast<std::size_t>(hasTarget ? target.goal : 0);

    // Goals that were reached in all plays so far.
    GoalSet candidates(goals, 0);
    bool repeats = false;
    Survival survival;
    if (hasTarget) survival.goal = context.statements[aim];
    Survival* const watched = hasTarget && rules.survival ? &survival : nullptr;
    auto playOnce = [&](std::uint32_t seed, const Player::Enough& enough) {
        survival.until = context.start.state.step;
        Play play = playFromStart(player, context, rules, result.genome, seed, enough);
        result.steps += play.steps;
        result.plays++;
        result.newInputs.insert(result.newInputs.end(), play.newInputs.begin(), play.newInputs.end());
        result.newOutputs.insert(result.newOutputs.end(), play.newOutputs.begin(), play.newOutputs.end());
        result.interrupted = result.interrupted || play.interrupted;
        return play;
    };
    auto missed = [&](double nearness) {
        const auto lived = static_cast<double>(survival.until - context.start.state.step);
        return nearness + (1 - nearness) * kSurvival * lived / (lived + kLongLife);
    };
    const Play first = playOnce(drawSeed(seeds), enoughOf(
                                                     player, context, rules, false,
                                                     [&](std::size_t g) { return open[g] != 0; }, watched));
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
    if (hasTarget)
        result.targetFitness = result.hits[aim] > 0 ? 1 : missed(static_cast<double>(result.nearness[aim]));
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
    const Player::Enough enough = enoughOf(player, context, rules, rules.earlyEnd, wanted, watched);
    auto again = [&](std::uint32_t seed) {
        Play play = playOnce(seed, enough);
        if (hasTarget && !result.interrupted) {
            const bool hit = context.covers(play.trace.covered, aim);
            result.targetFitness +=
                hit ? 1 : missed(1 / (1 + context.fitness.fitness(context.goals[aim], play.trace)));
        }
        return play;
    };
    // As good as it has been so far it would be to the end, more or less.
    auto inAll = [&] {
        const double plays = hasTarget && result.hits[aim] > 0 ? rules.stableCount : 1;
        result.targetFitness *= plays / result.plays;
    };
    for (int i = 1; i < rules.stableCount; i++) {
        const bool losing = rules.racing && hasTarget && result.plays - result.hits[aim] > kMisses;
        if (!any() && (!counting || losing)) {
            inAll();
            return result;
        }
        const Play play = again(drawSeed(seeds));
        if (result.interrupted) return result;
        for (std::size_t g = 0; g < goals; g++) {
            const bool hit = context.covers(play.trace.covered, g);
            result.hits[g] += hit ? 1 : 0;
            result.trials[g]++;
            if (!hit) candidates[g] = 0;
        }
    }
    inAll();
    if (hasTarget && rules.stableCount - result.hits[aim] <= kMisses) {
        for (const std::uint32_t seed : target.hardSeeds) {
            const Play play = again(seed);
            if (result.interrupted) return result;
            result.hardHits += context.covers(play.trace.covered, aim) ? 1 : 0;
        }
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
                                    {.events = withEvents ? &result.events : nullptr, .distances = false});
    result.covered.resize(goals);
    for (std::size_t g = 0; g < goals; g++) result.covered[g] = context.covers(play.trace.covered, g) ? 1 : 0;
    result.steps = play.steps;
    result.interrupted = play.interrupted;
    return result;
}

}  // namespace ounce::neuro
