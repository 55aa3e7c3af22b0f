#include "tasks/falsify.h"

#include <span>

#include "generate/generate.h"
#include "testing/moment.h"
#include "testing/test_player.h"
#include "verify/clicks.h"
#include "verify/replay.h"
#include "verify/slice.h"
#include "vm/machine.h"

namespace ounce::tasks {
namespace {

// What a test does to the machine, and when.
class InputRecorder final : public Observer {
  public:
    explicit InputRecorder(const State& state) : state_(state) {}
    void input(const InputEvent& event) override {
        inputs.push_back(event);
        inputs.back().step = state_.step;
    }
    std::vector<InputEvent> inputs{};

  private:
    const State& state_;
};

verify::Witness witnessOf(const Program& program, const spec::Monitor& monitor, const MachineOptions& machine,
                          const TestCase& test) {
    Moment moment = startOf(program, machine, testStart(program, machine, test.seed), test);
    TestPlayer player(program, machine, moment, test);
    InputRecorder recorder(moment.state);
    recorder.inputs.emplace_back();  // the flag, with which every test starts
    player.machine().watch(recorder);
    player.playToEnd();
    verify::Witness witness;
    witness.log.seed = test.seed;
    witness.log.steps = moment.state.step;
    witness.log.machine = machine;
    witness.log.inputs = std::move(recorder.inputs);
    witness.property = monitor.name;
    witness.propertyText = monitor.text;
    witness.violations = {monitor.name};
    witness.programHash = verify::hashOf(program);
    return witness;
}

// Whether a player whom the prover has in mind could do all of it: no flag while scripts run, no click on
// what is covered.
bool isPlayable(const Program& program, const spec::Monitor& monitor, const verify::Witness& witness,
                const verify::ExploreOptions& options) {
    const verify::AlphabetOptions& player = options.alphabet;
    State state = initialState(program, witness.log.machine, witness.log.seed);
    Machine machine(program, state, witness.log.machine);
    const std::span<const InputEvent> inputs(witness.log.inputs);
    std::uint64_t flags = 0;
    for (std::size_t next = 0; next < inputs.size();) {
        const std::size_t first = next;
        for (; next < inputs.size() && inputs[next].step <= state.step; next++) {
            const InputEvent::Kind kind = inputs[next].kind;
            if (kind == InputEvent::Kind::GreenFlag) {
                if (!player.interrupts && !machine.idle()) return false;
                if (player.runs > 0 && ++flags > player.runs) return false;
            }
            if (kind == InputEvent::Kind::StopAll && !player.interrupts && !verify::hearsStops(monitor))
                return false;
            if (!verify::isPossible(program, state, inputs[next])) return false;
        }
        machine.step(inputs.subspan(first, next - first));
    }
    return true;
}

// Only some of the properties.
std::shared_ptr<const spec::Spec> partOf(const spec::Spec& whole, const std::vector<std::size_t>& places) {
    spec::Spec part = whole;
    part.properties.clear();
    for (const std::size_t place : places) part.properties.push_back(whole.properties[place]);
    return std::make_shared<const spec::Spec>(std::move(part));
}

}  // namespace

Falsification falsify(const FalsifyRequest& request, const Job& job) {
    Falsification result;
    result.witnesses.resize(request.places.size());
    GenerationOptions options;
    options.spec = partOf(request.spec, request.places);
    options.config.onlyProperties = true;
    options.config.player.isPatient = !request.options.alphabet.interrupts;
    options.config.minimize = false;  // verify::minimise does it, with what a witness is made for
    options.config.assertions = false;
    options.config.mode = request.options.machine.mode;
    options.config.numbers = request.options.machine.numbers;
    options.config.budget = request.budget;
    const auto found = generateTests(request.program, options, job);
    if (!found) return result;
    result.tests = found->executions;
    const std::vector<spec::Monitor> monitors = spec::bind(*options.spec, *request.program);
    for (std::size_t i = 0; i < monitors.size(); i++) {
        if (found->properties[i].result.outcome != spec::Outcome::Violated) continue;
        for (const TestCase& test : found->suite.tests) {
            if (test.name != found->properties[i].test) continue;
            verify::Witness witness =
                witnessOf(*request.program, monitors[i], found->suite.machineOptions(), test);
            // In doubt there is no witness.
            const verify::Replay replay = verify::replayWitness(*request.program, {monitors[i]}, witness);
            if (!replay.reproduced || (request.options.steps > 0 && replay.step > request.options.steps) ||
                !isPlayable(*request.program, monitors[i], witness, request.options))
                continue;
            witness.message = replay.message;
            witness.violationStep = replay.step;
            result.witnesses[i] = std::move(witness);
            break;
        }
    }
    return result;
}

}  // namespace ounce::tasks
