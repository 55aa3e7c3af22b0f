#include "base/text.h"
#include "vm/options.h"
#include "vm/run.h"

namespace ounce {
namespace {

// A message from the menu was found while compiling; a computed name is looked up among the registered ones.
std::int32_t messageOf(Interpreter& m, const Instruction& s) {
    if (s.arguments[0] == kNone) return s.slot;
    auto found = m.program.messageByName.find(lowerCase(m.text(s.arguments[0]).utf8()));
    return found == m.program.messageByName.end() ? kNone : found->second;
}

}  // namespace

template <>
void run<Opcode::event_broadcast>(Interpreter& m, const Instruction& s) {
    if (s.slot == kNoInput) return m.failStep();
    const std::int32_t message = messageOf(m, s);
    if (message != kNone) m.broadcast(message);
}

template <>
void run<Opcode::event_broadcastandwait>(Interpreter& m, const Instruction& s) {
    if (s.slot == kNoInput) return m.failStep();
    if (!m.frame().started) {
        const std::int32_t message = messageOf(m, s);
        if (message == kNone) return;
        m.frame().started = true;
        m.changed = true;
        std::vector<std::uint32_t> started;
        m.broadcast(message, &started);
        m.thread->awaited = std::move(started);
    }
    m.awaitThreads();
}

// ---- conditions of hats ----

template <>
Value report<Opcode::event_whengreaterthan>(Reading& m, const Operation& x) {
    const double limit = m.number(x.a);
    if (x.slot == TimerThreshold) return m.timerSeconds() > limit;
    if (x.slot == LoudnessThreshold) return m.state.loudness > limit;
    return false;
}

template <>
Value report<Opcode::event_whentouchingobject>(Reading& m, const Operation& x) {
    Value temporary;
    return m.touchesObject(*m.target, m.peek(x.a, temporary));
}

}  // namespace ounce
