#include "verify/witness_choices.h"

#include <fmt/format.h>

#include "base/number.h"
#include "spec/evaluate.h"
#include "spec/parse.h"
#include "vm/machine.h"

namespace ounce::verify {
namespace {

InputEvent eventOf(const Assignment& assignment) {
    InputEvent event;
    event.kind = InputEvent::Kind::SetVariable;
    event.name = assignment.actor;
    event.variable = assignment.variable;
    event.value = assignment.value;
    return event;
}

}  // namespace

WitnessChoices::WitnessChoices(const Machine& machine, const Witness& witness)
    : machine_(machine), witness_(witness), replayed_(machine.program, witness.log.draws) {
    for (const Mock& mock : witness.mocks) start(mock);
}

void WitnessChoices::start(const Mock& mock) {
    Running running{.mock = &mock};
    if (mock.kind == Mock::Kind::Conditional) {
        for (const MockEffect& effect : mock.effects) {
            const auto spec = spec::parse(fmt::format("condition: never ({})", effect.when), "when");
            std::vector<spec::Monitor> bound;
            if (spec) bound = spec::bind(*spec, machine_.program);
            const bool usable = bound.size() == 1 && bound[0].error.empty() && bound[0].cells == 0 &&
                                !bound[0].hearsEvents && bound[0].condition != kNone;
            if (!usable) {
                std::string why = "it must be a condition on the present alone";
                if (!spec) why = spec.error().message();
                if (!bound.empty() && !bound[0].error.empty()) why = bound[0].error;
                notes_.push_back(fmt::format("the mock of {} cannot be used: «{}»: {}",
                                             mockName(mock.function), effect.when, why));
                return;
            }
            running.conditions.push_back(std::move(bound[0]));
        }
    }
    running_.push_back(std::move(running));
}

std::vector<InputEvent> WitnessChoices::initialAssignments(const Witness& witness) {
    std::vector<InputEvent> all;
    for (const Mock& mock : witness.mocks) {
        for (const Assignment& assignment : mock.initially) all.push_back(eventOf(assignment));
    }
    return all;
}

std::vector<InputEvent> WitnessChoices::takeAssignments() { return std::exchange(assignments_, {}); }

void WitnessChoices::refuse(const std::string& what) {
    if (!misfit_) misfit_ = Misfit{machine_.state.step, what};
}

std::string WitnessChoices::placeOf(std::int32_t statement) const {
    const Program& program = machine_.program;
    const auto index = static_cast<std::size_t>(statement);
    const auto sprite = static_cast<std::size_t>(program.statements[index].sprite);
    return fmt::format("the block {} of {}", program.statementIds[index], program.sprites[sprite].name);
}

const MockEffect* WitnessChoices::effectNow(Running& running) {
    const Mock& mock = *running.mock;
    switch (mock.kind) {
        case Mock::Kind::Sequential:
            return running.calls < mock.effects.size() ? &mock.effects[running.calls++] : nullptr;
        case Mock::Kind::Timed: {
            const double now = static_cast<double>(machine_.state.step) * 1000 / 30;
            for (const MockEffect& effect : mock.effects) {
                if (now >= effect.fromMs && now < effect.toMs) return &effect;
            }
            return nullptr;
        }
        case Mock::Kind::Conditional: {
            Look look(machine_.reading());
            for (std::size_t i = 0; i < mock.effects.size(); i++) {
                const spec::Monitor& condition = running.conditions[i];
                spec::MonitorState state;
                if (spec::Evaluation(condition, look, {}, state).test(condition.condition))
                    return &mock.effects[i];
            }
            return nullptr;
        }
    }
    return nullptr;
}

bool WitnessChoices::mocked(const Domain& domain, std::int32_t statement, double& outcome) {
    MockedFunction function{};
    if (running_.empty() || !mockedFunctionOf(machine_.program, statement, domain, function)) return false;
    const auto sprite =
        static_cast<std::size_t>(machine_.program.statements[static_cast<std::size_t>(statement)].sprite);
    const std::string& actor = machine_.program.sprites[sprite].name;
    for (Running& running : running_) {
        const Mock& mock = *running.mock;
        if (mock.function != function || (!mock.actor.empty() && mock.actor != actor)) continue;
        if (running.second) {
            outcome = *running.second;
            running.second.reset();
            return true;
        }
        const MockEffect* effect = effectNow(running);
        if (!effect) continue;
        for (const Assignment& assignment : effect->assigns) assignments_.push_back(eventOf(assignment));
        if (effect->outcomes.empty()) continue;
        outcome = effect->outcomes[0];
        if (function != MockedFunction::RandomBetween && effect->outcomes.size() > 1)
            running.second = effect->outcomes[1];
        return true;
    }
    return false;
}

double WitnessChoices::pick(const Domain& domain, double drawn, std::int32_t statement) {
    const ReplayedChoices::Fit before = replayed_.fit();
    const double outcome = replayed_.pick(domain, drawn, statement);
    const ReplayedChoices::Fit after = replayed_.fit();
    if (after.outside > before.outside)
        refuse(fmt::format("what {} came out as is not possible any more: it lies between {} and {} now",
                           placeOf(statement), numberToText(domain.low), numberToText(domain.high)));
    if (after.beyond == before.beyond) return outcome;
    double mockedOutcome = 0;
    if (mocked(domain, statement, mockedOutcome)) {
        if (domain.contains(mockedOutcome)) return mockedOutcome;
        refuse(fmt::format("{} cannot give {}: it lies between {} and {}", placeOf(statement),
                           numberToText(mockedOutcome), numberToText(domain.low), numberToText(domain.high)));
        return outcome;
    }
    if (!witness_.foreign && witness_.log.complete)
        refuse(fmt::format("{} draws a random number that the witness does not have", placeOf(statement)));
    return outcome;
}

}  // namespace ounce::verify
