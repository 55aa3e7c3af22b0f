#include <cmath>
#include <limits>

#include "base/number.h"
#include "vm/math.h"
#include "vm/run.h"

namespace ounce {
namespace {

void say(Interpreter& m, const Instruction& s, bool think) {
    Value temporary;
    m.say(*m.target, think, m.peek(s.arguments[0], temporary));
}

// Official Scratch waits for a timer of the browser; Whisker counts steps and always clears the bubble.
void sayForSeconds(Interpreter& m, const Instruction& s, bool think) {
    if (m.options.mode == Mode::Whisker) {
        Poll& poll = m.thread->poll;
        if (!m.frame().started) {
            say(m, s, think);
            poll.start = m.stackClock();
            poll.duration = m.stackDuration(std::max(0.0, 1000 * m.number(s.arguments[1])));
            m.frame().started = true;
            m.yield();
        } else if (m.stackClock() - poll.start >= poll.duration) {
            m.say(*m.target, think, String());
        } else {
            m.yield();
        }
        return;
    }
    say(m, s, think);
    Value temporary;
    Timer timer;
    timer.kind = Timer::Kind::Bubble;
    timer.think = think;
    timer.thread = m.thread->id;
    timer.target = m.target->id;
    timer.usage = m.target->bubble.usage;
    const double milliseconds = 1000 * toRawNumber(m.peek(s.arguments[1], temporary));
    m.state.lastBubbleTimer = m.startTimer(timer, milliseconds);
    m.suspendFor(milliseconds);
}

double clampEffect(std::int32_t effect, double value) {
    if (effect == Ghost) return clamp(value, 0, 100);
    if (effect == Brightness) return clamp(value, -100, 100);
    return value;
}

// Every switch starts the hats of the resulting backdrop, whether it changed or not.
void switchBackdrop(Interpreter& m, const Value& wanted, std::vector<std::uint32_t>* started) {
    TargetState& stage = m.at(0);
    const auto count = static_cast<std::int32_t>(m.spriteOf(stage).costumes.size());
    if (!m.switchCostume(stage, wanted, "next backdrop", "previous backdrop") && wanted.isText() &&
        wanted.asText().utf8() == "random backdrop" && count > 1) {
        // Never the current one.
        auto chosen = static_cast<std::int32_t>(m.pick(Domain::oneOf(count - 1)));
        if (chosen >= stage.costume) chosen++;
        m.setCostume(stage, chosen);
    }
    const auto& hats = m.program.backdropHats;
    if (static_cast<std::size_t>(stage.costume) < hats.size()) {
        m.startHats(hats[static_cast<std::size_t>(stage.costume)], kNone, started);
    }
}

}  // namespace

template <>
void run<Opcode::looks_say>(Interpreter& m, const Instruction& s) {
    say(m, s, false);
}

template <>
void run<Opcode::looks_think>(Interpreter& m, const Instruction& s) {
    say(m, s, true);
}

template <>
void run<Opcode::looks_sayforsecs>(Interpreter& m, const Instruction& s) {
    sayForSeconds(m, s, false);
}

template <>
void run<Opcode::looks_thinkforsecs>(Interpreter& m, const Instruction& s) {
    sayForSeconds(m, s, true);
}

template <>
void run<Opcode::looks_show>(Interpreter& m, const Instruction&) {
    m.setVisible(*m.target, true);
    m.renderBubble(*m.target);
}

template <>
void run<Opcode::looks_hide>(Interpreter& m, const Instruction&) {
    m.setVisible(*m.target, false);
    m.renderBubble(*m.target);
}

template <>
void run<Opcode::looks_switchcostumeto>(Interpreter& m, const Instruction& s) {
    Value temporary;
    const Value& costume = m.peek(s.arguments[0], temporary);
    if (costume.type() == Type::Undefined) return m.failStep();
    m.switchCostume(*m.target, costume, "next costume", "previous costume");
}

template <>
void run<Opcode::looks_nextcostume>(Interpreter& m, const Instruction&) {
    m.setCostume(*m.target, m.target->costume + 1.0);
}

template <>
void run<Opcode::looks_switchbackdropto>(Interpreter& m, const Instruction& s) {
    const Value backdrop = m.value(s.arguments[0]);
    if (backdrop.type() == Type::Undefined) return m.failStep();
    switchBackdrop(m, backdrop, nullptr);
}

template <>
void run<Opcode::looks_switchbackdroptoandwait>(Interpreter& m, const Instruction& s) {
    if (!m.frame().started) {
        const Value backdrop = m.value(s.arguments[0]);
        if (backdrop.type() == Type::Undefined) return m.failStep();
        m.frame().started = true;
        m.changed = true;
        m.thread->awaited.clear();
        std::vector<std::uint32_t> started;
        switchBackdrop(m, backdrop, &started);
        m.thread->awaited = std::move(started);
        // Starting a hat makes official Scratch look for what it started in the wrong thread.
        if (!m.thread->awaited.empty()) return m.failStep();
    }
    m.awaitThreads();
}

template <>
void run<Opcode::looks_nextbackdrop>(Interpreter& m, const Instruction&) {
    switchBackdrop(m, m.at(0).costume + 2.0, nullptr);
}

template <>
void run<Opcode::looks_changesizeby>(Interpreter& m, const Instruction& s) {
    m.resize(*m.target, m.target->size + m.number(s.arguments[0]));
}

template <>
void run<Opcode::looks_setsizeto>(Interpreter& m, const Instruction& s) {
    m.resize(*m.target, m.number(s.arguments[0]));
}

template <>
void run<Opcode::looks_changeeffectby>(Interpreter& m, const Instruction& s) {
    if (s.slot == kNone) return;
    const double value = m.number(s.arguments[0]) + m.target->effects[static_cast<std::size_t>(s.slot)];
    m.setEffect(*m.target, static_cast<Effect>(s.slot), clampEffect(s.slot, value));
}

template <>
void run<Opcode::looks_seteffectto>(Interpreter& m, const Instruction& s) {
    if (s.slot == kNone) return;
    m.setEffect(*m.target, static_cast<Effect>(s.slot), clampEffect(s.slot, m.number(s.arguments[0])));
}

template <>
void run<Opcode::looks_cleargraphiceffects>(Interpreter& m, const Instruction&) {
    m.clearEffects(*m.target);
}

template <>
void run<Opcode::looks_gotofrontback>(Interpreter& m, const Instruction& s) {
    if (m.spriteOf(*m.target).isStage) return;
    const double far =
        s.slot == 1 ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
    if (m.state.stage) m.state.stage->moveLayers(m.target->drawable, far);
    m.moveExecution(m.targetIndex, far);
}

template <>
void run<Opcode::looks_goforwardbackwardlayers>(Interpreter& m, const Instruction& s) {
    if (m.spriteOf(*m.target).isStage) return;
    const double layers = m.number(s.arguments[0]) * (s.slot == 1 ? 1 : -1);
    if (m.state.stage) m.state.stage->moveLayers(m.target->drawable, layers);
    m.moveExecution(m.targetIndex, layers);
}

namespace {

Value costumeNumberOrName(Reading& m, const TargetState& t, bool number) {
    if (number) return t.costume + 1.0;
    const auto& costumes = m.spriteOf(t).costumes;
    if (costumes.empty()) return {};
    return costumes[static_cast<std::size_t>(t.costume)].nameText;
}

}  // namespace

template <>
Value report<Opcode::looks_costumenumbername>(Reading& m, const Operation& x) {
    return costumeNumberOrName(m, *m.target, x.slot == 1);
}

template <>
Value report<Opcode::looks_backdropnumbername>(Reading& m, const Operation& x) {
    return costumeNumberOrName(m, m.at(0), x.slot == 1);
}

template <>
Value report<Opcode::looks_size>(Reading& m, const Operation&) {
    return roundHalfUp(m.target->size);
}

}  // namespace ounce
