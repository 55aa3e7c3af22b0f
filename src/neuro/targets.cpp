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
constexpr int kReliableWaits = 2;      // turns
}  // namespace

Targets::Targets(const JudgeContext& context, std::int64_t playSteps, bool longer)
    : context_(context),
      playSteps_(playSteps),
      longer_(longer),
      tried_(context.goals.size(), 0),
      refuted_(context.goals.size(), 0),
      chancyUpTo_(context.goals.size(), 0),
      hard_(context.goals.size()),
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
    // What seems reliable can wait for a while, not for ever: some goals cannot be reached at all.
    auto turns = [&](std::size_t g) { return tried_[g] + (reliable[g] ? kReliableWaits : 0); };
    auto best = [&](bool hardest) {
        std::int32_t found = kNone;
        auto better = [&](std::size_t a, std::size_t b) {
            const bool nearA = isNear(a), nearB = isNear(b);
            if (nearA != nearB) return nearA;
            if (turns(a) != turns(b)) return turns(a) < turns(b);
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
    const std::int32_t hard = turn_ % 2 == 1 ? best(true) : kNone;
    return hard != kNone ? hard : best(false);
}

void Targets::countAsTried(std::size_t target, const GoalSet& open) {
    turn_++;
    const auto own = context_.fitness.dependence().controllers(context_.statements[target]);
    for (std::size_t g = 0; g < open.size(); g++) {
        const auto others = context_.fitness.dependence().controllers(context_.statements[g]);
        const bool same = g == target || std::equal(own.begin(), own.end(), others.begin(), others.end());
        if (same && open[g]) tried_[g]++;
    }
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
