#include "neuro/suite_evaluation.h"

#include <algorithm>

namespace ounce::neuro {

namespace {
constexpr std::size_t kTogether = 16;  // seeds of a confirmation between two looks at what was missed
constexpr std::size_t kMostSeeds = 64;
}  // namespace

SuiteOfNetworks SuiteEvaluation::choose(const Archive& archive, const GoalSet& known) {
    cutShort_ = false;
    return safestSuite(
        archive, known,
        [&](const std::shared_ptr<const Genome>& genome, std::int64_t steps) {
            return evaluate(genome, steps);
        },
        evaluated_);
}

std::vector<Missed> SuiteEvaluation::missed(const SuiteOfNetworks& suite) const {
    std::vector<Missed> missed;
    for (const MissedPlay& one : suite.missed) missed.push_back({one.goal, seeds_[one.play]});
    return missed;
}

// Only with those seeds that it was not evaluated with before.
std::optional<Evidence> SuiteEvaluation::evaluate(const std::shared_ptr<const Genome>& genome,
                                                  std::int64_t steps) {
    EvaluatedNetwork& evaluated = evaluated_[genome->id];
    if (!evaluated.genome || evaluated.steps != steps) evaluated = {genome, steps, {}};
    const std::size_t done = evaluated.evidence.covered.size();
    if (done == seeds_.size()) return evaluated.evidence;
    std::vector<Replay> plays = plays_.evaluate(*genome, std::span(seeds_).subspan(done), steps);
    if (plays.empty()) {
        if (done == 0) evaluated_.erase(genome->id);
        cutShort_ = true;
        return std::nullopt;
    }
    if (done == 0) evaluated.evidence.first = {std::move(plays[0].events), plays[0].steps};
    for (Replay& play : plays) evaluated.evidence.add(std::move(play.covered));
    return evaluated.evidence;
}

std::vector<Missed> SuiteEvaluation::confirm(const SuiteOfNetworks& suite, const Seeds& seeds,
                                             const std::function<bool()>& time) {
    std::vector<Missed> missed;
    for (std::size_t first = 0; first < seeds.size() && missed.empty() && time(); first += kTogether) {
        const auto now = std::span(seeds).subspan(first, std::min(kTogether, seeds.size() - first));
        const std::vector<GoalSet> reached = plays_.confirm(suite, now, suite.reliable);
        for (std::size_t i = 0; i < reached.size(); i++) {
            bool any = false;
            for (std::size_t g = 0; g < suite.reliable.size(); g++) {
                if (!suite.reliable[g] || reached[i][g]) continue;
                missed.push_back({g, now[i]});
                any = true;
            }
            if (any && seeds_.size() < kMostSeeds) seeds_.push_back(now[i]);
        }
    }
    return missed;
}

SuiteEvaluation::Plays playsOf(Evaluator& evaluator, BudgetMeter& meter, const JudgeRules& rules,
                               const Job& job) {
    SuiteEvaluation::Plays plays;
    plays.evaluate = [=, &evaluator, &meter](const Genome& genome, std::span<const std::uint32_t> seeds,
                                             std::int64_t steps) {
        std::vector<Replay> made;
        if (job.isStopped() || meter.exhausted()) return made;
        JudgeRules own = rules;
        own.play.steps = steps;
        made = evaluator.replay(genome, seeds, own, nullptr, true);
        for (const Replay& replay : made) meter.spend(1, replay.steps, 0);
        if (std::any_of(made.begin(), made.end(), [](const Replay& r) { return r.interrupted; }))
            made.clear();
        return made;
    };
    plays.confirm = [=, &evaluator, &meter](const SuiteOfNetworks& suite,
                                            std::span<const std::uint32_t> seeds, const GoalSet& wanted) {
        std::vector<SuiteMember> members;
        for (const FoundNetwork& network : suite.networks)
            members.push_back({&network.genome, network.steps});
        std::vector<GoalSet> reached;
        for (Together& one : evaluator.together(members, seeds, rules, wanted)) {
            meter.spend(one.plays, one.steps, 0);
            if (one.interrupted) return std::vector<GoalSet>();
            reached.push_back(std::move(one.reached));
        }
        return reached;
    };
    return plays;
}

}  // namespace ounce::neuro
