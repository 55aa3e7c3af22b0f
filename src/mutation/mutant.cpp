#include "mutation/mutant.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <set>

#include "project/inspect.h"

namespace ounce {
namespace {

// In the order of MutantOperator.
constexpr OperatorFunction kFunctions[kMutantOperators] = {
    replaceKey,        deleteBlock,     deleteScript,    replaceArithmetic, replaceLogical,
    replaceRelational, negateCondition, replaceVariable, swapLoop,          replaceBroadcast};

// FNV-1a: the same on every machine.
std::uint64_t numberOf(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    return hash;
}

}  // namespace

std::vector<Mutant> mutantsOf(const Project& project, const MutantOperators& operators, std::uint64_t seed) {
    std::vector<Mutant> mutants;
    std::set<std::string> names;
    const Stream choices(seed);
    for (const Site& site : sitesOf(project)) {
        for (const MutantOperator op : operators) {
            const std::string place =
                fmt::format("{}:{}:{}:{}", operatorInfo(op).code, project.targets[site.target].name,
                            site.script, site.number);
            Stream choice = choices.split(numberOf(place));
            auto change = kFunctions[static_cast<std::size_t>(op)](project, site, choice);
            if (!change) continue;
            Mutant mutant{.name = fmt::format("{}:{}", place, change->text),
                          .op = op,
                          .target = site.target,
                          .script = site.script,
                          .block = site.number,
                          .change = std::move(change->text),
                          .statement = site.statement->id,
                          .startsDifferently = isHat(*site.statement) && op != MutantOperator::SDM,
                          .edit = std::move(change->edit)};
            while (!names.insert(mutant.name).second) mutant.name += '+';
            mutants.push_back(std::move(mutant));
        }
    }
    return mutants;
}

Project applied(const Project& project, const Mutant& mutant) {
    Project changed = project;
    Target& target = changed.targets[mutant.target];
    for (const Block& block : mutant.edit.changed) target.blocks.add(block);
    target.blocks.remove(mutant.edit.removed);
    std::erase_if(target.comments, [&](const Comment& comment) {
        return comment.blockId &&
               std::ranges::find(mutant.edit.removed, *comment.blockId) != mutant.edit.removed.end();
    });
    return changed;
}

std::vector<Mutant> sampled(std::vector<Mutant> mutants, std::size_t count, std::uint64_t seed) {
    if (count >= mutants.size()) return mutants;
    std::vector<std::size_t> places(mutants.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    Stream choice(seed);
    for (std::size_t i = 0; i < count; i++) std::swap(places[i], places[i + choice.below(places.size() - i)]);
    places.resize(count);
    std::ranges::sort(places);
    std::vector<Mutant> chosen;
    for (const std::size_t place : places) chosen.push_back(std::move(mutants[place]));
    return chosen;
}

}  // namespace ounce
