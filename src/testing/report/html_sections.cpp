#include "testing/report/html_sections.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/steps.h"
#include "html/page.h"
#include "testing/report/html_blocks.h"

namespace ounce::html {
std::string meter(const CoverageCount& count) {
    return meter(static_cast<std::size_t>(count.covered), static_cast<std::size_t>(count.total));
}

std::string verdict(Verdict verdict) {
    return fmt::format("<span class=\"verdict {0}\">{0}</span>", verdictName(verdict));
}

std::string coverageTable(const CoverageSummary& coverage) {
    std::string out =
        "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">sprite</th><th scope=\"col\">blocks "
        "that ran"
        "</th></tr></thead>\n<tbody>\n";
    for (const SpriteCoverage& sprite : coverage.sprites) {
        out += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escape(sprite.sprite),
                           meter(sprite.count));
    }
    out += fmt::format("<tr><th scope=\"row\">all</th><td>{}</td></tr>\n</tbody>\n</table></div>\n",
                       meter(coverage.total));
    if (coverage.reachable.value_or(coverage.total.total) == coverage.total.total) return out;
    return out + fmt::format(
                     "<p class=\"soft\">{} of the {} blocks are reachable: the others belong to scripts "
                     "that never start, or follow what never ends</p>\n",
                     *coverage.reachable, coverage.total.total);
}

std::string programCards(const Program& program, const std::vector<std::uint8_t>& executed) {
    const CoverageSummary coverage = summarize(program, executed);
    std::string out;
    for (std::size_t i = 0; i < program.sprites.size(); i++) {
        const std::vector<ProgramLine> lines = programLines(program, i, executed);
        if (lines.empty()) continue;
        const std::string& name = program.sprites[i].name;
        CoverageCount count;
        for (const SpriteCoverage& sprite : coverage.sprites) {
            if (sprite.sprite == name) count = sprite.count;
        }
        out += fmt::format(
            "<details class=\"card\"{}><summary><span class=\"name\">{}</span><span class=\"soft\">{} of {} "
            "blocks</span></summary>\n<div class=\"inside\">{}</div></details>\n",
            count.covered < count.total ? " open" : "", escape(name), count.covered, count.total,
            blocks(lines));
    }
    return out;
}

std::string shortList(std::string_view kind, const std::vector<std::string>& items, std::size_t inSight) {
    const auto list = [&](std::size_t from, std::size_t to) {
        std::string out = fmt::format("<ul class=\"{}\">\n", kind);
        for (std::size_t i = from; i < to; i++) out += fmt::format("<li>{}</li>\n", items[i]);
        return out + "</ul>\n";
    };
    // To hide a single one would save no space.
    if (items.size() <= inSight + 1) return items.empty() ? std::string() : list(0, items.size());
    return list(0, inSight) +
           fmt::format("<details class=\"more\"><summary>and {} more</summary>\n{}</details>\n",
                       items.size() - inSight, list(inSight, items.size()));
}

std::string story(const std::vector<StoryLine>& lines, std::size_t held) {
    constexpr std::size_t kChecksInSight = 3;
    std::string out = "<ol class=\"story\">\n";
    std::size_t number = 0;
    for (const StoryLine& line : lines) {
        const bool isLater = number > held;
        std::size_t inSight = kChecksInSight;
        std::vector<std::string> checks;
        for (const std::string& check : line.checks) {
            const bool failed = number == held;
            checks.push_back(failed ? fmt::format("<b>✗ {}</b>", escape(check))
                                    : fmt::format("{} {}", number < held ? "✓" : "·", escape(check)));
            if (failed) inSight = std::max(inSight, checks.size());
            number++;
        }
        out += fmt::format("<li{}><span class=\"at\">{:.1f} s</span><div>{}{}</div></li>\n",
                           isLater ? " class=\"later\"" : "", secondsOf(line.at), escape(line.text),
                           shortList("checks", checks, inSight));
    }
    return out + "</ol>\n";
}

}  // namespace ounce::html
