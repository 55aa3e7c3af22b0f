#include "mutation/site.h"

#include <unordered_set>

#include "project/inspect.h"

namespace ounce {
namespace {

// A broken file may lead into the same block twice; it counts where it is met first.
class Walk {
  public:
    Walk(const Project& project, std::size_t target, std::vector<Site>& sites)
        : blocks_(project.targets[target].blocks), target_(target), sites_(sites) {}

    void run() {
        for (const Block& block : blocks_.all()) {
            if (!block.topLevel || block.shadow || !isHat(block)) continue;
            script_++;
            number_ = 0;
            chain(&block, nullptr, {});
        }
    }

  private:
    void chain(const Block* block, const Block* above, std::string_view slot) {
        while (block && !block->primitive && seen_.insert(block).second) {
            number_++;
            add({.block = block, .above = above, .slot = slot, .statement = block});
            inputs(*block, *block);
            above = block;
            slot = {};
            block = block->next ? blocks_.find(*block->next) : nullptr;
        }
    }

    void inputs(const Block& block, const Block& statement) {
        const Row& row = blockRow(block.opcode);
        const auto isBranch = [&](const Input& input) {
            const Argument* argument = row.find(input.name);
            return argument && argument->kind == Kind::Branch;
        };
        for (const Input& input : block.inputs) {
            if (isBranch(input)) continue;
            if (const auto* primitive = std::get_if<Primitive>(&input.block)) {
                if (primitive->code != 12) continue;
                number_++;
                add({.variable = primitive, .above = &block, .slot = input.name, .statement = &statement});
            } else if (const auto* id = std::get_if<std::string>(&input.block)) {
                value(blocks_.find(*id), block, input.name, statement);
            }
        }
        for (const Input& input : block.inputs) {
            const auto* id = isBranch(input) ? std::get_if<std::string>(&input.block) : nullptr;
            if (id) chain(blocks_.find(*id), &block, input.name);
        }
    }

    void value(const Block* block, const Block& above, std::string_view slot, const Block& statement) {
        if (!block || block->primitive || !seen_.insert(block).second) return;
        const Row& row = blockRow(block->opcode);
        if (row.shape == Shape::Prototype) return;  // the head of a definition, no code
        if (!row.isShadow()) number_++;
        add({.block = block, .above = &above, .slot = slot, .statement = &statement});
        inputs(*block, statement);
    }

    void add(Site site) {
        site.target = target_;
        site.script = script_;
        site.number = number_;
        sites_.push_back(site);
    }

    const BlockMap& blocks_;
    std::size_t target_;
    std::vector<Site>& sites_;
    int script_ = 0, number_ = 0;
    std::unordered_set<const Block*> seen_;
};

void gather(const BlockMap& blocks, std::vector<std::string> open, std::vector<std::string>& found) {
    std::unordered_set<std::string> seen;
    while (!open.empty()) {
        const std::string id = std::move(open.back());
        open.pop_back();
        const Block* block = blocks.find(id);
        if (!block || !seen.insert(id).second) continue;
        found.push_back(id);
        if (block->next) open.push_back(*block->next);
        for (const Input& input : block->inputs) {
            for (const Slot* slot : {&input.block, &input.shadow}) {
                if (const auto* inner = std::get_if<std::string>(slot)) open.push_back(*inner);
            }
        }
    }
}

}  // namespace

std::vector<Site> sitesOf(const Project& project) {
    std::vector<Site> sites;
    for (std::size_t i = 0; i < project.targets.size(); i++) Walk(project, i, sites).run();
    return sites;
}

std::vector<std::string> blocksInside(const BlockMap& blocks, const Block& block) {
    std::vector<std::string> open, found;
    for (const Input& input : block.inputs) {
        for (const Slot* slot : {&input.block, &input.shadow}) {
            if (const auto* inner = std::get_if<std::string>(slot)) open.push_back(*inner);
        }
    }
    gather(blocks, std::move(open), found);
    return found;
}

std::vector<std::string> blocksFrom(const BlockMap& blocks, const std::string& id) {
    std::vector<std::string> found;
    gather(blocks, {id}, found);
    return found;
}

}  // namespace ounce
