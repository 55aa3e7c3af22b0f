// How surprised a network is: what flows into its hidden nodes, compared with what did in plays of a program
// that is right. Likelihood-based surprise adequacy (Kim, Feldt and Yoo, 2019), by round and node.
//
// A play is judged by one number, the sum of all its surprises, each limited. What is too much is not a
// constant but follows from the reference plays themselves: each is compared with the others, and a play
// counts as suspicious if it is more surprising than all but a stated part of these (conformal, leaving one
// out). With n plays the rate of false alarms is at most 1 / (n + 1) where the rate asked for is that small.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "neuro/dynamic_suite.h"
#include "neuro/judge.h"

namespace ounce::neuro {

// -ln of the density at x that a Gaussian kernel estimates from the values, which are sorted. `leaveOut`: one
// of them (any equal to this number) does not count.
double likelihoodSurprise(const std::vector<double>& sorted, double x, const double* leaveOut = nullptr);

// One play, as far as it is compared.
struct WatchedPlay {
    std::vector<ActivationRow> rows{};
    std::int64_t steps = 0;
    bool reachedTarget = true;
    std::set<std::string> newEvents{};  // that the network had no node for
    std::vector<std::uint8_t> covered{};
};

enum class Suspicion : std::uint8_t { None, Surprise, NewEvent, TargetMissed };
std::string_view suspicionName(Suspicion suspicion);  // "", "surprise", "new event", "target not reached"

class Reference {
  public:
    // `rate`: of false alarms by surprise.
    Reference(const std::vector<WatchedPlay>& plays, double rate);
    [[nodiscard]] double score(const WatchedPlay& play) const { return scoreOf(play, false); }
    [[nodiscard]] double threshold() const { return threshold_; }
    [[nodiscard]] Suspicion judge(const WatchedPlay& play) const;
    [[nodiscard]] const ReferenceTraces& traces() const { return traces_; }

  private:
    [[nodiscard]] double scoreOf(const WatchedPlay& play, bool isOneOfThese) const;

    ReferenceTraces traces_;       // sorted values
    std::vector<double> lengths_;  // of the plays, sorted
    std::set<std::string> events_;
    bool alwaysReached_ = true;
    double threshold_ = 0;
};

// The network plays once on the program of the context.
WatchedPlay watchNetwork(Player& player, const JudgeContext& context, const NetworkFile& network,
                         const PlayRules& rules, std::uint32_t seed);

}  // namespace ounce::neuro
