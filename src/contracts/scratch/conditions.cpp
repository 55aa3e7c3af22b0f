// Contracts of custom blocks: who calls one answers for what it requires, the block for what it ensures.
#include <algorithm>
#include <fmt/format.h>

#include "contracts/scratch/trial.h"
#include "spec/evaluate.h"
#include "vm/interpreter.h"
#include "vm/look.h"

namespace ounce::contracts {

void ScratchTrial::give(ScratchCondition& condition, const std::vector<Value>& arguments) {
    for (std::size_t i = 0; i < condition.parameters.size(); i++) {
        for (const std::size_t node : condition.parameters[i]) {
            condition.monitor.nodes[node].code = spec::Code::Constant;
            condition.monitor.nodes[node].constant = arguments[i];
        }
    }
}

bool ScratchTrial::holds(ScratchCondition& condition, const std::vector<Value>& arguments) {
    give(condition, arguments);
    Look look(machine_.reading());
    spec::MonitorState state = condition.monitor.start(look);
    const spec::Happening happening;
    return spec::Evaluation(condition.monitor, look, happening, state).test(condition.monitor.condition);
}

bool ScratchTrial::allows(std::vector<ScratchCondition>& conditions, const std::vector<Value>& arguments) {
    return std::all_of(conditions.begin(), conditions.end(),
                       [&](ScratchCondition& condition) { return holds(condition, arguments); });
}

ScratchTrial::Before ScratchTrial::before(std::vector<ScratchCondition>& conditions,
                                          const std::vector<Value>& arguments) {
    Before made;
    Look look(machine_.reading());
    for (ScratchCondition& condition : conditions) {
        give(condition, arguments);
        made.states.push_back(condition.monitor.start(look));
        const spec::Happening happening;
        spec::Evaluation evaluation(condition.monitor, look, happening, made.states.back());
        made.olds.emplace_back();
        for (const std::int32_t old : condition.monitor.olds)
            made.olds.back().push_back(evaluation.value(old));
    }
    return made;
}

const ScratchCondition* ScratchTrial::broken(const Reading& at, std::vector<ScratchCondition>& conditions,
                                             const std::vector<Value>& arguments, const Before& before,
                                             std::string& parts) {
    Look look(at);
    for (std::size_t i = 0; i < conditions.size(); i++) {
        ScratchCondition& condition = conditions[i];
        give(condition, arguments);
        const spec::Happening happening;
        spec::MonitorState state = before.states[i];
        std::vector<Value> olds = before.olds[i];
        spec::Evaluation evaluation(condition.monitor, look, happening, state);
        evaluation.remember(&olds);
        if (evaluation.test(condition.monitor.condition)) continue;
        parts = evaluation.parts(condition.monitor.condition);
        return &condition;
    }
    return nullptr;
}

// A custom block begins: whoever called it answers for what it requires.
void ScratchTrial::begin(std::size_t block) {
    ScratchContract& contract = contracts_[block];
    const Body* body = overrides_[block];
    if (contract.requires_.empty() && contract.ensures.empty() && !body) return;
    const Thread* thread = machine_.reading().thread;
    if (!thread || thread->stack.size() < 2) return;
    const Frame& caller = thread->stack[thread->stack.size() - 2];
    Pending call{.thread = thread->id, .depth = thread->stack.size() - 1, .block = block};
    const auto count = target_.blocks[block].ids.size();
    for (std::size_t i = 0; i < count; i++) {
        call.arguments.push_back(thread->parameters[static_cast<std::size_t>(caller.parameters) + i]);
        // What takes less may stand for what takes more.
        if (body && i < body->parameters.size())
            values_[static_cast<std::size_t>(body->parameters[i])] = call.arguments.back();
    }
    const bool isGenerated =
        thread->stack.size() == 2 && thread->script >= 0 && isWire_[static_cast<std::size_t>(thread->script)];
    for (ScratchCondition& condition : contract.requires_) {
        if (holds(condition, call.arguments)) continue;
        // It held when the call was made; another generated call came between.
        if (isGenerated) return discard();
        return fail(nameOf(block), "requires " + condition.text,
                    fmt::format("the program used {}{} when this did not hold", nameOf(block),
                                listed(call.arguments)));
    }
    if (contract.ensures.empty()) return;
    call.before = before(contract.ensures, call.arguments);
    pending_.push_back(std::move(call));
}

// A call has returned.
void ScratchTrial::decided(const Reading& at, std::int32_t statement, bool outcome) {
    reach(static_cast<std::size_t>(statement) * 4 + (outcome ? 2 : 3));
    if (!sent_.empty() && !isOver()) checkMessages();
    if (!outcome || pending_.empty() || isOver() || !at.thread) return;
    if (at.program.statements[static_cast<std::size_t>(statement)].opcode != Opcode::procedures_call) return;
    const auto found = std::find_if(pending_.rbegin(), pending_.rend(), [&](const Pending& call) {
        return call.thread == at.thread->id && call.depth == at.thread->stack.size();
    });
    if (found == pending_.rend()) return;
    const Pending call = std::move(*found);
    pending_.erase(std::next(found).base());
    std::string parts;
    const ScratchCondition* condition =
        broken(at, contracts_[call.block].ensures, call.arguments, call.before, parts);
    if (!condition) return;
    // A generated block that breaks its promise is our own fault.
    if (overrides_[call.block]) return discard();
    fail(nameOf(call.block), "ensures " + condition->text,
         fmt::format("after {}{} this did not hold: {}", nameOf(call.block), listed(call.arguments), parts));
}

}  // namespace ounce::contracts
