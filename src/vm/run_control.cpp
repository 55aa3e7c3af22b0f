#include <cmath>

#include "base/number.h"
#include "vm/frames.h"
#include "vm/options.h"
#include "vm/run.h"

namespace ounce {

template <>
void run<Opcode::control_wait>(Machine& m, const Statement& s) {
    Poll& poll = m.thread->poll;
    if (!m.frame().started) {
        poll.start = m.stackClock();
        poll.duration = m.stackDuration(std::max(0.0, 1000 * m.number(s.arguments[0])));
        m.frame().started = true;
        m.changed = true;
        m.state.redraw = true;
        m.yield();
    } else if (m.stackClock() - poll.start < poll.duration) {
        m.yield();
    }
}

template <>
void run<Opcode::control_repeat>(Machine& m, const Statement& s) {
    Frame& f = m.frame();
    if (!f.started) {
        f.counter = roundHalfUp(m.number(s.arguments[0]));
        f.started = true;
    }
    f.counter--;
    m.changed = true;
    if (f.counter >= 0) m.startBranch(s.branch, true);
}

template <>
void run<Opcode::control_forever>(Machine& m, const Statement& s) {
    m.startBranch(s.branch, true);
}

template <>
void run<Opcode::control_if>(Machine& m, const Statement& s) {
    if (m.boolean(s.arguments[0])) m.startBranch(s.branch, false);
}

template <>
void run<Opcode::control_if_else>(Machine& m, const Statement& s) {
    m.startBranch(m.boolean(s.arguments[0]) ? s.branch : s.branch2, false);
}

template <>
void run<Opcode::control_wait_until>(Machine& m, const Statement& s) {
    if (!m.boolean(s.arguments[0])) m.yield();
}

template <>
void run<Opcode::control_repeat_until>(Machine& m, const Statement& s) {
    if (!m.boolean(s.arguments[0])) m.startBranch(s.branch, true);
}

template <>
void run<Opcode::control_while>(Machine& m, const Statement& s) {
    if (m.boolean(s.arguments[0])) m.startBranch(s.branch, true);
}

template <>
void run<Opcode::control_for_each>(Machine& m, const Statement& s) {
    Frame& f = m.frame();
    if (!f.started) {
        f.counter = 0;
        f.started = true;
    }
    Value temporary;
    if (!(f.counter < toRawNumber(m.peek(s.arguments[0], temporary)))) return;
    f.counter++;
    TargetState& owner = s.onStage ? m.at(0) : *m.target;
    m.setVariable(owner.variables[static_cast<std::size_t>(s.slot)], f.counter);
    m.changed = true;
    m.startBranch(s.branch, true);
}

template <>
void run<Opcode::control_all_at_once>(Machine& m, const Statement& s) {
    m.startBranch(s.branch, false);
}

template <>
void run<Opcode::control_stop>(Machine& m, const Statement& s) {
    switch (s.slot) {
        case StopAll: m.stopAll(); break;
        case StopThisScript: m.stopThisScript(); break;
        case StopOtherScripts: m.stopOtherScripts(); break;
        default: break;
    }
}

template <>
void run<Opcode::control_create_clone_of>(Machine& m, const Statement& s) {
    Value temporary;
    const Value& which = m.peek(s.arguments[0], temporary);
    const bool myself = toText(which).utf8() == "_myself_";
    const std::int32_t original = myself ? m.targetIndex : m.findSprite(which);
    if (original != kNone) m.createClone(original);
}

template <>
void run<Opcode::control_delete_this_clone>(Machine& m, const Statement&) {
    if (m.target->isClone) m.deleteTarget(m.targetIndex);
}

template <>
void run<Opcode::control_incr_counter>(Machine& m, const Statement&) {
    m.state.counter++;
    m.changed = true;
}

template <>
void run<Opcode::control_clear_counter>(Machine& m, const Statement&) {
    if (m.state.counter != 0) m.changed = true;
    m.state.counter = 0;
}

template <>
Value report<Opcode::control_get_counter>(Machine& m, const Expression&) {
    return m.state.counter;
}

// The definition itself does nothing; its call has set everything up.
template <>
void run<Opcode::procedures_call>(Machine& m, const Statement& s) {
    m.startProcedure(s.slot);
}

}  // namespace ounce
