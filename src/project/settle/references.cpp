#include "project/settle/references.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/number.h"
#include "project/safe_id.h"
#include "project/sb3/key_order.h"
#include "project/settle/names.h"

namespace ounce {
namespace {

enum Type : std::size_t { Scalars, Lists, Messages };

// A place in a block that names a variable, list or message.
struct Reference {
    Type type;
    Scalar* name;
    Field* field;          // this
    Primitive* primitive;  // or this

    // JavaScript's words where the file has no id.
    [[nodiscard]] std::string id() const {
        if (primitive) return primitive->id;
        return field->id ? *field->id : field->hasNullId ? "null" : "undefined";
    }
    void setId(const std::string& id) const {
        if (primitive) {
            primitive->id = id;
        } else {
            field->id = id;
            field->hasNullId = false;
        }
    }
    [[nodiscard]] std::string shownName() const {
        if (const auto* text = std::get_if<std::string>(name)) return *text;
        if (const auto* number = std::get_if<double>(name)) return numberToText(*number);
        return {};
    }
};

void addField(Block& block, std::vector<Reference>& references) {
    static constexpr std::string_view kNames[] = {"VARIABLE", "LIST", "BROADCAST_OPTION"};
    for (Type type : {Scalars, Lists, Messages}) {
        for (Field& field : block.fields) {
            if (field.name != kNames[type]) continue;
            references.push_back({type, &field.value, &field, nullptr});
            return;  // official Scratch looks for one reference a block
        }
    }
}

void addPrimitive(Primitive& primitive, std::vector<Reference>& references) {
    if (primitive.code == 11) references.push_back({Messages, &primitive.value, nullptr, &primitive});
    if (primitive.code == 12) references.push_back({Scalars, &primitive.value, nullptr, &primitive});
    if (primitive.code == 13) references.push_back({Lists, &primitive.value, nullptr, &primitive});
}

// In official Scratch's order: primitives become blocks behind all others.
std::vector<Reference> referencesOf(Target& target) {
    std::vector<Reference> references;
    for (Block& block : target.blocks.all()) addField(block, references);
    for (Block& block : target.blocks.all()) {
        if (block.primitive) addPrimitive(*block.primitive, references);
        for (Input& input : block.inputs) {
            if (auto* primitive = std::get_if<Primitive>(&input.block)) addPrimitive(*primitive, references);
            if (auto* primitive = std::get_if<Primitive>(&input.shadow)) addPrimitive(*primitive, references);
        }
    }
    return references;
}

struct Group {
    std::string id;
    std::vector<Reference> references;
};

// By id, in JavaScript's key order.
std::vector<Group> groupsOf(Target& target) {
    std::vector<Group> groups;
    std::unordered_map<std::string, std::size_t> positions;
    for (const Reference& reference : referencesOf(target)) {
        const std::string id = reference.id();
        const auto [at, isNew] = positions.try_emplace(id, groups.size());
        if (isNew) groups.push_back({id, {}});
        groups[at->second].references.push_back(reference);
    }
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Group& a, const Group& b) { return listPosition(a.id) < listPosition(b.id); });
    return groups;
}

template <class Visit>
void eachVariable(Target& target, Visit&& visit) {
    for (auto& variable : target.variables) visit(Scalars, variable);
    for (auto& list : target.lists) visit(Lists, list);
    for (auto& message : target.broadcasts) visit(Messages, message);
}

class References {
  public:
    explicit References(Project& project) : project_(project), stage_(project.targets.front()) {
        for (Target& target : project.targets) {
            eachVariable(target,
                         [&](Type type, const auto& variable) { usedNames_[type].add(variable.name); });
        }
        eachVariable(stage_,
                     [&](Type type, const auto& variable) { addToStage(type, variable.id, variable.name); });
    }

    void settle() {
        for (Target& target : project_.targets) settle(target);
    }

  private:
    void addToStage(Type type, const std::string& id, const std::string& name) {
        stageNames_[id] = name;
        stageIds_[type].try_emplace(name, id);
    }

    void settle(Target& target) {
        std::unordered_map<std::string, std::string> ownNames;
        if (!target.isStage) {
            eachVariable(target, [&](Type, const auto& variable) { ownNames[variable.id] = variable.name; });
        }
        created_ = {};
        for (const Group& group : groupsOf(target)) {
            if (const auto own = ownNames.find(group.id); own != ownNames.end()) {
                show(group, own->second);
            } else if (const auto global = stageNames_.find(group.id); global != stageNames_.end()) {
                show(group, global->second);
            } else {
                settle(group);
            }
        }
    }

    // An id that exists nowhere.
    void settle(const Group& group) {
        const Type type = group.references.front().type;
        const std::string name = group.references.front().shownName();
        if (const auto earlier = created_[type].find(name); earlier != created_[type].end()) {
            point(group, earlier->second);
            show(group, stageNames_[earlier->second]);
        } else if (const auto same = stageIds_[type].find(name); same != stageIds_[type].end()) {
            point(group, same->second);
        } else {
            const std::string freeName = usedNames_[type].unused(name);
            create(type, group.id, freeName);
            created_[type][name] = group.id;
            point(group, group.id);
            show(group, freeName);
        }
    }

    void create(Type type, const std::string& id, const std::string& name) {
        if (type == Scalars) stage_.variables.push_back({id, name, 0.0, false});
        if (type == Lists) stage_.lists.push_back({id, name, {}});
        if (type == Messages) stage_.broadcasts.push_back({id, name});
        usedNames_[type].add(name);
        addToStage(type, id, name);
    }

    static void point(const Group& group, const std::string& id) {
        for (const Reference& reference : group.references) reference.setId(id);
    }
    static void show(const Group& group, const std::string& name) {
        for (const Reference& reference : group.references) *reference.name = name;
    }

    Project& project_;
    Target& stage_;
    std::unordered_map<std::string, std::string> stageNames_;               // by id
    std::array<std::unordered_map<std::string, std::string>, 3> stageIds_;  // by name
    std::array<UsedNames, 3> usedNames_;
    // The ids of what this target's references made, by the name that they showed: equal names mean the same.
    std::array<std::unordered_map<std::string, std::string>, 3> created_;
};

bool isUnsafe(const std::string& id) { return id.find_first_of("<>&'\"") != std::string::npos; }

// A variable under a new id goes behind the others, as a JavaScript member does.
template <class Variables>
void makeIdsSafe(Variables& variables) {
    if (std::none_of(variables.begin(), variables.end(), [](const auto& v) { return isUnsafe(v.id); }))
        return;
    const auto renamed = std::stable_partition(variables.begin(), variables.end(),
                                               [](const auto& v) { return !isUnsafe(v.id); });
    std::for_each(renamed, variables.end(), [](auto& variable) { variable.id = safeId(variable.id); });
}

}  // namespace

void makeIdsSafe(Project& project) {
    for (Target& target : project.targets) {
        makeIdsSafe(target.variables);
        makeIdsSafe(target.lists);
        makeIdsSafe(target.broadcasts);
        for (const Reference& reference : referencesOf(target)) {
            if (isUnsafe(reference.id())) reference.setId(safeId(reference.id()));
        }
    }
    for (Monitor& monitor : project.monitors) monitor.id = safeId(monitor.id);
}

void settleReferences(Project& project) {
    if (!project.targets.empty()) References(project).settle();
}

}  // namespace ounce
