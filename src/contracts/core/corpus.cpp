#include "contracts/core/corpus.h"

#include <algorithm>

namespace ounce::contracts {
namespace {

// How often a program is made from an earlier one.
constexpr double kExtends = 0.5;

void drop(Block& block, Block& from, const std::vector<VariableId>& done) {
    for (std::size_t i = from.statements.size(); i-- > 0;) {
        Statement& statement = from.statements[i];
        for (Body& body : statement.bodies) drop(block, body.block, done);
        const bool wasDone = std::binary_search(done.begin(), done.end(), statement.variable);
        const bool isCall = statement.kind == Statement::Kind::Call;
        if ((wasDone || !isCall) && (isCall || statement.kind == Statement::Kind::New)) continue;
        if (useCount(block, statement.variable) == 0)
            from.statements.erase(from.statements.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

}  // namespace

bool Corpus::reach(const std::vector<std::uint32_t>& features) {
    bool isNew = false;
    for (const std::uint32_t feature : features) {
        if (feature >= reached_.size()) reached_.resize(feature + 1);
        isNew = isNew || reached_[feature] == 0;
        reached_[feature] = 1;
    }
    return isNew;
}

void Corpus::add(std::uint64_t number, Program program) { entries_.push_back({number, std::move(program)}); }

const Program* Corpus::find(std::uint64_t number) const {
    const auto found =
        std::lower_bound(entries_.begin(), entries_.end(), number,
                         [](const Entry& entry, std::uint64_t wanted) { return entry.number < wanted; });
    return found == entries_.end() || found->number != number ? nullptr : &found->program;
}

std::optional<Program> makeAgain(Generator& generator, const Program* base, std::uint32_t seed, int size) {
    generator.reseed(seed);
    std::size_t shared = 0;
    if (base) return generator.extend(*base, size, shared);
    return generator.program(World::kVoid, {}, size);
}

std::optional<Made> makeProgram(Generator& generator, const Corpus& corpus, std::uint32_t seed, int size,
                                int largest) {
    Random random(seed ^ 0x3C6EF372u);  // apart from the generator's, which begins anew with each program
    const Corpus::Entry* base = nullptr;
    if (!corpus.empty() && random.next() < kExtends) {
        const std::vector<Corpus::Entry>& entries = corpus.entries();
        const std::size_t young = std::min(entries.size(), kYoungest);
        const auto place = static_cast<std::size_t>(random.next() * static_cast<double>(young));
        base = &entries[entries.size() - 1 - place];
        if (callCount(base->program.block) > static_cast<std::size_t>(2 * largest)) base = nullptr;
    }
    generator.reseed(seed);
    Made made;
    if (base) {
        made.program = generator.extend(base->program, size, made.shared);
        made.base = base->number;
        made.isAppended = made.shared == base->program.block.statements.size();
        return made;
    }
    auto program = generator.program(World::kVoid, {}, size);
    if (!program) return std::nullopt;
    made.program = std::move(*program);
    return made;
}

void dropUnused(Program& program, const std::vector<VariableId>& done) {
    std::vector<VariableId> sorted = done;
    std::sort(sorted.begin(), sorted.end());
    drop(program.block, program.block, sorted);
}

}  // namespace ounce::contracts
