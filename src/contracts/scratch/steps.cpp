// What generated scripts do: receivers of messages, and scripts that stand for custom blocks. Their steps are
// real blocks, which send the message that stands in a variable and wait; it is put there right before.
#include <algorithm>
#include <fmt/format.h>

#include "contracts/scratch/trial.h"

namespace ounce::contracts {
namespace {

// How often generated scripts may begin in one program: they may start themselves.
constexpr int kReceptions = 50;

// Sent by a step that has nothing to do: no message has this name.
Value nothing() { return Value(String(std::string_view())); }

}  // namespace

void ScratchTrial::act(const ScratchStep& step) {
    std::vector<Value>& variables = state_.targets[0]->variables;
    const bool isReceiver = step.of == ScratchStep::Of::Message;
    const Body* body = isReceiver ? receivers_[step.which] : overrides_[step.which];
    if (step.step == kSteps) {
        variables[static_cast<std::size_t>(target_.endsHere)] =
            Value(body && keeps_[step.which] == 0 ? 1.0 : 0.0);
        return;
    }
    Value& next = variables[static_cast<std::size_t>(target_.nextCall)];
    if (!body) {
        next = nothing();
        return;
    }
    if (step.step == 0) {
        if (++receptions_ > kReceptions) return discard();
        tell(1, isReceiver ? fmt::format("when I receive {}", target_.program->messages[step.which])
                           : fmt::format("instead of {}", nameOf(step.which)));
    }
    inside_ = body->signature;
    next = nextCall(*body, step.step);
    inside_ = kNone;
}

// The name of the message that a step sends; an empty text: none.
Value ScratchTrial::nextCall(const Body& body, int step) {
    using Kind = ScratchCallable::Kind;
    int calls = 0;
    for (const Statement& statement : body.block.statements) {
        if (statement.kind != Statement::Kind::Call) continue;
        const ScratchCallable& callable = target_.callables[static_cast<std::size_t>(statement.signature)];
        if (callable.kind != Kind::CustomBlock && callable.kind != Kind::Message) {
            if (calls == step) read(statement, callable);
            continue;
        }
        if (calls++ != step) continue;
        const bool isBlock = callable.kind == Kind::CustomBlock;
        const bool isDone =
            isBlock ? putArguments(statement, callable.which, step + 1, 2) : mayBroadcast(callable.which);
        reachInside(statement.signature, isDone);
        if (!isDone) return nothing();
        if (tells_) report_.done.push_back(statement.variable);
        if (isBlock) return wireNames_[static_cast<std::size_t>(step) + 1][callable.which];
        tell(2, fmt::format("broadcast {}", target_.program->messages[callable.which]));
        sending_ = static_cast<std::int32_t>(callable.which);
        return messageNames_[callable.which];
    }
    return nothing();
}

// ---- contracts of messages ----

bool ScratchTrial::mayBroadcast(std::size_t message) {
    return allows(messageContracts_[message].requires_, {});
}

void ScratchTrial::broadcast(std::int32_t message) {
    const bool isGenerated = sending_ == message;
    sending_ = ounce::kNone;
    const auto which = static_cast<std::size_t>(message);
    ScratchContract& contract = messageContracts_[which];
    if (isOver()) return;
    for (ScratchCondition& condition : contract.requires_) {
        if (isGenerated || holds(condition, {})) continue;
        const std::string& name = target_.program->messages[which];
        return fail(fmt::format("broadcast {}", name), "requires " + condition.text,
                    fmt::format("the program sent {} when this did not hold", name));
    }
    // Nobody who receives it, nobody who promises anything.
    if (!contract.ensures.empty() && (isHeard_[which] || receivers_[which]))
        sent_.push_back({which, before(contract.ensures, {})});
}

bool ScratchTrial::isReceiving(std::size_t message) const {
    return std::any_of(state_.threadList.begin(), state_.threadList.end(), [&](std::int32_t place) {
        const Thread& thread = *state_.threads[static_cast<std::size_t>(place)];
        return thread.script >= 0 && thread.status != Status::Done &&
               messageOf_[static_cast<std::size_t>(thread.script)] == static_cast<std::int32_t>(message);
    });
}

// As soon as the receivers of a message are done: did they keep its promise?
void ScratchTrial::checkMessages() {
    for (std::size_t i = 0; i < sent_.size() && !isOver();) {
        if (isReceiving(sent_[i].message)) {
            i++;
            continue;
        }
        const Sent done = std::move(sent_[i]);
        sent_.erase(sent_.begin() + static_cast<std::ptrdiff_t>(i));
        std::string parts;
        const ScratchCondition* condition =
            broken(machine_.reading(), messageContracts_[done.message].ensures, {}, done.before, parts);
        if (!condition) continue;
        if (receivers_[done.message]) return discard();  // our own, or nobody knows whose
        const std::string& name = target_.program->messages[done.message];
        return fail(fmt::format("when I receive {}", name), "ensures " + condition->text,
                    fmt::format("after {} was received this did not hold: {}", name, parts));
    }
}

}  // namespace ounce::contracts
