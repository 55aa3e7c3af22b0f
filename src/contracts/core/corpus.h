// Programs that reached something new, and which things were reached. A feature is a number: a branch of the
// code under test, or that one method was called inside another's callback; what it stands for is the
// business of the language.
//
// A program is made from its number, the seed, and the corpus as it was; so whoever has the same corpus makes
// the same program, in any process.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "contracts/core/generator.h"
#include "contracts/core/program.h"

namespace ounce::contracts {

class Corpus {
  public:
    struct Entry {
        std::uint64_t number = 0;
        Program program{};
    };

    // Marks features as reached; true: at least one is new.
    bool reach(const std::vector<std::uint32_t>& features);
    void add(std::uint64_t number, Program program);  // numbers grow
    // What was reached, and nothing else; as reached() gives it.
    void know(std::vector<std::uint8_t> reached) { reached_ = std::move(reached); }

    [[nodiscard]] bool empty() const { return entries_.empty(); }
    [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
    [[nodiscard]] const Program* find(std::uint64_t number) const;
    // Which feature was reached; as long as the largest.
    [[nodiscard]] const std::vector<std::uint8_t>& reached() const { return reached_; }

  private:
    std::vector<Entry> entries_{};
    std::vector<std::uint8_t> reached_{};
};

// A generated program, and what it is made from.
struct Made {
    Program program{};
    std::optional<std::uint64_t> base{};  // the number of a program of the corpus that it extends
    std::size_t shared = 0;               // how many of its first statements are those of the base
    bool isAppended = false;              // all of the base's, and nothing in them has changed
};

// Only the youngest of a corpus are extended: older ones have had their turn.
constexpr std::size_t kYoungest = 200;

// The program with a number: a new one, or an earlier one extended.
std::optional<Made> makeProgram(Generator& generator, const Corpus& corpus, std::uint32_t seed, int size,
                                int largest);
// The same program when its base is known: without the corpus.
std::optional<Program> makeAgain(Generator& generator, const Program* base, std::uint32_t seed, int size);

// Leaves out calls that were never made because no attempt met their pre-condition, as far as nobody uses
// their results. `done`: variables of statements that were run.
void dropUnused(Program& program, const std::vector<VariableId>& done);

}  // namespace ounce::contracts
