#include "vm/specialize.h"

#include <array>
#include <cmath>
#include <utility>

#include "base/number.h"
#include "vm/evaluate.h"
#include "vm/math.h"
#include "vm/reading.h"

namespace ounce {
namespace {

// What an operand is. Any: evaluate it.
enum class Operand : std::uint8_t { Own, Stage, Constant, Any };
constexpr std::size_t kOperands = 4;

Operand operandOf(const Program& program, ExpressionIndex e) {
    if (e == kNone) return Operand::Any;
    switch (program.expressions[static_cast<std::size_t>(e)].node) {
        case Node::OwnVariable: return Operand::Own;
        case Node::StageVariable: return Operand::Stage;
        case Node::Constant: return Operand::Constant;
        default: return Operand::Any;
    }
}

// The operand as a value in place; `slot` is the variable's, `constant` the constant.
template <Operand kind>
const Value& valueOf(Reading& m, ExpressionIndex e, std::int32_t slot, const Value& constant,
                     Value& temporary) {
    if constexpr (kind == Operand::Own) return m.target->variables[static_cast<std::size_t>(slot)];
    if constexpr (kind == Operand::Stage) return m.stageVariable(slot);
    if constexpr (kind == Operand::Constant) return constant;
    if constexpr (kind == Operand::Any) return m.peek(e, temporary);
}

template <Operand kind>
double numberOf(Reading& m, ExpressionIndex e, std::int32_t slot, double constant) {
    if constexpr (kind == Operand::Own) return toNumber(m.target->variables[static_cast<std::size_t>(slot)]);
    if constexpr (kind == Operand::Stage) return toNumber(m.stageVariable(slot));
    if constexpr (kind == Operand::Constant) return constant;
    if constexpr (kind == Operand::Any) return m.number(e);
}

// ---- arithmetic: a's variable in `slot`, b's in `slot2`, the constant (of which there is at most one) in
// `number` ----

template <Node node, Operand first, Operand second>
double arithmeticOf(Reading& m, const Operation& x) {
    if constexpr (first == Operand::Any && second == Operand::Any) {
        if (x.reversed) {
            const double b = m.number(x.b);
            return arithmetic(node, m.number(x.a), b);
        }
    }
    const double a = numberOf<first>(m, x.a, x.slot, x.number);
    if constexpr (node == Node::Mod && second == Operand::Constant) {
        // A divisor that is a small whole number has its reciprocal at hand, which is faster than dividing.
        if (x.reciprocal > 0 && isSmallWhole(a)) return restOf(a, x.number, a * x.reciprocal);
    }
    return arithmetic(node, a, numberOf<second>(m, x.b, x.slot2, x.number));
}

template <Node node, std::size_t... i>
constexpr auto arithmeticTable(std::index_sequence<i...>) {
    return std::array<NumberFunction, sizeof...(i)>{
        &arithmeticOf<node, static_cast<Operand>(i / kOperands), static_cast<Operand>(i % kOperands)>...};
}

template <Node node>
NumberFunction arithmeticFunction(Operand a, Operand b) {
    static constexpr auto table = arithmeticTable<node>(std::make_index_sequence<kOperands * kOperands>());
    return table[static_cast<std::size_t>(a) * kOperands + static_cast<std::size_t>(b)];
}

// ---- comparisons: variables as above, the constant (of which there is at most one) in `constant` ----

template <Node node>
bool holds(double a, double b) {
    return node == Node::Less ? a < b : node == Node::Equal ? a == b : a > b;
}

template <Node node>
bool holds(const Value& a, const Value& b) {
    const double x = numberAtAGlance(a), y = numberAtAGlance(b);
    return std::isnan(x) || std::isnan(y) ? holds<node>(compareSlowly(a, b), 0) : holds<node>(x, y);
}

template <Node node, Operand first, Operand second>
bool comparisonOf(Reading& m, const Operation& x) {
    if (first == Operand::Any && second == Operand::Any && x.reversed) {
        const Value b = m.value(x.b);
        return holds<node>(m.value(x.a), b);
    }
    Value temporaryA, temporaryB;
    const Value& a = valueOf<first>(m, x.a, x.slot, x.constant, temporaryA);
    return holds<node>(a, valueOf<second>(m, x.b, x.slot2, x.constant, temporaryB));
}

template <Node node, std::size_t... i>
constexpr auto comparisonTable(std::index_sequence<i...>) {
    return std::array<TestFunction, sizeof...(i)>{
        &comparisonOf<node, static_cast<Operand>(i / kOperands), static_cast<Operand>(i % kOperands)>...};
}

template <Node node>
TestFunction comparisonFunction(Operand a, Operand b) {
    static constexpr auto table = comparisonTable<node>(std::make_index_sequence<kOperands * kOperands>());
    return table[static_cast<std::size_t>(a) * kOperands + static_cast<std::size_t>(b)];
}

// ---- the other nodes ----

double numberOfConstant(Reading&, const Operation& x) { return x.number; }
double numberOfOwn(Reading& m, const Operation& x) {
    return toNumber(m.target->variables[static_cast<std::size_t>(x.slot)]);
}
double numberOfStage(Reading& m, const Operation& x) { return toNumber(m.stageVariable(x.slot)); }
double numberOfRound(Reading& m, const Operation& x) { return roundHalfUp(m.number(x.a)); }
double numberOfTest(Reading& m, const Operation& x) { return x.test(m, x) ? 1 : 0; }
double numberOfValue(Reading& m, const Operation& x) {
    Value temporary;
    return toNumber(m.peek(m.indexOf(x), temporary));
}

bool testNot(Reading& m, const Operation& x) { return !m.boolean(x.a); }
// Both sides count when random numbers are drawn.
bool testAnd(Reading& m, const Operation& x) {
    if (!x.draws) return m.boolean(x.a) && m.boolean(x.b);
    const bool first = m.boolean(x.reversed ? x.b : x.a);
    return m.boolean(x.reversed ? x.a : x.b) && first;
}
bool testOr(Reading& m, const Operation& x) {
    if (!x.draws) return m.boolean(x.a) || m.boolean(x.b);
    const bool first = m.boolean(x.reversed ? x.b : x.a);
    return m.boolean(x.reversed ? x.a : x.b) || first;
}
bool testNumber(Reading& m, const Operation& x) {
    const double n = x.toNumber(m, x);
    return n != 0 && !std::isnan(n);
}
bool testValue(Reading& m, const Operation& x) {
    Value temporary;
    return toBoolean(m.peek(m.indexOf(x), temporary));
}

}  // namespace

void specialize(const Program& program, Operation& e) {
    e.evaluate = e.node == Node::Report ? reportFunction(e.opcode) : evaluateFunction(e.node);
    const Operand a = operandOf(program, e.a);
    const Operand b = operandOf(program, e.b);
    auto operand = [&](ExpressionIndex i) -> const Expression& {
        return program.expressions[static_cast<std::size_t>(i)];
    };
    auto takeOperands = [&] {
        e.slot = a == Operand::Any ? kNone : operand(e.a).slot;
        e.slot2 = b == Operand::Any ? kNone : operand(e.b).slot;
    };
    auto arithmeticOn = [&](NumberFunction function, NumberFunction constants) {
        takeOperands();
        // Two constants: one fits into the node, so let the first be evaluated.
        const bool both = a == Operand::Constant && b == Operand::Constant;
        e.toNumber = both ? constants : function;
        if (b == Operand::Constant) e.number = toNumber(operand(e.b).constant);
        if (a == Operand::Constant && !both) e.number = toNumber(operand(e.a).constant);
        if (e.node == Node::Mod && b == Operand::Constant && isSmallWhole(e.number) && e.number > 0)
            e.reciprocal = 1 / e.number;
        e.test = testNumber;
    };
    auto comparisonOn = [&](auto function) {
        takeOperands();
        const bool both = a == Operand::Constant && b == Operand::Constant;
        if (b == Operand::Constant) e.constant = operand(e.b).constant;
        if (a == Operand::Constant && !both) e.constant = operand(e.a).constant;
        e.test = function(both ? Operand::Any : a, b);
        e.toNumber = numberOfTest;
    };
    switch (e.node) {
        case Node::Constant:
            e.toNumber = numberOfConstant;
            e.test = testValue;
            break;
        case Node::OwnVariable:
            e.toNumber = numberOfOwn;
            e.test = testValue;
            break;
        case Node::StageVariable:
            e.toNumber = numberOfStage;
            e.test = testValue;
            break;
        case Node::Add:
            arithmeticOn(arithmeticFunction<Node::Add>(a, b), arithmeticFunction<Node::Add>(Operand::Any, b));
            break;
        case Node::Subtract:
            arithmeticOn(arithmeticFunction<Node::Subtract>(a, b),
                         arithmeticFunction<Node::Subtract>(Operand::Any, b));
            break;
        case Node::Multiply:
            arithmeticOn(arithmeticFunction<Node::Multiply>(a, b),
                         arithmeticFunction<Node::Multiply>(Operand::Any, b));
            break;
        case Node::Divide:
            arithmeticOn(arithmeticFunction<Node::Divide>(a, b),
                         arithmeticFunction<Node::Divide>(Operand::Any, b));
            break;
        case Node::Mod:
            arithmeticOn(arithmeticFunction<Node::Mod>(a, b), arithmeticFunction<Node::Mod>(Operand::Any, b));
            break;
        case Node::Round:
            e.toNumber = numberOfRound;
            e.test = testNumber;
            break;
        case Node::Less: comparisonOn(comparisonFunction<Node::Less>); break;
        case Node::Equal: comparisonOn(comparisonFunction<Node::Equal>); break;
        case Node::Greater: comparisonOn(comparisonFunction<Node::Greater>); break;
        case Node::And:
            e.test = testAnd;
            e.toNumber = numberOfTest;
            break;
        case Node::Or:
            e.test = testOr;
            e.toNumber = numberOfTest;
            break;
        case Node::Not:
            e.test = testNot;
            e.toNumber = numberOfTest;
            break;
        default:
            e.toNumber = numberOfValue;
            e.test = testValue;
            break;
    }
}

}  // namespace ounce
