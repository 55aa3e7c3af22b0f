// What expressions give, and what is learnt from the outcome of a condition.
#include <algorithm>
#include <cmath>

#include "base/cast.h"
#include "verify/interval_analysis.h"
#include "vm/constants.h"
#include "vm/options.h"

namespace ounce::verify {
namespace {

constexpr double kMostItems = 200000;

Range flag(Truth truth) {
    if (truth == Truth::Perhaps) return Range::of(0, 1, true);
    return Range::of(truth == Truth::Yes ? 1 : 0);
}

Truth both(Truth a, Truth b) {
    if (a == Truth::No || b == Truth::No) return Truth::No;
    return a == Truth::Yes && b == Truth::Yes ? Truth::Yes : Truth::Perhaps;
}

// Positions are shown as the whole number that they are very near to.
Range shown(const Range& position) {
    if (position.any || position.whole) return position;
    return Range::of(position.low - 1e-9, position.high + 1e-9, false);
}

Range mathOf(std::int32_t option, const Range& a) {
    const bool isFinite = std::isfinite(a.low) && std::isfinite(a.high);
    switch (option) {
        case Abs: return magnitude(a);
        case Floor: return Range::of(std::floor(a.low), std::floor(a.high), isFinite);
        case Ceiling: return Range::of(std::ceil(a.low), std::ceil(a.high), isFinite);
        case Sqrt: return a.low >= 0 ? Range::of(std::sqrt(a.low), std::sqrt(a.high), false) : Range{};
        case Sin:
        case Cos: return isFinite ? Range::of(-1, 1, false) : Range{};
        default: return {};
    }
}

}  // namespace

const Value* Analysis::constantIn(ExpressionIndex e) const {
    if (e == kNone) return nullptr;
    const Expression& x = p_.expressions[at(e)];
    return x.node == Node::Constant ? &x.constant : nullptr;
}

std::int32_t Analysis::named(ExpressionIndex e) const {
    const Value* name = constantIn(e);
    if (!name) return kNone;
    if (toText(*name).utf8() == "_stage_") return 0;
    const std::int32_t sprite = namedObject(p_, *name);
    return sprite < 0 ? kNone : sprite;
}

std::int32_t Analysis::placeOf(ExpressionIndex e) const {
    if (e == kNone) return kNone;
    const Expression& x = p_.expressions[at(e)];
    if (x.node == Node::OwnVariable) return variablePlace(sprite_ == 0, x.slot);
    if (x.node == Node::StageVariable) return variablePlace(true, x.slot);
    if (x.node != Node::Report) return kNone;
    switch (x.opcode) {
        case Opcode::motion_xposition: return ownPlace(Trait::X);
        case Opcode::motion_yposition: return ownPlace(Trait::Y);
        case Opcode::motion_direction: return ownPlace(Trait::Direction);
        default: return kNone;
    }
}

Range Analysis::value(ExpressionIndex e, const Env& env) {
    if (e == kNone) return {};
    work_++;
    const Expression& x = p_.expressions[at(e)];
    switch (x.node) {
        case Node::Constant: return Range::of(x.constant);
        case Node::OwnVariable:
        case Node::StageVariable: return env.cells[at(placeOf(e))].range;
        case Node::Parameter: {
            if (frames_.empty()) return Range::of(0);
            const auto& parameters = frames_.back().parameters;
            return x.slot >= 0 && at(x.slot) < parameters.size() ? parameters[at(x.slot)] : Range{};
        }
        case Node::Cell:
            // Drawn before the block ran.
            if (preparation_ != kNone) {
                for (const auto& [from, cell] : p_.preparations[at(preparation_)].steps) {
                    if (cell == x.slot) return value(from, env);
                }
            }
            return {};
        case Node::Add: return number(x.a, env) + number(x.b, env);
        case Node::Subtract: return number(x.a, env) - number(x.b, env);
        case Node::Multiply: return number(x.a, env) * number(x.b, env);
        case Node::Divide: return number(x.a, env) / number(x.b, env);
        case Node::Mod: return remainder(number(x.a, env), number(x.b, env));
        case Node::Round: return rounded(number(x.a, env));
        case Node::Less:
        case Node::Equal:
        case Node::Greater:
        case Node::And:
        case Node::Or:
        case Node::Not: return flag(truth(e, env));
        case Node::Contains:
        case Node::ListContains: return Range::of(0, 1, true);
        case Node::LengthOf: return Range::of(0, 1e9, true);
        case Node::ItemNumberOfList:
        case Node::LengthOfList: return Range::of(0, kMostItems, true);
        case Node::Random: {
            const Range a = value(x.a, env), b = value(x.b, env);
            const Range from = a.asNumber(), to = b.asNumber();
            const Range all = join(from, to);
            const bool isSmall = std::fabs(all.low) < 1e15 && std::fabs(all.high) < 1e15;
            if (!isSmall) return {};
            // Between two numbers that are not both whole, anything.
            return Range::of(all.low, all.high, !a.any && !b.any && a.whole && b.whole);
        }
        case Node::MathOperator: return mathOf(x.slot, number(x.a, env));
        case Node::Report: return report(x, env);
        default: return {};
    }
}

Range Analysis::report(const Expression& x, const Env& env) {
    const auto own = [&](Trait trait) { return env.cells[at(ownPlace(trait))].range; };
    switch (x.opcode) {
        case Opcode::motion_xposition: return shown(own(Trait::X));
        case Opcode::motion_yposition: return shown(own(Trait::Y));
        case Opcode::motion_direction: return own(Trait::Direction);
        case Opcode::sensing_of: {
            const std::int32_t sprite = named(x.a);
            if (sprite == kNone || x.slot < 0) return {};
            const auto of = [&](Trait trait) {
                // A script of the original may look at itself in the middle of its work.
                const bool isMe = actor_ == 2 * sprite;
                return isMe ? own(trait) : *all_[at(first_[at(2 * sprite)] + ownPlace(trait))];
            };
            if (x.slot == XPosition && sprite > 0) return shown(of(Trait::X));
            if (x.slot == YPosition && sprite > 0) return shown(of(Trait::Y));
            return {};
        }
        default: break;
    }
    const bool isTruth = blockRow(x.opcode).shape == Shape::Boolean;
    return isTruth && x.opcode != Opcode::argument_reporter_boolean ? Range::of(0, 1, true) : Range{};
}

Truth Analysis::truth(ExpressionIndex e, const Env& env) {
    if (e == kNone) return Truth::No;
    const Expression& x = p_.expressions[at(e)];
    switch (x.node) {
        case Node::Less: return isLess(value(x.a, env), value(x.b, env));
        case Node::Greater: return isLess(value(x.b, env), value(x.a, env));
        case Node::Equal: return isEqual(value(x.a, env), value(x.b, env));
        case Node::Not: return !truth(x.a, env);
        case Node::And: return both(truth(x.a, env), truth(x.b, env));
        case Node::Or: return !both(!truth(x.a, env), !truth(x.b, env));
        case Node::Constant: return toBoolean(x.constant) ? Truth::Yes : Truth::No;
        default: return truthOf(value(e, env));
    }
}

void Analysis::assume(ExpressionIndex e, bool outcome, Env& env) {
    if (!env.isReachable) return;
    const Truth known = truth(e, env);
    if (known == (outcome ? Truth::No : Truth::Yes)) {
        env.isReachable = false;
        return;
    }
    if (e == kNone) return;
    const Expression& x = p_.expressions[at(e)];
    // What is drawn comes out otherwise each time that it is looked at.
    if (x.draws) return;
    switch (x.node) {
        case Node::Not: return assume(x.a, !outcome, env);
        case Node::And:
        case Node::Or: {
            if (outcome == (x.node == Node::And)) {
                assume(x.a, outcome, env);
                assume(x.b, outcome, env);
                return;
            }
            // One of the two.
            Env other = env;
            assume(x.a, outcome, env);
            assume(x.b, outcome, other);
            return joinEnv(env, other);
        }
        case Node::Less:
        case Node::Greater:
        case Node::Equal: return assumeComparison(x, outcome, env);
        default: return;
    }
}

void Analysis::assumeComparison(const Expression& x, bool outcome, Env& env) {
    const Range a = value(x.a, env), b = value(x.b, env);
    const auto learn = [&](ExpressionIndex e, const Range& other, bool isLeft) {
        const std::int32_t place = placeOf(e);
        if (place == kNone || !env.isReachable) return;
        // What was compared is what is shown, and that may be a little off.
        const bool isPosition = place == ownPlace(Trait::X) || place == ownPlace(Trait::Y);
        const auto keep = [&](Range& range) {
            const bool isLess = (x.node == Node::Less) == isLeft;
            if (isPosition && !range.any && !range.whole) {
                Range near = other;
                near.low -= 1e-9;
                near.high += 1e-9;
                if (x.node == Node::Equal) return !outcome || keepEqual(range, near);
                return isLess == outcome ? keepNotGreater(range, near) : keepNotLess(range, near);
            }
            if (x.node == Node::Equal) return outcome ? keepEqual(range, other) : keepDifferent(range, other);
            if (isLess) return outcome ? keepLess(range, other) : keepNotLess(range, other);
            return outcome ? keepGreater(range, other) : keepNotGreater(range, other);
        };
        Known& cell = env.cells[at(place)];
        env.isReachable = keep(cell.range);
        if (cell.written && !keep(*cell.written)) cell.written.reset();
    };
    learn(x.a, b, true);
    learn(x.b, a, false);
}

}  // namespace ounce::verify
