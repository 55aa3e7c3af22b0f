#include "analysis/events/computed.h"

#include <algorithm>
#include <cmath>

#include "base/number.h"
#include "vm/look.h"

namespace ounce {
namespace {

constexpr std::size_t kLongestAnswer = 200;

// The thread whose question is shown.
const Thread* asking(const State& state) {
    if (state.questions.empty()) return nullptr;
    for (const std::int32_t place : state.threadList) {
        const Thread& thread = *state.threads[static_cast<std::size_t>(place)];
        if (thread.id == state.questions.front().thread) return &thread;
    }
    return nullptr;
}

// In whose body the thread is, the innermost; kNone: in none.
std::int32_t procedureOf(const Program& program, const Thread& thread) {
    for (auto frame = thread.stack.rbegin(); frame != thread.stack.rend(); ++frame) {
        if (frame->call != kNone) return program.calls[static_cast<std::size_t>(frame->call)].procedure;
    }
    return kNone;
}

// Who looks: the one who asks if it is of that sprite, else the original.
std::int32_t whoLooks(const State& state, std::int16_t sprite) {
    if (!state.questions.empty()) {
        const std::int32_t target = state.questions.front().target;
        if (target != kNone && state.targets[static_cast<std::size_t>(target)]->sprite == sprite)
            return target;
    }
    for (const std::int32_t place : state.pane) {
        const TargetState& t = *state.targets[static_cast<std::size_t>(place)];
        if (t.sprite == sprite && !t.isClone) return place;
    }
    return kNone;
}

bool readsParameters(const Program& program, ExpressionIndex e) {
    if (e == kNone) return false;
    const Expression& x = program.expressions[static_cast<std::size_t>(e)];
    return x.node == Node::Parameter || readsParameters(program, x.a) || readsParameters(program, x.b);
}

}  // namespace

std::optional<std::string> computedAnswer(const Program& program, const State& state, std::int16_t sprite,
                                          const Sought& sought) {
    static const MachineOptions kOptions;
    const std::int32_t target = whoLooks(state, sprite);
    if (target == kNone) return std::nullopt;
    Look look(program, state, kOptions);
    look.from(target);
    Value value;
    if (sought.item != 0) {
        const Expression& x = program.expressions[static_cast<std::size_t>(sought.value)];
        if (x.slot == kNone) return std::nullopt;
        const List& list = look.owner(x.onStage).lists[static_cast<std::size_t>(x.slot)];
        const std::size_t place =
            sought.item > 0 ? static_cast<std::size_t>(sought.item) : std::max<std::size_t>(list.size(), 1);
        if (place > list.size()) return std::nullopt;
        value = list[place - 1];
    } else {
        const Thread* thread = asking(state);
        if (readsParameters(program, sought.value)) {
            if (!thread || procedureOf(program, *thread) != sought.procedure) return std::nullopt;
            look.thread = thread;
        }
        value = look.value(sought.value);
        if (look.drew()) return std::nullopt;
    }
    if (sought.change != Sought::Change::None) {
        const double number = toRawNumber(value);
        if (!std::isfinite(number)) return std::nullopt;
        value = Value(sought.change == Sought::Change::Next ? std::floor(number) + 1 : std::ceil(number) - 1);
    }
    std::string text = toText(value).utf8();
    if (text.empty() || text.size() > kLongestAnswer) return std::nullopt;
    return text;
}

}  // namespace ounce
