// What each kind of expression gives.
#include "vm/evaluate.h"

#include <cmath>

#include "base/invariant.h"
#include "base/number.h"
#include "vm/compile.h"
#include "vm/math.h"
#include "vm/memory.h"
#include "vm/options.h"
#include "vm/reading.h"

namespace ounce {

Reading::Reading(const Program& p, const State& s, const MachineOptions& o, MemoryBound& m, Limits& l)
    : program(p),
      state(s),
      options(o),
      memory(m),
      limits(l),
      operations_(p.code->operations.data()),
      stage_(s.targets.empty() ? nullptr : &*s.targets[0]) {
    INVARIANT(p.code && p.code->operations.size() >= p.expressions.size(),
              "every expression should be ready to be evaluated");
}

namespace {

const List& listOf(Reading& m, const Operation& x) {
    return m.owner(x.onStage).lists[static_cast<std::size_t>(x.slot)];
}

// Both operands, in the order of the file if that can be seen.
template <class Read>
auto inOrder(const Operation& x, Read read) {
    if (x.reversed) {
        auto b = read(x.b);
        return std::pair(read(x.a), std::move(b));
    }
    auto a = read(x.a);
    return std::pair(std::move(a), read(x.b));
}

Value listContents(Reading& m, const List& list) {
    m.spend(list.size());
    bool single = true;
    for (const Value& item : list) single = single && item.isText() && item.asText().length() == 1;
    String text;
    const String space = String::fromLatin1(" ");
    for (std::size_t i = 0; i < list.size(); i++) {
        if (i > 0 && !single) text = join(text, space);
        if (list[i].type() == Type::Undefined) continue;  // as Array.join writes it
        const String item = toText(list[i]);
        if (text.length() + item.length() > String::kMaxLength) m.limits.textLength = true;
        text = join(text, item);
    }
    if (!m.takeMemory(textBytes(text.length(), text.isWide()))) return String();
    return text;
}

double itemNumber(Reading& m, const List& list, const Value& wanted) {
    const std::uint64_t letters = wanted.isText() ? wanted.asText().length() : 0;
    m.spend(list.size() * (1 + letters / Reading::kBytesPerWork));
    for (std::size_t i = 0; i < list.size(); i++) {
        if (compare(list[i], wanted) == 0) return static_cast<double>(i + 1);
    }
    return 0;
}

Value joinOf(Reading& m, const Operation& x) {
    Value temporaryA, temporaryB, textA, textB;
    if (x.reversed) temporaryB = m.value(x.b);
    const String& a = textOf(m.peek(x.a, temporaryA), textA);
    const String& b = textOf(x.reversed ? temporaryB : m.peek(x.b, temporaryB), textB);
    return m.joined(a, b);
}

Value letterOf(Reading& m, const Operation& x) {
    Value temporary, storage;
    if (x.reversed) temporary = m.value(x.b);
    const double position = m.number(x.a) - 1;
    const String& whole = textOf(x.reversed ? temporary : m.peek(x.b, temporary), storage);
    if (!(position >= 0) || position >= whole.length()) return String();
    return String::ofUnit(whole[static_cast<std::uint32_t>(position)]);
}

Value lengthOf(Reading& m, const Operation& x) {
    Value temporary, storage;
    return static_cast<double>(textOf(m.peek(x.a, temporary), storage).length());
}

Value containsOf(Reading& m, const Operation& x) {
    auto [a, b] = inOrder(x, [&](ExpressionIndex i) { return m.text(i); });
    m.spend(a.length() / 8);
    return a.containsIgnoringCase(b);
}

Value randomOf(Reading& m, const Operation& x) {
    auto [from, to] = inOrder(x, [&](ExpressionIndex i) { return m.value(i); });
    const double a = toNumber(from), b = toNumber(to);
    const double low = std::min(a, b), high = std::max(a, b);
    if (low == high) return low;
    const bool whole = isWholeNumber(from) && isWholeNumber(to);
    return m.pick(whole ? Domain::whole(low, high) : Domain::between(low, high));
}

Value inPlace(Reading& m, const Operation& x) {
    Value temporary;
    return m.peek(m.indexOf(x), temporary);
}
Value numberValue(Reading& m, const Operation& x) { return x.toNumber(m, x); }
Value testValue(Reading& m, const Operation& x) { return x.test(m, x); }
Value mathValue(Reading& m, const Operation& x) { return mathOperator(x.slot, m.number(x.a)); }
Value itemNumberOf(Reading& m, const Operation& x) {
    Value temporary;
    return itemNumber(m, listOf(m, x), m.peek(x.a, temporary));
}
Value listContainsOf(Reading& m, const Operation& x) {
    Value temporary;
    return itemNumber(m, listOf(m, x), m.peek(x.a, temporary)) > 0;
}
Value listLengthOf(Reading& m, const Operation& x) { return static_cast<double>(listOf(m, x).size()); }
Value listContentsOf(Reading& m, const Operation& x) { return listContents(m, listOf(m, x)); }

}  // namespace

ValueFunction evaluateFunction(Node node) {
    switch (node) {
        case Node::Constant:
        case Node::OwnVariable:
        case Node::StageVariable:
        case Node::Parameter:
        case Node::Cell:
        case Node::ItemOfList: return inPlace;
        case Node::Add:
        case Node::Subtract:
        case Node::Multiply:
        case Node::Divide:
        case Node::Mod:
        case Node::Round: return numberValue;
        case Node::Less:
        case Node::Equal:
        case Node::Greater:
        case Node::And:
        case Node::Or:
        case Node::Not: return testValue;
        case Node::Join: return joinOf;
        case Node::LetterOf: return letterOf;
        case Node::LengthOf: return lengthOf;
        case Node::Contains: return containsOf;
        case Node::Random: return randomOf;
        case Node::MathOperator: return mathValue;
        case Node::ItemNumberOfList: return itemNumberOf;
        case Node::LengthOfList: return listLengthOf;
        case Node::ListContains: return listContainsOf;
        case Node::ListContents: return listContentsOf;
        case Node::Report: break;
    }
    return nullptr;
}

String Reading::text(ExpressionIndex e) {
    Value temporary;
    return toText(peek(e, temporary));
}

Value Reading::joined(const String& a, const String& b) {
    const std::uint32_t length = a.length() + b.length();
    if (length > String::kMaxLength) limits.textLength = true;
    if (!takeMemory(textBytes(length, a.isWide() || b.isWide()))) return a;
    return join(a, b);
}

// The nearest frame with parameters decides; outside of any definition a parameter is 0. So is one that the
// call does not have: in a broken file, two definitions can share their blocks.
const Value& Reading::parameter(std::int32_t slot) const {
    static const Value kZero{0.0};
    if (slot == kNone || !thread) return kZero;
    for (std::size_t i = thread->stack.size(); i-- > 0;) {
        const Frame& f = thread->stack[i];
        if (f.call == kNone) continue;
        const auto at = static_cast<std::size_t>(f.parameters + slot);
        return at < thread->parameters.size() ? thread->parameters[at] : kZero;
    }
    return kZero;
}

const Value& Reading::peekSlowly(const Operation& x, Value& temporary) {
    switch (x.node) {
        case Node::Parameter: return parameter(x.slot);
        case Node::Cell: return cells_[x.slot];
        case Node::ItemOfList: {
            const List& list = listOf(*this, x);
            const std::int64_t index = listIndex(x.a, list.size(), false);
            if (index > 0) return list[static_cast<std::size_t>(index - 1)];
            temporary = String();
            return temporary;
        }
        default: temporary = x.evaluate(*this, x); return temporary;
    }
}

// An index that is not a number: one of the special words, or worth a number.
std::int64_t Reading::namedItem(const Value& index, std::size_t length, bool acceptAll) {
    if (index.isText() && !index.asText().empty() && !(index.asText()[0] <= '9')) {
        const std::string word = index.asText().utf8();
        if (word == "all") return acceptAll ? -1 : 0;
        if (word == "last") return static_cast<std::int64_t>(length);
        if (isRandomWord(word)) {
            if (length == 0) return 0;
            return 1 + static_cast<std::int64_t>(pick(Domain::oneOf(static_cast<double>(length))));
        }
    }
    return numberedItem(toNumber(index), length);
}

}  // namespace ounce
