#include <bit>

#include "vm/memory.h"
#include "vm/run.h"

namespace ounce {

void Interpreter::setVariable(Value& variable, Value newValue) {
    const bool different = !variable.same(newValue);
    if (observer) {
        for (std::int32_t index : {std::int32_t{0}, targetIndex}) {
            auto& all = at(index).variables;
            if (&variable < all.data() || &variable >= all.data() + all.size()) continue;
            const auto slot = static_cast<std::int32_t>(&variable - all.data());
            if (different) observer->variableChanged(index, slot, variable, newValue);
            observer->variableWritten(index, slot, variable);
            break;
        }
    }
    if (!different) return;
    changed = true;
    variable = std::move(newValue);
}

List& Interpreter::listForWriting(const Instruction& s) {
    changed = true;
    return owner(s.onStage).lists[static_cast<std::size_t>(s.slot)];
}

namespace {

Value& variableOf(Interpreter& m, const Instruction& s) {
    return m.owner(s.onStage).variables[static_cast<std::size_t>(s.slot)];
}

// The usual case, a number over a number, without making a Value.
void setNumber(Interpreter& m, Value& variable, double number) {
    if (!variable.isNumber() ||
        std::bit_cast<std::uint64_t>(variable.asNumber()) != std::bit_cast<std::uint64_t>(number)) {
        m.changed = true;
    }
    variable.setNumber(number);
}

void appendText(Interpreter& m, Value& variable, ExpressionIndex e) {
    Value temporary, storage;
    const Operation& x = m.operation(e);
    const bool isNumber = x.node >= Node::Add && x.node <= Node::Round;
    if (isNumber) storage = numberToString(x.toNumber(m, x));
    const String& tail = isNumber ? storage.asText() : textOf(m.peek(e, temporary), storage);
    if (tail.empty()) return;
    m.changed = true;
    if (variable.asText().length() + tail.length() > String::kMaxLength) m.state.limits.textLength = true;
    if (m.takeMemory(textBytes(tail.length(), tail.isWide()))) variable.appendText(tail);
}

void showMonitor(Interpreter& m, const Instruction& s, bool visible) {
    if (s.slot == kNone) return;
    auto& shown = m.state.monitorVisible[static_cast<std::size_t>(s.slot)];
    if ((shown != 0) != visible) m.changed = true;
    shown = visible ? 1 : 0;
}

// Deleting or inserting shifts the rest by one, which a contiguous list does quickly.
void eraseAt(std::vector<Value>& items, std::int64_t index) {
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(index - 1));
}

}  // namespace

template <>
void run<Opcode::data_setvariableto>(Interpreter& m, const Instruction& s) {
    const Operation& x = m.operation(s.arguments[0]);
    if (x.node >= Node::Add && x.node <= Node::Round && !m.observer) {
        setNumber(m, variableOf(m, s), x.toNumber(m, x));
        return;
    }
    if (s.appends && !m.observer && variableOf(m, s).isText()) {
        appendText(m, variableOf(m, s), x.b);
        return;
    }
    m.setVariable(variableOf(m, s), m.value(s.arguments[0]));
}

template <>
void run<Opcode::data_changevariableby>(Interpreter& m, const Instruction& s) {
    Value& variable = variableOf(m, s);
    const double sum = toNumber(variable) + (s.hasNumber ? s.number : m.number(s.arguments[0]));
    if (m.observer) {
        m.setVariable(variable, sum);
        return;
    }
    setNumber(m, variable, sum);
}

template <>
void run<Opcode::data_showvariable>(Interpreter& m, const Instruction& s) {
    showMonitor(m, s, true);
}

template <>
void run<Opcode::data_hidevariable>(Interpreter& m, const Instruction& s) {
    showMonitor(m, s, false);
}

template <>
void run<Opcode::data_showlist>(Interpreter& m, const Instruction& s) {
    showMonitor(m, s, true);
}

template <>
void run<Opcode::data_hidelist>(Interpreter& m, const Instruction& s) {
    showMonitor(m, s, false);
}

template <>
void run<Opcode::data_addtolist>(Interpreter& m, const Instruction& s) {
    Value temporary;
    const Value& item =
        m.peek(s.arguments[0], temporary);  // an item of the same list is copied before it could move
    List& list = m.listForWriting(s);
    if (list.size() >= List::kMaxItems) {
        m.state.limits.listLength = true;
        return;
    }
    if (!m.takeMemory(Interpreter::kItemBytes)) return;
    list.write().push_back(item);
}

template <>
void run<Opcode::data_deleteoflist>(Interpreter& m, const Instruction& s) {
    List& list = m.listForWriting(s);
    const std::int64_t index = m.listIndex(s.arguments[0], list.size(), true);
    if (index == -1) list.clear();
    m.spend(list.size() * Interpreter::kItemBytes / Interpreter::kBytesPerWork);
    if (index > 0) eraseAt(list.write(), index);
}

template <>
void run<Opcode::data_deletealloflist>(Interpreter& m, const Instruction& s) {
    List& list = m.listForWriting(s);
    list.clear();
}

template <>
void run<Opcode::data_insertatlist>(Interpreter& m, const Instruction& s) {
    Value item = m.value(s.arguments[0]);
    List& list = m.listForWriting(s);
    const std::int64_t index = m.listIndex(s.arguments[1], list.size() + 1, false);
    if (index <= 0 || index > static_cast<std::int64_t>(List::kMaxItems)) return;
    if (!m.takeMemory(Interpreter::kItemBytes)) return;
    m.spend(list.size() * Interpreter::kItemBytes / Interpreter::kBytesPerWork);
    auto& items = list.write();
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(index - 1), std::move(item));
    if (items.size() > List::kMaxItems) {
        m.state.limits.listLength = true;
        items.pop_back();
    }
}

template <>
void run<Opcode::data_replaceitemoflist>(Interpreter& m, const Instruction& s) {
    List& list = m.listForWriting(s);
    const std::int64_t index = m.listIndex(s.arguments[0], list.size(), false);
    if (index <= 0) return;
    Value temporary;
    Value item = m.peek(s.arguments[1], temporary);
    list.write()[static_cast<std::size_t>(index - 1)] = std::move(item);
}

}  // namespace ounce
