#include "project/inspect.h"

#include <algorithm>
#include <set>

#include "project/dead_scripts.h"

namespace ounce {
namespace {

// Visits a block, what is in its slots and what follows it. Every block counts once, whatever a damaged file
// refers to.
class ScriptCounter {
  public:
    ScriptCounter(const Target& target, TargetSummary& summary, std::set<std::string>& unsupported)
        : target_(target), summary_(summary), unsupported_(unsupported) {}

    // Counts the goals of the script below a hat.
    void count(const Block& hat) {
        const int before = summary_.statements;
        visit(hat);
        if (isGoal(hat)) summary_.goals++;
        const Block* first = hat.next ? target_.blocks.find(*hat.next) : nullptr;
        if (first) summary_.scripts++;
        follow(first, true);
        summary_.goals += summary_.statements - before;
    }

    void noteSupport() {
        for (const Block& block : target_.blocks.all()) {
            const Row& row = blockRow(block.opcode);
            if (row.isShadow() && block.opcode != Opcode::Unknown) continue;
            if (block.opcode == Opcode::Unknown ? !block.shadow : row.support == Support::Absent)
                unsupported_.insert(block.opcodeText);
        }
    }

    [[nodiscard]] int looseStatements() const {
        int loose = 0;
        for (const Block& block : target_.blocks.all()) {
            if (isGoal(block) && !isHat(block) && !seen_.contains(&block)) loose++;
        }
        return loose;
    }

  private:
    void visit(const Block& block) {
        if (!seen_.insert(&block).second) return;
        for (const Input& input : block.inputs) {
            auto* id = std::get_if<std::string>(&input.block);
            if (id) follow(target_.blocks.find(*id), input.name.starts_with("SUBSTACK"));
        }
    }

    // Only what stands in a stack is a statement: some blocks of other editors are values as well.
    void follow(const Block* block, bool inStack) {
        while (block && !seen_.contains(block)) {
            if (inStack && isGoal(*block)) summary_.statements++;
            visit(*block);
            block = block->next ? target_.blocks.find(*block->next) : nullptr;
        }
    }

    const Target& target_;
    TargetSummary& summary_;
    std::set<std::string>& unsupported_;
    std::set<const Block*> seen_;
};

TargetSummary summarise(const Target& target, std::set<std::string>& unsupported, int& looseBlocks) {
    TargetSummary summary;
    summary.name = target.name;
    summary.costumes = static_cast<int>(target.costumes.size());
    summary.sounds = static_cast<int>(target.sounds.size());
    summary.variables = static_cast<int>(target.variables.size());
    summary.lists = static_cast<int>(target.lists.size());
    ScriptCounter counter(target, summary, unsupported);
    for (const Block& block : target.blocks.all()) {
        if (block.opcode == Opcode::procedures_definition) summary.customBlocks++;
        if (block.topLevel && !block.shadow && isHat(block)) counter.count(block);
    }
    counter.noteSupport();
    looseBlocks += counter.looseStatements();
    return summary;
}

std::vector<std::string> usedExtensions(const Project& project) {
    std::set<std::string> used(project.extensions.begin(), project.extensions.end());
    for (const Target& target : project.targets) {
        for (const Block& block : target.blocks.all()) {
            const std::string_view category = categoryOf(block.opcodeText);
            if (isExtensionCategory(category) && block.opcodeText.contains('_')) used.emplace(category);
        }
    }
    return {used.begin(), used.end()};
}

}  // namespace

bool isHat(const Block& block) { return blockRow(block.opcode).shape == Shape::Hat; }
bool isGoal(const Block& block) {
    return !block.shadow && (block.opcode == Opcode::Unknown || blockRow(block.opcode).goal);
}

Summary inspect(const Project& project) {
    Summary summary;
    std::set<std::string> unsupported;
    for (const Target& target : project.targets) {
        TargetSummary one = summarise(target, unsupported, summary.looseBlocks);
        summary.sprites += target.isStage ? 0 : 1;
        summary.scripts += one.scripts;
        summary.statements += one.statements;
        summary.goals += one.goals;
        summary.customBlocks += one.customBlocks;
        summary.variables += one.variables;
        summary.lists += one.lists;
        summary.targets.push_back(std::move(one));
    }
    summary.extensions = usedExtensions(project);
    summary.unsupported.assign(unsupported.begin(), unsupported.end());
    summary.deadScripts = findDeadScripts(project);
    return summary;
}

}  // namespace ounce
