#include "spec/names.h"

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"

namespace ounce::spec {
namespace {

constexpr const char* kStageName = "Stage";

std::vector<std::string> namesOf(const std::vector<VariableSlot>& slots) {
    std::vector<std::string> names;
    for (const VariableSlot& slot : slots) names.push_back(slot.name);
    return names;
}

std::int32_t slotOf(const std::vector<VariableSlot>& slots, const std::string& name) {
    for (std::size_t i = 0; i < slots.size(); i++) {
        if (slots[i].name == name) return static_cast<std::int32_t>(i);
    }
    return kNone;
}

}  // namespace

std::int32_t Names::problem(const Term& t, const std::string& what) {
    if (error_.empty()) error_ = fmt::format("{}: {}: {}", spec_.file, spec_.placeOf(t.begin), what);
    return kNone;
}

std::int32_t Names::missing(const Term& t, std::string what, const std::string& wanted,
                            const std::vector<std::string>& names) {
    if (const std::string advice = didYouMean(wanted, names); !advice.empty()) what += "; " + advice;
    return problem(t, what);
}

std::int32_t Names::sprite(const Term& t, const std::string& name, bool orStage) {
    const auto found = program_.spriteByName.find(name);
    if (found != program_.spriteByName.end()) return found->second;
    if (orStage && name == kStageName) return 0;
    std::vector<std::string> names;
    for (const SpriteProgram& s : program_.sprites) {
        if (!s.isStage) names.push_back(s.name);
    }
    if (orStage) names.emplace_back(kStageName);
    return missing(t, fmt::format("there is no sprite «{}»", name), name, names);
}

std::int32_t Names::message(const Term& t) {
    const auto found = program_.messageByName.find(lowerCase(t.name));
    if (found != program_.messageByName.end()) return found->second;
    return missing(t, fmt::format("there is no message «{}»", t.name), t.name, program_.messages);
}

std::int32_t Names::variable(std::int32_t sprite, const std::string& name) const {
    return slotOf(spriteAt(sprite).variables, name);
}
std::int32_t Names::list(std::int32_t sprite, const std::string& name) const {
    return slotOf(spriteAt(sprite).lists, name);
}
std::vector<std::string> Names::variablesOf(std::int32_t sprite) const {
    return namesOf(spriteAt(sprite).variables);
}
std::vector<std::string> Names::listsOf(std::int32_t sprite) const { return namesOf(spriteAt(sprite).lists); }

const Let* Names::findLet(const std::string& name) const {
    for (const Let& let : spec_.lets) {
        if (let.name == name) return &let;
    }
    return nullptr;
}

}  // namespace ounce::spec
