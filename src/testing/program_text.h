// The program's text with what is known about each block: whether tests reached it. And single blocks as
// text.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "project/text/phrase.h"
#include "vm/program.h"

namespace ounce {

struct CoverageCount {
    int covered = 0, total = 0;
    [[nodiscard]] double ratio() const { return total == 0 ? 1 : static_cast<double>(covered) / total; }
    // "94.4 %"; nothing to cover has no coverage: "–".
    [[nodiscard]] std::string percent(int digits = 1) const;
    void add(bool hit) {
        total++;
        covered += hit ? 1 : 0;
    }
};

struct SpriteCoverage {
    std::string sprite{};
    CoverageCount count{};
};

struct CoverageSummary {
    CoverageCount total{};                  // of all blocks that count
    std::optional<int> reachable{};         // how many of these some run can reach; none: nobody asked
    std::vector<SpriteCoverage> sprites{};  // those with blocks that count, the stage first
};

// `executed`: a byte per statement.
CoverageSummary summarize(const Program& program, const std::vector<std::uint8_t>& executed);

// How many of the blocks that count some run can reach: those of scripts that never start are not among them.
int reachableBlocks(const Program& program);

// A line of a sprite's scripts.
struct ProgramLine {
    enum class Reach : std::uint8_t { NotCounted, Covered, Uncovered };
    std::string text{};
    std::string category{};  // of the block in this line: "motion"
    Reach reach = Reach::NotCounted;
    CoverageCount script{};                        // in the first line of a script: of the whole script
    int depth = 0;                                 // in how many branches it stands
    std::shared_ptr<const text::Phrase> phrase{};  // the block in pieces, if it is one
    int number = 0;                                // in the text that `ounce show --sprite` prints, from 1
};

// The scripts of a sprite (without the list of its costumes and variables).
std::vector<ProgramLine> programLines(const Program& program, std::size_t sprite,
                                      const std::vector<std::uint8_t>& executed);

// The blocks that count and were not executed, as lines of text.
struct UncoveredBlock {
    std::string sprite{}, block{}, text{};
};
std::vector<UncoveredBlock> uncoveredBlocks(const Program& program,
                                            const std::vector<std::uint8_t>& executed);

// One block's line, without indentation; empty if it cannot be written.
std::string blockText(const Program& program, std::size_t sprite, std::string_view block);

// Adds what was executed in one run to another's.
void mergeCoverage(std::vector<std::uint8_t>& all, const std::vector<std::uint8_t>& more);

}  // namespace ounce
