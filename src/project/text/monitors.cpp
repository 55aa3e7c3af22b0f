#include "project/text/monitors.h"

#include <algorithm>
#include <unordered_set>

#include "project/text/words.h"

namespace ounce::text {
namespace {

constexpr std::string_view kVariable = "data_variable", kList = "data_listcontents";

std::string number(double value) { return scalarToText(value); }

const std::string* extraOf(const Monitor& monitor, std::string_view name) {
    for (const auto& [key, value] : monitor.extra) {
        if (key == name) return &value;
    }
    return nullptr;
}

std::string placeOf(const Monitor& monitor, std::string_view usualMode) {
    std::string text = number(monitor.x) + ' ' + number(monitor.y);
    if (monitor.width != 0 || monitor.height != 0)
        text += " box " + number(monitor.width) + ' ' + number(monitor.height);
    if (monitor.mode != usualMode) text += " mode " + quoteIfNeeded(monitor.mode);
    const std::string *low = extraOf(monitor, "sliderMin"), *high = extraOf(monitor, "sliderMax");
    const std::string* whole = extraOf(monitor, "isDiscrete");
    if (low != nullptr && high != nullptr && (*low != "0" || *high != "100") && isNumberText(*low) &&
        isNumberText(*high))
        text += " range " + *low + ' ' + *high;
    if (whole != nullptr && *whole == "false") text += " fractions";
    if (!monitor.visible) text += " off";
    return text;
}

// A hidden monitor matters only to a program that can show it.
bool showsMonitors(const Project& project) {
    for (const Target& target : project.targets) {
        const auto shows = [](const Block& block) {
            return block.opcode == Opcode::data_showvariable || block.opcode == Opcode::data_showlist;
        };
        if (std::any_of(target.blocks.all().begin(), target.blocks.all().end(), shows)) return true;
    }
    return false;
}

}  // namespace

Monitors::Monitors(const Project& project) {
    if (project.monitors.empty()) return;
    const bool hiddenToo = showsMonitors(project);
    std::unordered_set<std::string_view> variables, lists;
    for (const Target& target : project.targets) {
        for (const Variable& variable : target.variables) variables.insert(variable.id);
        for (const ListVariable& list : target.lists) lists.insert(list.id);
    }
    for (const Monitor& monitor : project.monitors) {
        if (!monitor.visible && !hiddenToo) continue;
        if (monitor.opcode == kVariable && variables.contains(monitor.id)) {
            variables_.emplace(monitor.id, &monitor);
        } else if (monitor.opcode == kList && lists.contains(monitor.id)) {
            lists_.emplace(monitor.id, &monitor);
        } else {
            std::string line = "monitor " + quote(monitor.opcode) + " id " + quote(monitor.id) + ' ' +
                               placeOf(monitor, "default");
            if (monitor.spriteName) line += " of " + quote(*monitor.spriteName);
            if (!monitor.params.empty() && monitor.params != "{}") line += " params " + quote(monitor.params);
            lines_.push_back(std::move(line));
        }
    }
}

std::string Monitors::of(std::string_view variableOrList, bool list) const {
    const auto& known = list ? lists_ : variables_;
    const auto at = known.find(variableOrList);
    if (at == known.end()) return {};
    return "  monitor " + placeOf(*at->second, list ? "list" : "default");
}

}  // namespace ounce::text
