#include "verify/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "spec/watch.h"

namespace ounce::verify {
namespace {

// Gives what the explorer had in mind, in order, and writes down who got it.
class PlannedChoices final : public Choices {
  public:
    PlannedChoices(const Program& program, const std::vector<Pick>& plan) : recorded_(program), plan_(plan) {}

    double pick(const Domain& domain, double drawn, std::int32_t statement) override {
        double outcome = domain.outcome(drawn);
        if (next_ < plan_.size() && plan_[next_].statement == statement &&
            domain.contains(plan_[next_].outcome))
            outcome = plan_[next_].outcome;
        next_++;
        // Written down as the only outcome of a domain of its own.
        return recorded_.pick({domain.kind, outcome, outcome}, 0, statement);
    }
    [[nodiscard]] std::vector<Draws> draws() const { return recorded_.draws(); }

  private:
    RecordingChoices recorded_;
    const std::vector<Pick>& plan_;
    std::size_t next_ = 0;
};

// Runs it with plain numbers from the beginning. None: the property holds after all.
std::optional<Witness> confirm(const Program& program, const spec::Monitor& monitor,
                               const Counterexample& example, const MachineOptions& options) {
    Witness witness;
    witness.log.machine = options;
    witness.log.inputs = example.inputs;
    State state = initialState(program, options, witness.log.seed);
    Machine machine(program, state, options);
    PlannedChoices choices(program, example.picks);
    machine.choices = &choices;
    const std::vector<spec::Monitor> monitors{monitor};
    spec::Watch watch(monitors, machine);
    std::size_t next = 0;
    const std::vector<InputEvent>& inputs = example.inputs;
    for (std::uint64_t step = 0; step < example.steps && !watch.anyViolated(); step++) {
        const std::size_t first = next;
        while (next < inputs.size() && inputs[next].step <= step) next++;
        machine.step(std::span(inputs).subspan(first, next - first));
        watch.afterStep();
    }
    if (!watch.anyViolated()) return std::nullopt;
    const spec::PropertyResult result = watch.results().front();
    witness.log.steps = state.step;
    witness.log.draws = choices.draws();
    witness.property = monitor.name;
    witness.propertyText = monitor.text;
    witness.message = result.message;
    witness.violationStep = result.step;
    witness.violations = {monitor.name};
    witness.programHash = hashOf(program);
    return witness;
}

}  // namespace

CheckResult check(const std::shared_ptr<const Program>& program, const spec::Monitor& monitor,
                  const ExploreOptions& options) {
    CheckResult result{.name = monitor.name, .explanation = monitor.explanation};
    if (!monitor.error.empty()) {
        result.how = monitor.error;
        return result;
    }
    Explorer explorer(program, monitor, options);
    Exploration found = explorer.explore();
    result.states = found.states;
    result.steps = found.depth;
    result.questions = found.questions;
    result.assumptions = Alphabet(program, monitor, options.alphabet).assumptions();
    result.assumptions.push_back(options.anyInitialValues
                                     ? "variables begin with any whole number from -9999 to 9999"
                                     : "variables begin as the project has them");
    if (found.violation) {
        result.witness = confirm(*program, monitor, *found.violation, options.machine);
        if (result.witness) {
            result.verdict = Verdict::Violated;
            result.steps = result.witness->violationStep;
            result.message = result.witness->message;
            result.how = fmt::format("a run of {} steps violates it", result.steps);
            return result;
        }
        result.how = "a violation was found that a plain run does not show";
        return result;
    }
    if (found.isExhausted && found.gaps.empty()) {
        result.verdict = Verdict::Safe;
        result.how = fmt::format("exhausted: none of the {} states that can be reached violates it{}",
                                 found.states, found.triggered ? "" : "; what it speaks of never happens");
        return result;
    }
    result.verdict = Verdict::Bounded;
    if (found.isExhausted) {
        result.how = fmt::format("not everything could be tried: {}", fmt::join(found.gaps, "; "));
    } else {
        result.how = fmt::format("no violation in {} states, up to {} steps; stopped by the limit on {}{}{}",
                                 found.states, found.depth, found.ended, found.gaps.empty() ? "" : "; ",
                                 fmt::join(found.gaps, "; "));
    }
    return result;
}

}  // namespace ounce::verify
