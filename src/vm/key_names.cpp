#include "vm/key_names.h"

#include <fmt/format.h>
#include <vector>

#include "base/nearest.h"
#include "base/text.h"

namespace ounce {
namespace {

struct Words {
    std::string_view scratch, browser;
};

constexpr Words kSpecial[] = {{"space", " "},
                              {"left arrow", "ArrowLeft"},
                              {"up arrow", "ArrowUp"},
                              {"right arrow", "ArrowRight"},
                              {"down arrow", "ArrowDown"},
                              {"enter", "Enter"},
                              // as browsers called them once
                              {"left arrow", "Left"},
                              {"up arrow", "Up"},
                              {"right arrow", "Right"},
                              {"down arrow", "Down"}};

// Keys that have no meaning for Scratch, but that a keyboard has.
constexpr std::string_view kOthers[] = {
    "Shift", "Control", "Alt", "AltGraph", "Meta", "Tab", "Escape", "Backspace", "Delete", "Insert", "Home",
    "End", "PageUp", "PageDown", "CapsLock", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10",
    "F11", "F12",
    // what browsers call a key that they do not know, that waits for another, or that is seldom there
    "Unidentified", "Dead", "Process", "ContextMenu", "NumLock", "ScrollLock", "Pause", "PrintScreen",
    "Clear", "OS"};

bool isOneCharacter(std::string_view name) {
    const std::u16string units = toUtf16(name);
    return units.size() == 1 || (units.size() == 2 && (units[0] & 0xFC00) == 0xD800);
}

std::unexpected<Error> unknown(std::string_view name) {
    std::vector<std::string_view> known;
    for (const Words& words : kSpecial) known.push_back(words.scratch);
    for (const Words& words : kSpecial) known.push_back(words.browser);
    known.insert(known.end(), std::begin(kOthers), std::end(kOthers));
    std::string advice = didYouMean(name, known);
    if (advice.empty())
        advice = "a key is one character, or space, left arrow, right arrow, up arrow, down arrow or enter";
    return fail(fmt::format("there is no key «{}»", name), {}, std::move(advice));
}

}  // namespace

Result<std::string> scratchWordForKey(std::string_view name) {
    for (const Words& words : kSpecial) {
        if (name == words.scratch || name == words.browser) return std::string(words.scratch);
    }
    if (isOneCharacter(name)) return std::string(name);
    return unknown(name);
}

Result<std::string> browserWordForKey(std::string_view name) {
    for (const Words& words : kSpecial) {
        if (name == words.scratch || name == words.browser) return std::string(words.browser);
    }
    if (name.empty()) return std::string();  // a key without a name, which means nothing to Scratch
    for (const std::string_view other : kOthers) {
        if (name == other) return std::string(name);
    }
    if (isOneCharacter(name)) return std::string(name);
    return unknown(name);
}

}  // namespace ounce
