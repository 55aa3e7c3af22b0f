// Expressions. The frequent nodes are evaluated here, in the type that the asker wants, so that arithmetic on
// numbers never makes a Value; the rest goes through the table of report functions.
#include <cmath>

#include "base/number.h"
#include "vm/machine.h"
#include "vm/math.h"
#include "vm/options.h"

namespace ounce {
namespace {

const List& listOf(Machine& m, const Expression& x) {
    const TargetState& owner = x.onStage ? m.at(0) : *m.target;
    return owner.lists[static_cast<std::size_t>(x.slot)];
}

// Both operands, in the order of the file if that can be seen.
template <class Read>
auto inOrder(const Expression& x, Read read) {
    if (x.reversed) {
        auto b = read(x.b);
        return std::pair(read(x.a), std::move(b));
    }
    auto a = read(x.a);
    return std::pair(std::move(a), read(x.b));
}

String listContents(const List& list) {
    bool single = true;
    for (const Value& item : list) single = single && item.isText() && item.asText().length() == 1;
    String text;
    const String space = String::fromLatin1(" ");
    for (std::size_t i = 0; i < list.size(); i++) {
        if (i > 0 && !single) text = join(text, space);
        text = join(text, toText(list[i]));
    }
    return text;
}

double itemNumber(const List& list, const Value& wanted) {
    for (std::size_t i = 0; i < list.size(); i++) {
        if (compare(list[i], wanted) == 0) return static_cast<double>(i + 1);
    }
    return 0;
}

}  // namespace

double Machine::drawRandom() {
    changed = true;
    const double drawn = state.random.next();
    return choices ? choices->random(drawn, statement) : drawn;
}

// The nearest frame with parameters decides; outside of any definition a parameter is 0.
const Value& Machine::parameter(std::int32_t slot, const Expression&) {
    if (slot == kNone) return parameterZero_;
    for (std::size_t i = thread->stack.size(); i-- > 0;) {
        const Frame& f = thread->stack[i];
        if (f.call != kNone) return thread->parameters[static_cast<std::size_t>(f.parameters + slot)];
    }
    return parameterZero_;
}

const Value& Machine::peek(ExpressionIndex e, Value& temporary) {
    const Expression& x = program.expressions[static_cast<std::size_t>(e)];
    switch (x.node) {
        case Node::Constant: return x.constant;
        case Node::OwnVariable: return target->variables[static_cast<std::size_t>(x.slot)];
        case Node::StageVariable: return at(0).variables[static_cast<std::size_t>(x.slot)];
        case Node::Parameter: return parameter(x.slot, x);
        case Node::Cell: return cells_[static_cast<std::size_t>(x.slot)];
        case Node::ItemOfList: {
            const List& list = listOf(*this, x);
            const std::int64_t index = listIndex(x.a, list.size(), false);
            if (index > 0) return list[static_cast<std::size_t>(index - 1)];
            temporary = String();
            return temporary;
        }
        default: temporary = value(e); return temporary;
    }
}

double Machine::number(ExpressionIndex e) {
    const Expression& x = program.expressions[static_cast<std::size_t>(e)];
    switch (x.node) {
        case Node::Constant: return x.number;
        case Node::OwnVariable: return toNumber(target->variables[static_cast<std::size_t>(x.slot)]);
        case Node::StageVariable: return toNumber(at(0).variables[static_cast<std::size_t>(x.slot)]);
        case Node::Add:
        case Node::Subtract:
        case Node::Multiply:
        case Node::Divide:
        case Node::Mod: {
            double a, b;
            if (x.reversed) {
                b = number(x.b);
                a = number(x.a);
            } else {
                a = number(x.a);
                b = number(x.b);
            }
            const double result = arithmetic(x.node, a, b);
            return std::isnan(result) ? 0 : result;
        }
        case Node::Round: return roundHalfUp(number(x.a));
        case Node::Less:
        case Node::Equal:
        case Node::Greater:
        case Node::And:
        case Node::Or:
        case Node::Not:
        case Node::Contains:
        case Node::ListContains: return boolean(e) ? 1 : 0;
        case Node::LengthOfList: return static_cast<double>(listOf(*this, x).size());
        default: {
            Value temporary;
            return toNumber(peek(e, temporary));
        }
    }
}

bool Machine::boolean(ExpressionIndex e) {
    const Expression& x = program.expressions[static_cast<std::size_t>(e)];
    switch (x.node) {
        case Node::Less:
        case Node::Equal:
        case Node::Greater: {
            double order;
            if (x.draws) {
                auto [a, b] = inOrder(x, [&](ExpressionIndex i) { return value(i); });
                order = compare(a, b);
            } else {
                Value first, second;
                const Value& a = peek(x.a, first);
                const Value& b = peek(x.b, second);
                order = compare(a, b);
            }
            return x.node == Node::Less ? order < 0 : x.node == Node::Equal ? order == 0 : order > 0;
        }
        case Node::And:
        case Node::Or: {
            if (x.draws) {
                auto [a, b] = inOrder(x, [&](ExpressionIndex i) { return boolean(i); });
                return x.node == Node::And ? a && b : a || b;
            }
            return x.node == Node::And ? boolean(x.a) && boolean(x.b) : boolean(x.a) || boolean(x.b);
        }
        case Node::Not: return !boolean(x.a);
        case Node::Contains: {
            auto [a, b] = inOrder(x, [&](ExpressionIndex i) { return text(i); });
            return a.containsIgnoringCase(b);
        }
        case Node::ListContains: {
            Value temporary;
            return itemNumber(listOf(*this, x), peek(x.a, temporary)) > 0;
        }
        case Node::Add:
        case Node::Subtract:
        case Node::Multiply:
        case Node::Divide:
        case Node::Mod:
        case Node::Round:
        case Node::LengthOfList: return number(e) != 0;  // NaN was turned into 0 on the way
        default: {
            Value temporary;
            return toBoolean(peek(e, temporary));
        }
    }
}

String Machine::text(ExpressionIndex e) {
    Value temporary;
    return toText(peek(e, temporary));
}

Value Machine::value(ExpressionIndex e) {
    const Expression& x = program.expressions[static_cast<std::size_t>(e)];
    switch (x.node) {
        case Node::Constant:
        case Node::OwnVariable:
        case Node::StageVariable:
        case Node::Parameter:
        case Node::Cell:
        case Node::ItemOfList: {
            Value temporary;
            return peek(e, temporary);
        }
        case Node::Add:
        case Node::Subtract:
        case Node::Multiply:
        case Node::Divide:
        case Node::Mod: {
            if (x.reversed) {
                const double b = number(x.b);
                return arithmetic(x.node, number(x.a), b);
            }
            const double a = number(x.a);
            return arithmetic(x.node, a, number(x.b));
        }
        case Node::Round: return roundHalfUp(number(x.a));
        case Node::Less:
        case Node::Equal:
        case Node::Greater:
        case Node::And:
        case Node::Or:
        case Node::Not:
        case Node::Contains:
        case Node::ListContains: return boolean(e);
        case Node::Join: {
            auto [a, b] = inOrder(x, [&](ExpressionIndex i) { return text(i); });
            if (a.length() + b.length() > String::kMaxLength) state.limits.textLength = true;
            return join(a, b);
        }
        case Node::LetterOf: {
            double position;
            String whole;
            if (x.reversed) {
                whole = text(x.b);
                position = number(x.a) - 1;
            } else {
                position = number(x.a) - 1;
                whole = text(x.b);
            }
            if (!(position >= 0) || position >= whole.length()) return String();
            return String::ofUnit(whole[static_cast<std::uint32_t>(position)]);
        }
        case Node::LengthOf: {
            Value temporary;
            const Value& v = peek(x.a, temporary);
            return static_cast<double>(v.isText() ? v.asText().length() : toText(v).length());
        }
        case Node::Random: {
            auto [from, to] = inOrder(x, [&](ExpressionIndex i) { return value(i); });
            const double a = toNumber(from), b = toNumber(to);
            const double low = std::min(a, b), high = std::max(a, b);
            if (low == high) return low;
            const double r = drawRandom();
            if (isWholeNumber(from) && isWholeNumber(to)) return low + std::floor(r * (high + 1 - low));
            return r * (high - low) + low;
        }
        case Node::MathOperator: return mathOperator(x.slot, number(x.a));
        case Node::ItemNumberOfList: {
            Value temporary;
            return itemNumber(listOf(*this, x), peek(x.a, temporary));
        }
        case Node::LengthOfList: return static_cast<double>(listOf(*this, x).size());
        case Node::ListContents: return listContents(listOf(*this, x));
        case Node::Report: return x.report(*this, x);
    }
    return {};
}

std::int64_t Machine::listIndex(ExpressionIndex e, std::size_t length, bool acceptAll) {
    Value temporary;
    const Value& index = peek(e, temporary);
    if (index.isText() && !index.asText().empty() && !(index.asText()[0] <= '9')) {
        const std::string word = index.asText().utf8();
        if (word == "all") return acceptAll ? -1 : 0;
        if (word == "last") return static_cast<std::int64_t>(length);
        if (word == "random" || word == "any") {
            if (length == 0) return 0;
            return 1 + static_cast<std::int64_t>(std::floor(drawRandom() * static_cast<double>(length)));
        }
    }
    const double position = std::floor(toNumber(index));
    if (!(position >= 1) || position > static_cast<double>(length)) return 0;
    return static_cast<std::int64_t>(position);
}

}  // namespace ounce
