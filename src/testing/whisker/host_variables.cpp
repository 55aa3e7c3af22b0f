// Variables and lists, by handle and slot.
#include "testing/whisker/host.h"

namespace ounce {

std::span<const WhiskerHost::Entry> WhiskerHost::variableEntries() {
    static constexpr Entry kEntries[] = {
        {"variable", &WhiskerHost::variable},
        {"list", &WhiskerHost::list},
        {"setVariable", &WhiskerHost::setVariable},
        {"setList", &WhiskerHost::setList},
        {"track", &WhiskerHost::track},
        {"oldVariable", &WhiskerHost::oldVariable},
    };
    return kEntries;
}

Value* WhiskerHost::variableAt(JsCall& call) {
    TargetState* t = alive(seen(call));
    const auto slot = static_cast<std::size_t>(call.integer(1));
    return t && slot < t->variables.size() ? &t->variables[slot] : nullptr;
}

List* WhiskerHost::listAt(JsCall& call) {
    TargetState* t = alive(seen(call));
    const auto slot = static_cast<std::size_t>(call.integer(1));
    return t && slot < t->lists.size() ? &t->lists[slot] : nullptr;
}

void WhiskerHost::variable(JsCall& call) {
    if (const Value* found = variableAt(call)) call.give(*found);
}

void WhiskerHost::list(JsCall& call) {
    const List* found = listAt(call);
    call.give(found ? std::span<const Value>(found->begin(), found->size()) : std::span<const Value>());
}

void WhiskerHost::setVariable(JsCall& call) {
    if (Value* found = variableAt(call)) *found = call.scalar(2);
}

// setList(handle, slot, items…)
void WhiskerHost::setList(JsCall& call) {
    List* found = listAt(call);
    if (!found) return;
    std::vector<Value> items;
    for (std::size_t i = 2; i < call.count() && items.size() < List::kMaxItems; i++)
        items.push_back(call.scalar(i));
    *found = List(std::move(items));
}

// track(handle, slot, isList): from now on its value before each step is kept.
void WhiskerHost::track(JsCall& call) {
    Seen& s = seen(call);
    Tracked tracked;
    tracked.slot = call.integer(1);
    tracked.isList = call.boolean(2);
    if (tracked.isList) {
        if (const List* found = listAt(call)) tracked.list = *found;
    } else if (const Value* found = variableAt(call)) {
        tracked.value = *found;
    }
    s.variables.push_back(std::move(tracked));
    call.give(static_cast<double>(s.variables.size() - 1));
}

void WhiskerHost::oldVariable(JsCall& call) {
    const Seen& s = seen(call);
    const auto index = static_cast<std::size_t>(call.integer(1));
    if (index >= s.variables.size()) return;
    const Tracked& tracked = s.variables[index];
    if (tracked.isList) return call.give(std::span<const Value>(tracked.list.begin(), tracked.list.size()));
    call.give(tracked.value);
}

}  // namespace ounce
