#include "neuro/targets.h"

#include <algorithm>
#include <cmath>

namespace ounce::neuro {

namespace {
constexpr int kRefuted = 3;  // networks that were not confirmed before a goal counts as a matter of chance
constexpr double kFirstShare = 0.04;   // of the budget, for the first try of a target
constexpr int kLongest = 2;            // how often plays may become twice as long
constexpr std::size_t kHardSeeds = 6;  // that are kept for a goal
constexpr int kTriedInVain = 6;        // turns
constexpr double kNowAndThen = 1.5;    // the score of a network that reaches a goal in half of its plays
constexpr double kSmallRisk = 0.001;   // that all networks kept for a goal miss it
constexpr int kReliableWaits = 2;      // turns
}  // namespace

Targets::Targets(const JudgeContext& context, std::int64_t playSteps, bool longer)
    : context_(context),
      playSteps_(playSteps),
      longer_(longer),
      tried_(context.goals.size(), 0),
      turns_(context.goals.size(), 0),
      misses_(context.goals.size(), 0),
      refuted_(context.goals.size(), 0),
      chancyUpTo_(context.goals.size(), 0),
      hard_(context.goals.size()),
      unmet_(context.goals.size()),
      reached_(context.program->statements.size(), 0) {}

void Targets::reached(std::size_t goal) {
    reached_[static_cast<std::size_t>(context_.statements[goal])] = 1;
    anyReached_ = true;
}

// Whether what the goal depends on was reached: then it may be reached, too.
bool Targets::isNear(std::size_t goal) const {
    const auto controllers = context_.fitness.dependence().controllers(context_.statements[goal]);
    if (controllers.empty() || !anyReached_) return true;
    return std::any_of(controllers.begin(), controllers.end(), [&](const Dependence& d) {
        return !context_.fitness.flow().isStatement(d.node) ||
               reached_[static_cast<std::size_t>(d.node)] != 0;
    });
}

std::int32_t Targets::choose(const GoalSet& open, const GoalSet& reliable, const Archive& archive) const {
    // What seems reliable can wait for a while, not for ever: some goals cannot be reached at all. So can
    // what will probably be reached by one or the other, until a suite tells.
    auto turns = [&](std::size_t g) {
        const bool waits = reliable[g] || (!suiteKnown_ && archive.risk(g) < kSmallRisk);
        return turns_[g] + (waits ? kReliableWaits : 0);
    };
    auto best = [&](bool hardest) {
        std::int32_t found = kNone;
        auto better = [&](std::size_t a, std::size_t b) {
            const bool nearA = isNear(a), nearB = isNear(b);
            if (nearA != nearB) return nearA;
            if (turns(a) != turns(b)) return turns(a) < turns(b);
            if (suiteKnown_ && misses_[a] != misses_[b]) return misses_[a] < misses_[b];
            return hardest ? archive.score(a) < archive.score(b) : archive.score(a) > archive.score(b);
        };
        for (std::size_t g = 0; g < open.size(); g++) {
            if (!open[g] || (hardest && (archive.score(g) >= kNowAndThen || tried_[g] >= kTriedInVain)))
                continue;
            if (found == kNone || better(g, static_cast<std::size_t>(found)))
                found = static_cast<std::int32_t>(g);
        }
        return found;
    };
    // Where many goals are reached now and then, those that hardly ever are would not have their turn: every
    // second one is theirs.
    const std::int32_t hard = turn_ % 2 == 1 && !suiteKnown_ ? best(true) : kNone;
    return hard != kNone ? hard : best(false);
}

template <class Count>
void Targets::forAllLike(std::size_t target, const GoalSet& open, Count count) {
    const auto own = context_.fitness.dependence().controllers(context_.statements[target]);
    for (std::size_t g = 0; g < open.size(); g++) {
        const auto others = context_.fitness.dependence().controllers(context_.statements[g]);
        const bool same = g == target || std::equal(own.begin(), own.end(), others.begin(), others.end());
        if (same && open[g]) count(g);
    }
}

void Targets::countAsTried(std::size_t target, const GoalSet& open) {
    turn_++;
    forAllLike(target, open, [&](std::size_t g) { tried_[g]++, turns_[g]++; });
}

void Targets::countAsFutile(std::size_t target, const GoalSet& open) {
    forAllLike(target, open, [&](std::size_t g) { turns_[g]++; });
}

void Targets::refute(std::size_t goal, std::int64_t playSteps) {
    if (++refuted_[goal] < kRefuted) return;
    refuted_[goal] = 0;
    chancyUpTo_[goal] = std::max(chancyUpTo_[goal], playSteps);
}

void Targets::noteHard(std::size_t goal, std::uint32_t seed) {
    std::vector<std::uint32_t>& hard = hard_[goal];
    if (std::find(hard.begin(), hard.end(), seed) != hard.end()) return;
    if (hard.size() >= kHardSeeds) hard.erase(hard.begin());
    hard.push_back(seed);
}

void Targets::noteUnmet(std::size_t goal, std::uint32_t seed) {
    misses_[goal]++;
    if (unmet_[goal].size() < kHardSeeds) unmet_[goal].push_back(seed);
}

void Targets::beginRound() {
    suiteKnown_ = true;
    std::fill(turns_.begin(), turns_.end(), 0);
    std::fill(misses_.begin(), misses_.end(), 0);
    for (std::vector<std::uint32_t>& seeds : unmet_) seeds.clear();
}

std::vector<std::uint32_t> Targets::hardSeeds(std::size_t goal) const {
    std::vector<std::uint32_t> seeds = unmet_[goal];
    for (auto seed = hard_[goal].rbegin(); seed != hard_[goal].rend() && seeds.size() < kHardSeeds; seed++) {
        if (std::find(seeds.begin(), seeds.end(), *seed) == seeds.end()) seeds.push_back(*seed);
    }
    return seeds;
}

std::int64_t Targets::longest() const { return longer_ ? playSteps_ << kLongest : playSteps_; }

std::int64_t Targets::playSteps(std::size_t goal, const Archive& archive) const {
    const int reached = archive.score(goal) > 1 ? 1 : 0;  // sometimes, not reliably
    const std::int64_t again = playSteps_ << std::min(tried_[goal] - 1 + reached, kLongest);
    return std::min(longest(), std::max(again, 2 * chancyUpTo_[goal]));
}

bool Targets::isHopeless(std::size_t goal, std::int64_t playSteps, double spent) const {
    if (!longer_) return false;
    const double share = kFirstShare * std::pow(2, std::min(tried_[goal] - 1, kLongest));
    return (isChancy(goal, playSteps) && playSteps < longest()) || spent > share;
}

}  // namespace ounce::neuro
