#include "testing/report/html_sections.h"

#include <fmt/format.h>

#include "testing/html.h"

namespace ounce::html {

std::string coverageTable(const CoverageSummary& coverage) {
    std::string out =
        "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">sprite</th><th scope=\"col\">blocks "
        "that ran"
        "</th></tr></thead>\n<tbody>\n";
    for (const SpriteCoverage& sprite : coverage.sprites) {
        out += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escape(sprite.sprite),
                           meter(sprite.count));
    }
    return out + fmt::format("<tr><th scope=\"row\">all</th><td>{}</td></tr>\n</tbody>\n</table></div>\n",
                             meter(coverage.total));
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
            programText(lines));
    }
    return out;
}

}  // namespace ounce::html
