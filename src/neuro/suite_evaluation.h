// Who plays in the suite: networks are evaluated under seeds that are the same for all, and the suite that is
// chosen is confirmed under other seeds. Where it misses something, networks often miss together, because
// they are relatives; so these seeds are among those that everybody is evaluated with from then on.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "neuro/evaluator.h"
#include "neuro/suite_choice.h"
#include "search/budget.h"

namespace ounce::neuro {

struct Missed {
    std::size_t goal = 0;
    std::uint32_t seed = 0;
};

class SuiteEvaluation {
  public:
    // How plays are made; an empty answer means that there is no time left.
    struct Plays {
        // One network, a play for each seed; what it did in the first.
        std::function<std::vector<Replay>(const Genome&, std::span<const std::uint32_t> seeds,
                                          std::int64_t steps)>
            evaluate;
        // All networks of a suite together: what they reach of the wanted goals under each seed.
        std::function<std::vector<GoalSet>(const SuiteOfNetworks&, std::span<const std::uint32_t> seeds,
                                           const GoalSet& wanted)>
            confirm;
    };

    // Everybody is evaluated with `seeds`; what a network does with the first of them is kept.
    SuiteEvaluation(Plays plays, Seeds seeds) : plays_(std::move(plays)), seeds_(std::move(seeds)) {}

    [[nodiscard]] SuiteOfNetworks choose(const Archive& archive, const GoalSet& known);
    // Whether somebody was not evaluated for the last choice, because there was no time.
    [[nodiscard]] bool wasCutShort() const { return cutShort_; }
    // What a suite that was chosen misses, of what it reaches with other seeds.
    [[nodiscard]] std::vector<Missed> missed(const SuiteOfNetworks& suite) const;
    // What the suite misses of what it seemed to reach reliably, under at most this many seeds, while there
    // is `time`.
    [[nodiscard]] std::vector<Missed> confirm(const SuiteOfNetworks& suite, const Seeds& seeds,
                                              const std::function<bool()>& time);

  private:
    std::optional<Evidence> evaluate(const std::shared_ptr<const Genome>& genome, std::int64_t steps);

    Plays plays_;
    Seeds seeds_;
    bool cutShort_ = false;
    std::map<std::uint32_t, EvaluatedNetwork> evaluated_;  // by id
};

// Plays of an evaluator, as long as the meter allows. All stay where they are.
SuiteEvaluation::Plays playsOf(Evaluator& evaluator, BudgetMeter& meter, const JudgeRules& rules,
                               const Job& job);

}  // namespace ounce::neuro
