#include <cmath>

#include "base/number.h"
#include "vm/frames.h"
#include "vm/options.h"
#include "vm/run.h"

namespace ounce {
namespace {

// A branch that runs at most once.
void startOnce(Interpreter& m, const Instruction& s, StatementIndex branch) {
    if (s.isPlain) {
        m.runPlain(branch);
    } else {
        m.startBranch(branch, false);
    }
}

// Iterations of a loop as long as `again` says so. Inside warp a loop of plain blocks runs here, without the
// stack, until the time of the slice is over; then the loop block is executed again in the next slice.
template <class Again>
void loop(Interpreter& m, const Instruction& s, Again again) {
    if (!s.branchIsPlain || !m.frame().warp || m.observer) {
        if (again(m.frame())) m.startBranch(s.branch, true);
        return;
    }
    Frame& f = m.frame();  // plain blocks do not touch the stack
    while (again(f)) {
        m.runPlain(s.branch);
        if (m.isWarpTimeOver()) {
            f.isLoop = true;
            m.yield();
            return;
        }
        if (s.preparation != kNone) m.prepare(s.preparation);
    }
}

}  // namespace

template <>
void run<Opcode::control_wait>(Interpreter& m, const Instruction& s) {
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
void run<Opcode::control_repeat>(Interpreter& m, const Instruction& s) {
    if (!m.frame().started) {
        m.frame().counter = roundHalfUp(m.number(s.arguments[0]));
        m.frame().started = true;
    }
    m.changed = true;
    loop(m, s, [&](Frame& f) { return m.decide(s, --f.counter >= 0); });
}

template <>
void run<Opcode::control_forever>(Interpreter& m, const Instruction& s) {
    loop(m, s, [](Frame&) { return true; });
}

template <>
void run<Opcode::control_if>(Interpreter& m, const Instruction& s) {
    if (m.decide(s, m.boolean(s.arguments[0]))) startOnce(m, s, s.branch);
}

template <>
void run<Opcode::control_if_else>(Interpreter& m, const Instruction& s) {
    startOnce(m, s, m.decide(s, m.boolean(s.arguments[0])) ? s.branch : s.branch2);
}

template <>
void run<Opcode::control_wait_until>(Interpreter& m, const Instruction& s) {
    if (!m.boolean(s.arguments[0])) m.yield();
}

template <>
void run<Opcode::control_repeat_until>(Interpreter& m, const Instruction& s) {
    loop(m, s, [&](Frame&) { return !m.decide(s, m.boolean(s.arguments[0])); });
}

template <>
void run<Opcode::control_while>(Interpreter& m, const Instruction& s) {
    loop(m, s, [&](Frame&) { return m.decide(s, m.boolean(s.arguments[0])); });
}

template <>
void run<Opcode::control_for_each>(Interpreter& m, const Instruction& s) {
    if (!m.frame().started) {
        m.frame().counter = 0;
        m.frame().started = true;
    }
    TargetState& owner = m.owner(s.onStage);
    loop(m, s, [&](Frame& f) {
        Value temporary;
        const double count = toRawNumber(m.peek(s.arguments[0], temporary));
        if (!m.decide(s, f.counter < count)) return false;
        f.counter++;
        m.changed = true;
        m.setVariable(owner.variables[static_cast<std::size_t>(s.slot)], f.counter);
        return true;
    });
}

template <>
void run<Opcode::control_all_at_once>(Interpreter& m, const Instruction& s) {
    startOnce(m, s, s.branch);
}

template <>
void run<Opcode::control_stop>(Interpreter& m, const Instruction& s) {
    switch (s.slot) {
        case StopAll: m.stopAll(); break;
        case StopThisScript: m.stopThisScript(); break;
        case StopOtherScripts: m.stopOtherScripts(); break;
        default: break;
    }
}

template <>
void run<Opcode::control_create_clone_of>(Interpreter& m, const Instruction& s) {
    Value temporary;
    const Value& which = m.peek(s.arguments[0], temporary);
    const bool myself = toText(which).utf8() == "_myself_";
    const std::int32_t original = myself ? m.targetIndex : m.findSprite(which);
    if (original != kNone) m.createClone(original);
}

template <>
void run<Opcode::control_delete_this_clone>(Interpreter& m, const Instruction&) {
    if (m.target->isClone) m.deleteTarget(m.targetIndex);
}

template <>
void run<Opcode::control_incr_counter>(Interpreter& m, const Instruction&) {
    m.state.counter++;
    m.changed = true;
}

template <>
void run<Opcode::control_clear_counter>(Interpreter& m, const Instruction&) {
    if (m.state.counter != 0) m.changed = true;
    m.state.counter = 0;
}

template <>
Value report<Opcode::control_get_counter>(Reading& m, const Operation&) {
    return m.state.counter;
}

// The definition itself does nothing; its call has set everything up.
template <>
void run<Opcode::procedures_call>(Interpreter& m, const Instruction& s) {
    m.startProcedure(s.slot);
}

// A call in the place of a value: the block that asks goes on with nothing, on the level of the definition,
// and the body runs after it.
template <>
Value report<Opcode::procedures_call>(Reading& m, const Operation& x) {
    Interpreter* const running = m.interpreter();
    if (running && running->thread && x.slot != kNone) running->startProcedureForInput(x.slot);
    return {};
}

}  // namespace ounce
