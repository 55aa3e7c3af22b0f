#include "verify/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

#include "base/words.h"
#include "spec/watch.h"
#include "verify/clicks.h"
#include "verify/intervals.h"
#include "verify/slice.h"

namespace ounce::verify {
namespace {

// Gives every block what the explorer had in mind for it, in order, and writes it down. By block, because
// what was explored may be a slice of the program.
class PlannedChoices final : public Choices {
  public:
    PlannedChoices(const Program& program, const Program& explored, const std::vector<Pick>& plan)
        : recorded_(program), plans_(program.statements.size()), next_(program.statements.size()) {
        std::map<std::pair<std::int16_t, std::string>, std::size_t> places;
        for (std::size_t i = 0; i < program.statements.size(); i++)
            places[{program.statements[i].sprite, program.statementIds[i]}] = i;
        for (const Pick& pick : plan) {
            const auto from = static_cast<std::size_t>(pick.statement);
            const auto at = places.find({explored.statements[from].sprite, explored.statementIds[from]});
            if (at != places.end()) plans_[at->second].push_back(pick.outcome);
        }
    }

    double pick(const Domain& domain, double drawn, std::int32_t statement) override {
        double outcome = domain.outcome(drawn);
        const auto place = static_cast<std::size_t>(statement);
        const std::vector<double>& plan = plans_[place];
        if (next_[place] < plan.size() && domain.contains(plan[next_[place]])) outcome = plan[next_[place]];
        next_[place]++;
        // Written down as the only outcome of a domain of its own.
        return recorded_.pick({domain.kind, outcome, outcome}, 0, statement);
    }
    [[nodiscard]] std::vector<Draws> draws() const { return recorded_.draws(); }

