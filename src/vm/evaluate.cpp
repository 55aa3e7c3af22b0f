// Expressions. The frequent nodes are evaluated here, in the type that the asker wants, so that arithmetic on
// numbers never makes a Value; the rest goes through the table of report functions.
#include <cmath>

#include "base/number.h"
#include "vm/machine.h"
#include "vm/math.h"
#include "vm/memory.h"
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

Value listContents(Machine& m, const List& list) {
    bool single = true;
    for (const Value& item : list) single = single && item.isText() && item.asText().length() == 1;
    String text;
    const String space = String::fromLatin1(" ");
    for (std::size_t i = 0; i < list.size(); i++) {
        if (i > 0 && !single) text = join(text, space);
        const String item = toText(list[i]);
        if (text.length() + item.length() > String::kMaxLength) m.state.limits.textLength = true;
        text = join(text, item);
    }
    if (!m.takeMemory(textBytes(text.length(), text.isWide()))) return String();
    return text;
}

double itemNumber(const List& list, const Value& wanted) {
    for (std::size_t i = 0; i < list.size(); i++) {
        if (compare(list[i], wanted) == 0) return static_cast<double>(i + 1);
    }
    return 0;
}

Value letterOf(double position, const String& whole) {
    if (!(position >= 0) || position >= whole.length()) return String();
    return String::ofUnit(whole[static_cast<std::uint32_t>(position)]);
}

// The text of a value without copying where it is one already; else it is made in `storage`.
const String& textOf(const Value& value, Value& storage) {
    if (value.isText()) return value.asText();
    storage = toText(value);
    return storage.asText();
}

}  // namespace

Value Machine::joined(const String& a, const String& b) {
    const std::uint32_t length = a.length() + b.length();
    if (length > String::kMaxLength) state.limits.textLength = true;
    if (!takeMemory(textBytes(length, a.isWide() || b.isWide()))) return a;
    return join(a, b);
}

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
        case Node::StageVariable: return stageVariable(x.slot);
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
        case Node::Mod:
        case Node::Round: return x.toNumber(*this, x);
        case Node::Less:
        case Node::Equal:
        case Node::Greater:
        case Node::And:
        case Node::Or:
        case Node::Not: return x.test(*this, x);
        case Node::Contains: {
            auto [a, b] = inOrder(x, [&](ExpressionIndex i) { return text(i); });
            return a.containsIgnoringCase(b);
        }
        case Node::ListContains: {
            Value temporary;
            return itemNumber(listOf(*this, x), peek(x.a, temporary)) > 0;
        }
        case Node::Join: {
            if (x.reversed) {
                const String b = text(x.b);
                return joined(text(x.a), b);
            }
            Value temporaryA, temporaryB, textA, textB;
            const String& a = textOf(peek(x.a, temporaryA), textA);
            return joined(a, textOf(peek(x.b, temporaryB), textB));
        }
        case Node::LetterOf: {
            Value temporary, asText;
            if (x.reversed) {
                const String whole = text(x.b);
                return letterOf(number(x.a) - 1, whole);
            }
            const double position = number(x.a) - 1;
            return letterOf(position, textOf(peek(x.b, temporary), asText));
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
        case Node::ListContents: return listContents(*this, listOf(*this, x));
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
