#include "testing/program_text.h"

#include <fmt/format.h>
#include <unordered_map>

#include "analysis/control_flow.h"
#include "project/text/write_text.h"

namespace ounce {

std::string CoverageCount::percent(int digits) const {
    return total == 0 ? "–" : fmt::format("{:.{}f} %", 100 * ratio(), digits);
}
namespace {

std::string trimmed(const std::string& line) {
    const std::size_t first = line.find_first_not_of(' ');
    return first == std::string::npos ? std::string() : line.substr(first);
}

// Between two scripts there is an empty line.
void countScripts(std::vector<ProgramLine>& lines) {
    ProgramLine* first = nullptr;
    for (ProgramLine& line : lines) {
        if (line.text.empty()) first = nullptr;
        if (line.reach == ProgramLine::Reach::NotCounted) continue;
        if (!first) first = &line;
        first->script.add(line.reach == ProgramLine::Reach::Covered);
    }
}

std::vector<text::ShownLine> linesOf(const Program& program, std::size_t sprite) {
    auto lines = text::showTarget(program.project, sprite);
    return lines ? std::move(*lines) : std::vector<text::ShownLine>{};
}

}  // namespace

CoverageSummary summarize(const Program& program, const std::vector<std::uint8_t>& executed) {
    CoverageSummary summary;
    std::vector<CoverageCount> counts(program.sprites.size());
    for (std::size_t i = 0; i < program.statements.size(); i++) {
        const Statement& statement = program.statements[i];
        if (!statement.isGoal) continue;
        const bool hit = i < executed.size() && executed[i] != 0;
        summary.total.add(hit);
        counts[static_cast<std::size_t>(statement.sprite)].add(hit);
    }
    for (std::size_t i = 0; i < counts.size(); i++) {
        if (counts[i].total > 0) summary.sprites.push_back({program.sprites[i].name, counts[i]});
    }
    return summary;
}

int reachableBlocks(const Program& program) {
    const ControlFlow flow(program);
    int count = 0;
    for (std::size_t i = 0; i < program.statements.size(); i++)
        count += program.statements[i].isGoal && flow.reachable(static_cast<NodeIndex>(i)) ? 1 : 0;
    return count;
}

std::vector<ProgramLine> programLines(const Program& program, std::size_t sprite,
                                      const std::vector<std::uint8_t>& executed) {
    std::unordered_map<std::string_view, std::size_t> statements;
    for (std::size_t i = 0; i < program.statements.size(); i++) {
        if (program.statements[i].isGoal && static_cast<std::size_t>(program.statements[i].sprite) == sprite)
            statements.emplace(program.statementIds[i], i);
    }
    std::vector<ProgramLine> lines;
    int number = 0;
    for (text::ShownLine& shown : linesOf(program, sprite)) {
        number++;
        if (shown.category == "frame" || (lines.empty() && shown.text.empty())) continue;
        ProgramLine line{std::move(shown.text), std::move(shown.category)};
        if (const auto found = statements.find(shown.block); found != statements.end()) {
            const bool hit = found->second < executed.size() && executed[found->second] != 0;
            line.reach = hit ? ProgramLine::Reach::Covered : ProgramLine::Reach::Uncovered;
        }
        line.number = number;
        line.depth = shown.depth;
        line.phrase = std::move(shown.phrase);
        lines.push_back(std::move(line));
    }
    countScripts(lines);
    return lines;
}

std::vector<UncoveredBlock> uncoveredBlocks(const Program& program,
                                            const std::vector<std::uint8_t>& executed) {
    std::vector<std::unordered_map<std::string, std::string>> texts(program.sprites.size());
    std::vector<UncoveredBlock> blocks;
    for (std::size_t i = 0; i < program.statements.size(); i++) {
        if (!program.statements[i].isGoal || (i < executed.size() && executed[i] != 0)) continue;
        const auto sprite = static_cast<std::size_t>(program.statements[i].sprite);
        if (texts[sprite].empty()) {
            for (const text::ShownLine& line : linesOf(program, sprite)) {
                if (!line.block.empty()) texts[sprite].emplace(line.block, trimmed(line.text));
            }
        }
        const std::string& id = program.statementIds[i];
        const auto text = texts[sprite].find(id);
        blocks.push_back({program.sprites[sprite].name, id,
                          text == texts[sprite].end() ? std::string(opcodeName(program.statements[i].opcode))
                                                      : text->second});
    }
    return blocks;
}

std::string blockText(const Program& program, std::size_t sprite, std::string_view block) {
    for (const text::ShownLine& line : linesOf(program, sprite)) {
        if (line.block == block) return trimmed(line.text);
    }
    return {};
}

void mergeCoverage(std::vector<std::uint8_t>& all, const std::vector<std::uint8_t>& more) {
    if (all.size() < more.size()) all.resize(more.size());
    for (std::size_t i = 0; i < more.size(); i++) all[i] |= more[i];
}

}  // namespace ounce
