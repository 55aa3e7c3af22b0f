#include "project/settle.h"

#include <algorithm>
#include <cmath>

#include "project/settle/names.h"
#include "project/settle/references.h"
#include "project/settle/shadows.h"

namespace ounce {
namespace {

constexpr int kMostCloudVariables = 10;

bool isReserved(const std::string& name) {
    static constexpr std::string_view kReserved[] = {"_mouse_", "_stage_", "_edge_", "_myself_", "_random_"};
    return name.empty() || std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved);
}

void settleSpriteNames(Project& project) {
    UsedNames names;
    for (Target& target : project.targets) {
        if (target.isStage) continue;
        if (!isReserved(target.name)) target.name = names.unused(target.name);
        names.add(target.name);
    }
}

void settleCostumes(Target& target) {
    UsedNames names;
    for (Costume& costume : target.costumes) {
        costume.name = names.unused(costume.name);
        names.add(costume.name);
    }
    const double last = std::max(0.0, static_cast<double>(target.costumes.size()) - 1);
    target.currentCostume = std::clamp(target.currentCostume, 0.0, last);
}

void settleCloudVariables(Target& target) {
    int count = 0;
    for (Variable& variable : target.variables) {
        variable.cloud = variable.cloud && target.isStage && count < kMostCloudVariables;
        count += variable.cloud;
    }
}

}  // namespace

void settle(Project& project) {
    for (Target& target : project.targets) {
        settleShadows(target.blocks);
        settleCostumes(target);
        settleCloudVariables(target);
        target.direction -= std::floor((target.direction + 179) / 360) * 360;
    }
    makeIdsSafe(project);
    settleSpriteNames(project);
    settleReferences(project);
}

}  // namespace ounce
