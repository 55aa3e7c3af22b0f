#include "mutation/difference.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace ounce {
namespace {

using text::ShownLine;

// More changed lines than this on one side are only counted.
constexpr std::size_t kMostLines = 4;

// A script alone. The heads of custom blocks stay, because calls are written with their words.
BlockMap onlyScript(const BlockMap& blocks, const std::string& hat) {
    BlockMap script;
    for (const std::string& id : blocksFrom(blocks, hat)) script.add(*blocks.find(id));
    for (const Block& block : blocks.all()) {
        if (block.opcode != Opcode::procedures_definition || script.find(block.id)) continue;
        Block head = block;
        head.next.reset();
        for (const std::string& id : blocksInside(blocks, head)) script.add(*blocks.find(id));
        script.add(std::move(head));
    }
    return script;
}

std::vector<ShownLine> scriptLines(Project project, std::size_t target, const std::string& hat) {
    project.targets[target].blocks = onlyScript(std::as_const(project.targets[target]).blocks, hat);
    auto lines = text::showTarget(project, target);
    if (!lines) return {};
    const auto first = std::ranges::find(*lines, hat, &ShownLine::block);
    const auto last = std::ranges::find(first, lines->end(), std::string(), &ShownLine::text);
    return {first, last};
}

// A line is the same if its block is, too: of two equal lines the deleted one is shown as deleted.
bool isSame(const ShownLine& a, const ShownLine& b) { return a.text == b.text && a.block == b.block; }

using Lines = std::span<const ShownLine>;
using LineKind = DifferenceLine::Kind;

// The shortest way from one to the other, line by line. Long texts are not compared: all of them is shown as
// changed.
std::vector<DifferenceLine> compared(Lines before, Lines after) {
    constexpr std::size_t kMostCells = 1000000;
    const std::size_t rows = before.size(), columns = after.size();
    std::vector<DifferenceLine> out;
    // [row][column]: how many lines are the same from there on.
    const bool compares = rows * columns <= kMostCells;
    std::vector<std::uint32_t> common(compares ? (rows + 1) * (columns + 1) : 0);
    const auto at = [&](std::size_t row, std::size_t column) -> std::uint32_t& {
        return common[row * (columns + 1) + column];
    };
    for (std::size_t row = compares ? rows : 0; row-- > 0;) {
        for (std::size_t column = columns; column-- > 0;) {
            at(row, column) = isSame(before[row], after[column])
                                  ? at(row + 1, column + 1) + 1
                                  : std::max(at(row + 1, column), at(row, column + 1));
        }
    }
    std::size_t row = 0, column = 0;
    while (row < rows || column < columns) {
        if (compares && row < rows && column < columns && isSame(before[row], after[column])) {
            out.push_back({LineKind::Same, before[row++].text});
            column++;
        } else if (row < rows &&
                   (column == columns || !compares || at(row + 1, column) >= at(row, column + 1))) {
            out.push_back({LineKind::Removed, before[row++].text});
        } else {
            out.push_back({LineKind::Added, after[column++].text});
        }
    }
    return out;
}

// Of many lines of one kind in a row only the first ones, of same lines between changes only one.
std::vector<DifferenceLine> shortened(const std::vector<DifferenceLine>& lines) {
    std::vector<DifferenceLine> out;
    for (std::size_t i = 0; i < lines.size();) {
        const LineKind kind = lines[i].kind;
        std::size_t end = i;
        while (end < lines.size() && lines[end].kind == kind) end++;
        if (kind == LineKind::Same && end - i > 1) {
            out.push_back({kind, "…"});
        } else {
            const std::size_t shown = end - i > kMostLines ? i + kMostLines - 1 : end;
            out.insert(out.end(), lines.begin() + static_cast<std::ptrdiff_t>(i),
                       lines.begin() + static_cast<std::ptrdiff_t>(shown));
            if (shown < end) out.push_back({kind, fmt::format("… {} more lines", end - shown)});
        }
        i = end;
    }
    return out;
}

}  // namespace

std::vector<DifferenceLine> Differences::of(const Mutant& mutant) {
    const auto [known, isNew] = scripts_.try_emplace({mutant.target, mutant.hat});
    if (isNew) known->second = scriptLines(project_, mutant.target, mutant.hat);
    const std::vector<ShownLine>& before = known->second;
    const std::vector<ShownLine> after = scriptLines(applied(project_, mutant), mutant.target, mutant.hat);

    const std::size_t most = std::min(before.size(), after.size());
    std::size_t first = 0, last = 0;
    while (first < most && isSame(before[first], after[first])) first++;
    while (last < most - first && isSame(before[before.size() - 1 - last], after[after.size() - 1 - last]))
        last++;

    std::vector<DifferenceLine> out;
    if (first > 0) out.push_back({LineKind::Same, before[0].text});
    if (first > 2) out.push_back({LineKind::Same, "…"});
    if (first > 1) out.push_back({LineKind::Same, before[first - 1].text});
    const auto changed = shortened(compared(Lines(before).subspan(first, before.size() - last - first),
                                            Lines(after).subspan(first, after.size() - last - first)));
    out.insert(out.end(), changed.begin(), changed.end());
    return out;
}

std::string differenceText(const std::vector<DifferenceLine>& lines, std::string_view indent) {
    std::string out;
    for (const DifferenceLine& line : lines)
        out += fmt::format("{}{} {}\n", indent, static_cast<char>(line.kind), line.text);
    return out;
}

}  // namespace ounce
