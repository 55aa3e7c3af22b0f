// A bound on what a program may keep. Where it is checked and what counts depends on the program alone, not
// on what copies of the state share, so that every copy of a run stops at the same place.
#include "vm/memory.h"

#include <algorithm>
#include <vector>

#include "vm/interpreter.h"

namespace ounce {
namespace {

std::uint64_t bytesOf(const Value& value) {
    std::uint64_t bytes = sizeof(Value);
    if (value.isText()) bytes += textBytes(value.asText().length(), value.asText().isWide());
    return bytes;
}

template <class Values>
std::uint64_t bytesOfAll(const Values& values) {
    std::uint64_t bytes = 0;
    for (const Value& value : values) bytes += bytesOf(value);
    return bytes;
}

}  // namespace

// A list that clones still share with their original counts once; a text counts wherever it stands, because
// whether two equal texts share their letters depends on more than this state.
bool Interpreter::countMemory() {
    std::uint64_t bytes = 0;
    std::vector<const Value*> counted;
    for (std::int32_t index : state.pane) {
        const TargetState& t = at(index);
        bytes += bytesOfAll(t.variables);
        for (const List& list : t.lists) {
            if (list.size() > 0) counted.push_back(list.begin());
        }
    }
    std::sort(counted.begin(), counted.end());
    for (std::int32_t index : state.pane) {
        for (const List& list : at(index).lists) {
            const auto found = std::lower_bound(counted.begin(), counted.end(), list.begin());
            if (found == counted.end() || *found != list.begin()) continue;
            counted.erase(found, std::upper_bound(found, counted.end(), list.begin()));
            bytes += bytesOfAll(list);
        }
    }
    for (const Box<Thread>& t : state.threads) bytes += bytesOfAll(t->parameters);
    if (bytes >= kMemoryLimit) {
        state.memory.bytes = bytes;
        state.limits.memory = true;
        memoryFull_ = true;
        return false;
    }
    // Not to be counted again before a good part of the limit was made anew.
    state.memory.bytes = std::min(bytes, kMemoryLimit / 4 * 3);
    return true;
}

}  // namespace ounce
