#include "blocks/table.h"

#include <algorithm>
#include <vector>

#include "blocks/all_rows.h"

namespace ounce {
namespace {

constexpr std::string_view kNames[] = {
    "",
#define BLOCK(opcode, row) #opcode,
#include "blocks/blocks.def"
#undef BLOCK
};

constexpr std::size_t kCount = static_cast<std::size_t>(Opcode::Count);

constexpr bool hasBranch(const Row& row) {
    for (std::size_t i = 0; i < row.argumentCount; i++) {
        if (row.arguments[i].kind == Kind::Branch) return true;
    }
    return false;
}

constexpr std::size_t inputCount(const Row& row) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < row.argumentCount; i++)
        if (row.arguments[i].kind < Kind::Branch) count++;
    return count;
}

// A row must not contradict itself.
constexpr bool isConsistent(const Row& row) {
    const bool control = row.flow == Flow::Loops || row.flow == Flow::Branches;
    if (control != hasBranch(row)) return false;
    if (row.shape == Shape::C && !hasBranch(row)) return false;
    if ((row.edge || row.restart) && row.shape != Shape::Hat) return false;
    if (inputCount(row) > (row.isStatement() ? kMostInputs : kMostOperands)) return false;
    if (row.isValue() && (row.writtenFacets != facet::Nothing || row.flow != Flow::Runs || row.goal))
        return false;
    for (std::size_t i = 0; i < row.argumentCount; i++) {
        const Argument& a = row.arguments[i];
        if (a.name.empty()) return false;
        if ((a.kind == Kind::Menu) != !a.shadow.empty()) return false;
        // Every argument stands in the text, except those that are drawn around it.
        const bool drawn = a.kind == Kind::Branch || a.kind == Kind::Block || row.isShadow();
        if (!drawn && row.text.find(a.name) == std::string_view::npos) return false;
    }
    return true;
}
constexpr bool allConsistent() {
    return std::all_of(std::begin(kBlockRows) + 1, std::end(kBlockRows), isConsistent);
}
static_assert(allConsistent(), "a row of blocks.def contradicts itself");

// Opcodes sorted by name, for looking them up.
const std::vector<Opcode>& sortedOpcodes() {
    static const std::vector<Opcode> sorted = [] {
        std::vector<Opcode> all;
        for (std::size_t i = 1; i < kCount; i++) all.push_back(static_cast<Opcode>(i));
        std::sort(all.begin(), all.end(), [](Opcode a, Opcode b) { return opcodeName(a) < opcodeName(b); });
        return all;
    }();
    return sorted;
}

template <class Match>
std::string_view findOption(const Argument& argument, std::string_view key, Match match) {
    std::string_view rest = argument.options;
    while (!rest.empty()) {
        std::string_view entry = rest.substr(0, rest.find('|'));
        rest.remove_prefix(std::min(rest.size(), entry.size() + 1));
        const auto split = entry.find('=');
        std::string_view stored = entry.substr(0, split), shown = entry.substr(split + 1);
        if (auto found = match(stored, shown); !found.empty()) return found;
    }
    return key;
}

}  // namespace

const Row& blockRow(Opcode opcode) { return kBlockRows[static_cast<std::size_t>(opcode)]; }
std::string_view opcodeName(Opcode opcode) { return kNames[static_cast<std::size_t>(opcode)]; }

Opcode findOpcode(std::string_view name) {
    const auto& sorted = sortedOpcodes();
    auto at = std::lower_bound(sorted.begin(), sorted.end(), name,
                               [](Opcode a, std::string_view b) { return opcodeName(a) < b; });
    return at != sorted.end() && opcodeName(*at) == name ? *at : Opcode::Unknown;
}

std::string_view categoryOf(std::string_view name) { return name.substr(0, name.find('_')); }

bool isExtensionCategory(std::string_view category) {
    static constexpr std::string_view kCore[] = {
        "argument", "colour",     "control", "data",  "event", "looks", "math",   "motion",
        "operator", "procedures", "sensing", "sound", "text",  "note",  "matrix", ""};
    return std::find(std::begin(kCore), std::end(kCore), category) == std::end(kCore);
}

std::string_view shownOption(const Argument& argument, std::string_view value) {
    return findOption(argument, value,
                      [&](auto stored, auto shown) { return stored == value ? shown : std::string_view{}; });
}

std::string_view storedOption(const Argument& argument, std::string_view text) {
    return findOption(argument, text,
                      [&](auto stored, auto shown) { return shown == text ? stored : std::string_view{}; });
}

}  // namespace ounce