  private:
    RecordingChoices recorded_;
    std::vector<std::vector<double>> plans_;
    std::vector<std::size_t> next_;
};

constexpr std::uint64_t kPatience = 60;
// Of the time: the rest is for the whole program, should the slice be no good.
constexpr double kSliceUntil = 0.8;

// Runs it with plain numbers from the beginning. None: the property holds after all.
std::optional<Witness> confirm(const Program& program, const Program& explored, const spec::Monitor& monitor,
                               const Counterexample& example, const ExploreOptions& how) {
    const MachineOptions& options = how.machine;
    Witness witness;
    witness.log.machine = options;
    witness.log.inputs = example.inputs;
    // Where a slice was stopped from outside, the program has to stop itself.
    if (!how.alphabet.interrupts && !hearsStops(monitor))
        std::erase_if(witness.log.inputs,
                      [](const InputEvent& e) { return e.kind == InputEvent::Kind::StopAll; });
    State state = initialState(program, options, witness.log.seed);
    Machine machine(program, state, options);
    PlannedChoices choices(program, explored, example.picks);
    machine.choices = &choices;
    const std::vector<spec::Monitor> monitors{monitor};
    spec::Watch watch(monitors, machine);
    std::size_t next = 0;
    const std::vector<InputEvent>& inputs = witness.log.inputs;
    // The program may take longer than a slice of it, which could end every step as it liked.
    const std::uint64_t steps = &program == &explored ? example.steps : 2 * example.steps + kPatience;
    for (std::uint64_t step = 0; step < steps && !watch.anyViolated(); step++) {
        const std::size_t first = next;
        for (; next < inputs.size() && inputs[next].step <= step; next++) {
            // A slice may be at rest while the program is not.
            const bool isFlag = inputs[next].kind == InputEvent::Kind::GreenFlag;
            if (isFlag && !how.alphabet.interrupts && !machine.idle()) return std::nullopt;
            // And what covers a sprite may have been left out.
            if (!isPossible(program, state, inputs[next])) return std::nullopt;
        }
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

// What has to happen before the property says anything, and does not.
std::string neverHappens(const spec::Monitor& monitor) {
    return monitor.triggerText.empty() ? "what it speaks of happens"
                                       : fmt::format("«{}» happens", monitor.triggerText);
}

// Explores, and once more where that showed that other answers are worth typing.
Exploration explored(const std::shared_ptr<const Program>& program, const spec::Monitor& monitor,
                     ExploreOptions options, const Job& job) {
    constexpr int kMostRounds = 4;
    for (int round = 1;; round++) {
        Exploration found = Explorer(program, monitor, options, job).explore();
        if (found.learnt.empty() || found.violation || !found.isExhausted) {
            if (!found.learnt.empty())
                found.gaps.emplace_back("answers were compared with values that nobody typed");
            return found;
        }
        if (round == kMostRounds) {
            found.gaps.emplace_back("answers are compared with more and more values");
            return found;
        }
        for (const std::string& text : found.learnt) options.alphabet.texts.push_back(text);
    }
}

// The verdict on what was explored: the program, or a slice of it.
CheckResult judge(const std::shared_ptr<const Program>& program, const Program& explored,
                  const spec::Monitor& monitor, const Exploration& found, const ExploreOptions& options) {
    CheckResult result{.name = monitor.name, .explanation = monitor.explanation};
    result.states = found.states;
    result.steps = found.depth;
    result.questions = found.questions;
    if (found.violation) {
        result.witness = confirm(*program, explored, monitor, *found.violation, options);
        if (result.witness) {
            result.verdict = Verdict::Violated;
            result.steps = result.witness->violationStep;
            result.message = result.witness->message;
            result.how = fmt::format("a run of {} violates it", counted(result.steps, "step"));
        } else {
            result.how = "a violation was found that a plain run does not show";
        }
    } else if (found.isExhausted && found.gaps.empty() && !found.triggered) {
        result.verdict = Verdict::Vacuous;
        result.how =
            fmt::format("{} in none of the {} that can be reached: it says nothing about this program",
                        neverHappens(monitor), counted(found.states, "state"));
    } else if (found.isExhausted && found.gaps.empty()) {
        result.verdict = Verdict::Safe;
        result.how = fmt::format("exhausted: none of the {} that can be reached violates it",
                                 counted(found.states, "state"));
    } else if (found.isExhausted) {
        result.verdict = Verdict::Bounded;
        result.how = fmt::format("no violation in {}, but not everything could be tried: {}{}",
                                 counted(found.states, "state"), fmt::join(found.gaps, "; "),
                                 found.triggered ? "" : "; " + neverHappens(monitor) + " in any of them");
    } else {
        result.verdict = Verdict::Bounded;
        result.how = fmt::format("no violation in {}, up to {}; stopped by the limit on {}{}{}",
                                 counted(found.states, "state"), counted(found.depth, "step"), found.ended,
                                 found.gaps.empty() ? "" : "; ", fmt::join(found.gaps, "; "));
    }
    return result;
}

std::string beginning(const ExploreOptions& options) {
    return options.anyInitialValues ? "variables begin with anything"
                                    : "variables begin as the project has them";
}

// Whether the property ever has something to say, as far as a short search shows.
enum class Trigger : std::uint8_t { Comes, NeverComes, NotSeen };
Trigger triggerOf(const std::shared_ptr<const Program>& program, const spec::Monitor& monitor,
                  ExploreOptions options, const Job& job) {
    constexpr std::uint64_t kFew = 3000;
    options.untilTriggered = true;
    options.states = options.states == 0 ? kFew : std::min(options.states, kFew);
    const Exploration found = Explorer(program, monitor, options, job).explore();
    if (found.triggered || found.violation) return Trigger::Comes;
    return found.isExhausted && found.gaps.empty() && found.learnt.empty() ? Trigger::NeverComes
                                                                           : Trigger::NotSeen;
}

// A proof without visiting a single state, if ranges are enough for one.
std::optional<CheckResult> proveByIntervals(const std::shared_ptr<const Program>& whole,
                                            const spec::Monitor& monitor, const ExploreOptions& options,
                                            const Job& job) {
    const Program& program = *whole;
    const auto invariants = invariantsOf(program, monitor, {options.machine, options.anyInitialValues}, job);
    if (!invariants || !follows(monitor, *invariants)) return std::nullopt;
    CheckResult result{.name = monitor.name, .explanation = monitor.explanation};
    result.verdict = Verdict::Safe;
    result.how = fmt::format("by intervals: at the end of every step {}", describe(monitor, *invariants));
    if (monitor.trigger != kNone) {
        switch (triggerOf(whole, monitor, options, job)) {
            case Trigger::Comes: break;
            case Trigger::NotSeen:
                result.how += fmt::format("; whether «{}» ever happens was not seen", monitor.triggerText);
                break;
            case Trigger::NeverComes:
                result.verdict = Verdict::Vacuous;
                result.how = fmt::format("«{}» never happens: it says nothing about this program",
                                         monitor.triggerText);
                break;
        }
    }
    result.assumptions = {
        "whatever is pressed, clicked, dragged, typed or drawn, and whenever the flag is clicked",
        "no script does more in one step than Ounce lets it do, or takes too much memory",
        beginning(options)};
    return result;
}

}  // namespace

CheckResult check(const std::shared_ptr<const Program>& program, const spec::Spec& spec, std::size_t place,
                  const ExploreOptions& options, const Job& job) {
    const spec::Monitor monitor = spec::bind(spec, *program)[place];
    if (!monitor.error.empty())
        return {.name = monitor.name, .explanation = monitor.explanation, .how = monitor.error};
    if (options.intervals) {
        if (auto proof = proveByIntervals(program, monitor, options, job)) return std::move(*proof);
    }
    std::vector<std::string> assumptions = Alphabet(program, monitor, options.alphabet).assumptions();
    assumptions.push_back(beginning(options));
    const auto slice =
        options.slices ? sliceFor(*program, monitor, Influence(*program, monitor)) : std::optional<Slice>();
    if (slice) {
        ExploreOptions part = options;
        part.isSlice = true;
        part.alphabet.covered = true;
        part.alphabet.stops = slice->anyStop;
        const spec::Monitor bound = spec::bind(spec, *slice->program)[place];
        const Exploration found = explored(slice->program, bound, part, job.part(kSliceUntil));
        CheckResult result = judge(program, *slice->program, monitor, found, options);
        // A slice that is no good, or that does what the program does not, leaves everything open.
        const bool isGood = !found.passesMatter && result.verdict != Verdict::Unknown;
        if (isGood && bound.error.empty()) {
            result.assumptions = std::move(assumptions);
            result.assumptions.push_back(
                fmt::format("left out, because they cannot influence it: {} of {} scripts ({})",
                            slice->removed, slice->removed + slice->kept, fmt::join(slice->sprites, ", ")));
            if (slice->anyStop)
                result.assumptions.push_back("scripts that were left out stop all only between two steps");
            return result;
        }
    }
    const Exploration found = explored(program, monitor, options, job);
    CheckResult result = judge(program, *program, monitor, found, options);
    result.assumptions = std::move(assumptions);
    return result;
}

}  // namespace ounce::verify
