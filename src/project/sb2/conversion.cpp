#include "project/sb2/conversion.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "base/text.h"
#include "project/safe_id.h"

namespace ounce::sb2 {
namespace {

constexpr std::size_t kMaxWarnings = 100;

std::string idOfMessage(const std::string& name) { return "broadcastMsgId-" + safeId(name); }

// JavaScript lists members that look like array indices before all others, in numeric order.
std::pair<bool, std::uint64_t> javaScriptKey(const std::string& name) {
    std::uint64_t index = 0;
    const auto end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data(), end, index);
    const bool isIndex = error == std::errc() && stop == end && index < 4294967295u &&
                         (name.size() == 1 || name.front() != '0');
    return {!isIndex, isIndex ? index : 0};
}

template <class Change>
void forEachMessageName(Target& target, Change change) {
    for (Block& block : target.blocks.all()) {
        for (Field& field : block.fields) {
            if (field.name == "BROADCAST_OPTION" && field.id) change(*field.id, field.value);
        }
        for (Input& input : block.inputs) {
            for (Slot* slot : {&input.block, &input.shadow}) {
                auto* primitive = std::get_if<Primitive>(slot);
                if (primitive && primitive->code == 11) change(primitive->id, primitive->value);
            }
        }
    }
}

}  // namespace

std::string Conversion::freshId() { return fmt::format("uid{:08}", ++lastId_); }

void Conversion::useExtension(std::string_view opcodeName) {
    const std::string_view category = categoryOf(opcodeName);
    auto& used = project_.extensions;
    if (isExtensionCategory(category) && std::find(used.begin(), used.end(), category) == used.end())
        used.emplace_back(category);
}

void Conversion::warn(std::string sentence) {
    auto& all = project_.warnings;
    if (all.size() < kMaxWarnings && std::find(all.begin(), all.end(), sentence) == all.end())
        all.push_back(std::move(sentence));
}

std::string Conversion::variableId(const std::string& owner, bool isStage, const std::string& name,
                                   bool isList) {
    const std::pair key(name, isList);
    if (isStage) globals_.try_emplace(key, owner);
    const auto global = globals_.find(key);
    return (global == globals_.end() ? owner : global->second) + "-" + safeId(name) + "-" +
           (isList ? "list" : "");
}

std::string Conversion::messageId(std::string& name) {
    name = lowerCase(name);
    if (messages_.insert(name).second) messageOrder_.push_back(name);
    return idOfMessage(name);
}

void Conversion::finishMessages() {
    if (project_.targets.empty()) return;
    std::stable_sort(messageOrder_.begin(), messageOrder_.end(),
                     [](const auto& a, const auto& b) { return javaScriptKey(a) < javaScriptKey(b); });
    auto& broadcasts = project_.targets.front().broadcasts;
    for (const std::string& name : messageOrder_) {
        if (!name.empty()) broadcasts.push_back({idOfMessage(name), name});
    }
    if (!messages_.contains("")) return;
    int number = 1;
    while (messages_.contains("message" + std::to_string(number))) number++;
    const std::string fresh = "message" + std::to_string(number);
    broadcasts.push_back({idOfMessage(""), fresh});
    for (Target& target : project_.targets) {
        forEachMessageName(target, [&](const std::string& id, Scalar& value) {
            if (id == idOfMessage("")) value = fresh;
        });
    }
}

}  // namespace ounce::sb2
