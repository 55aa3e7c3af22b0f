#include <cmath>

#include "base/number.h"
#include "vm/math.h"
#include "vm/run.h"

namespace ounce {
namespace {

struct Destination {
    bool found = false;
    double x = 0, y = 0;
};

// A place that a menu names: the mouse, a random position, a sprite.
Destination destination(Interpreter& m, ExpressionIndex e) {
    Value temporary;
    const Value& what = m.peek(e, temporary);
    const std::string name = toText(what).utf8();
    if (name == "_mouse_") {
        return {true, m.state.mouse.x.value_or(kUndefinedCoordinate),
                m.state.mouse.y.value_or(kUndefinedCoordinate)};
    }
    if (name == "_random_") {
        const double x = m.pick(Domain::rounded(-240, 240));
        return {true, x, m.pick(Domain::rounded(-180, 180))};
    }
    const std::int32_t sprite = m.findSprite(what);
    if (sprite == kNone) return {};
    return {true, m.at(sprite).x, m.at(sprite).y};
}

// Moves over time, by the wall clock in mode Scratch, by steps in mode Whisker. The first execution only
// notes where from, where to and how long.
void glide(Interpreter& m, double seconds, double endX, double endY) {
    Poll& poll = m.thread->poll;
    const double now = m.options.mode == Mode::Whisker ? m.stackClock() : m.wallClock();
    if (!m.frame().started) {
        const double duration = m.stackDuration(1000 * seconds);
        poll = {now, duration, m.target->x, m.target->y, endX, endY};
        if (!(duration > 0)) {
            m.moveTo(*m.target, endX, endY);
            return;
        }
        m.frame().started = true;
        m.changed = true;
        m.yield();
        return;
    }
    const double elapsed = now - poll.start;
    if (elapsed < poll.duration) {
        const double fraction = elapsed / poll.duration;
        const double dx = fraction * (poll.endX - poll.startX), dy = fraction * (poll.endY - poll.startY);
        m.moveTo(*m.target, poll.startX + dx, poll.startY + dy);
        m.yield();
    } else {
        m.moveTo(*m.target, poll.endX, poll.endY);
    }
}

}  // namespace

template <>
void run<Opcode::motion_movesteps>(Interpreter& m, const Instruction& s) {
    const double steps = m.number(s.arguments[0]);
    const double angle = toRadians(90 - m.target->direction);
    m.moveTo(*m.target, m.target->x + steps * std::cos(angle), m.target->y + steps * std::sin(angle));
}

template <>
void run<Opcode::motion_turnright>(Interpreter& m, const Instruction& s) {
    m.turnTo(*m.target, m.target->direction + m.number(s.arguments[0]));
}

template <>
void run<Opcode::motion_turnleft>(Interpreter& m, const Instruction& s) {
    m.turnTo(*m.target, m.target->direction - m.number(s.arguments[0]));
}

template <>
void run<Opcode::motion_goto>(Interpreter& m, const Instruction& s) {
    const Destination to = destination(m, s.arguments[0]);
    if (to.found) m.moveTo(*m.target, to.x, to.y);
}

template <>
void run<Opcode::motion_gotoxy>(Interpreter& m, const Instruction& s) {
    const double x = m.number(s.arguments[0]);
    m.moveTo(*m.target, x, m.number(s.arguments[1]));
}

template <>
void run<Opcode::motion_glideto>(Interpreter& m, const Instruction& s) {
    // The place is looked for at every poll (and draws random numbers each time); the first one counts.
    const Destination to = destination(m, s.arguments[1]);
    if (to.found)
        glide(m, m.number(s.arguments[0]), std::isnan(to.x) ? 0 : to.x, std::isnan(to.y) ? 0 : to.y);
}

template <>
void run<Opcode::motion_glidesecstoxy>(Interpreter& m, const Instruction& s) {
    glide(m, m.number(s.arguments[0]), m.number(s.arguments[1]), m.number(s.arguments[2]));
}

template <>
void run<Opcode::motion_pointindirection>(Interpreter& m, const Instruction& s) {
    m.turnTo(*m.target, m.number(s.arguments[0]));
}

template <>
void run<Opcode::motion_pointtowards>(Interpreter& m, const Instruction& s) {
    Value temporary;
    const Value& what = m.peek(s.arguments[0], temporary);
    const std::string name = toText(what).utf8();
    double x, y;
    if (name == "_mouse_") {
        x = m.state.mouse.x.value_or(std::nan(""));
        y = m.state.mouse.y.value_or(std::nan(""));
    } else if (name == "_random_") {
        m.turnTo(*m.target, m.pick(Domain::rounded(-180, 180)) + 0.0);  // 0 from 180 - 180, never -0
        return;
    } else {
        const std::int32_t sprite = m.findSprite(what);
        if (sprite == kNone) return;
        x = m.at(sprite).x;
        y = m.at(sprite).y;
    }
    m.turnTo(*m.target, 90 - toDegrees(std::atan2(y - m.target->y, x - m.target->x)));
}

template <>
void run<Opcode::motion_changexby>(Interpreter& m, const Instruction& s) {
    m.moveTo(*m.target, m.target->x + m.number(s.arguments[0]), m.target->y);
}

template <>
void run<Opcode::motion_setx>(Interpreter& m, const Instruction& s) {
    m.moveTo(*m.target, m.number(s.arguments[0]), m.target->y);
}

template <>
void run<Opcode::motion_changeyby>(Interpreter& m, const Instruction& s) {
    m.moveTo(*m.target, m.target->x, m.target->y + m.number(s.arguments[0]));
}

template <>
void run<Opcode::motion_sety>(Interpreter& m, const Instruction& s) {
    m.moveTo(*m.target, m.target->x, m.number(s.arguments[0]));
}

template <>
void run<Opcode::motion_ifonedgebounce>(Interpreter& m, const Instruction&) {
    TargetState& t = *m.target;
    if (!m.state.stage) return;
    Rectangle b = m.state.stage->bounds(t.drawable);
    // In this order NaN stays NaN: a sprite without a position is at no edge.
    const double left = std::max(240 + b.left, 0.0), top = std::max(180 - b.top, 0.0);
    const double right = std::max(240 - b.right, 0.0), bottom = std::max(180 + b.bottom, 0.0);
    // The nearest edge; of equally near ones the first in this order.
    double nearest = std::numeric_limits<double>::infinity();
    int edge = -1;
    const double distances[] = {left, top, right, bottom};
    for (int i = 0; i < 4; i++) {
        if (distances[i] < nearest) {
            nearest = distances[i];
            edge = i;
        }
    }
    if (nearest > 0) return;
    const double angle = toRadians(90 - t.direction);
    double dx = std::cos(angle), dy = -std::sin(angle);
    if (edge == 0) dx = std::max(0.2, std::fabs(dx));
    if (edge == 1) dy = std::max(0.2, std::fabs(dy));
    if (edge == 2) dx = -std::max(0.2, std::fabs(dx));
    if (edge == 3) dy = -std::max(0.2, std::fabs(dy));
    m.turnTo(t, toDegrees(std::atan2(dy, dx)) + 90);
    // Turning may have pushed it out again: shift it inside.
    b = m.state.stage->bounds(t.drawable);
    // Not if it is infinitely far away: the way from there to there is no number, and no box lies along it.
    if (!std::isfinite(t.x)) b.left = b.right = t.x - t.x;
    if (!std::isfinite(t.y)) b.top = b.bottom = t.y - t.y;
    dx = (b.left < -240 ? -240 - b.left : 0) + (b.right > 240 ? 240 - b.right : 0);
    dy = (b.top > 180 ? 180 - b.top : 0) + (b.bottom < -180 ? -180 - b.bottom : 0);
    m.moveTo(t, t.x + dx, t.y + dy);
}

template <>
void run<Opcode::motion_setrotationstyle>(Interpreter& m, const Instruction& s) {
    m.setRotationStyle(*m.target,
                       s.slot == kNone ? m.target->rotationStyle : static_cast<RotationStyle>(s.slot));
}

namespace {

// Positions within a billionth of a whole number are shown as that number.
double withoutNoise(double value) {
    const double whole = roundHalfUp(value);
    return std::fabs(value - whole) < 1e-9 ? whole : value;
}

}  // namespace

template <>
Value report<Opcode::motion_xposition>(Reading& m, const Operation&) {
    return coordinate(withoutNoise(m.target->x));
}

template <>
Value report<Opcode::motion_yposition>(Reading& m, const Operation&) {
    return coordinate(withoutNoise(m.target->y));
}

template <>
Value report<Opcode::motion_direction>(Reading& m, const Operation&) {
    return m.target->direction;
}

}  // namespace ounce
