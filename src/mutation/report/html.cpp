// The report as a page: scores, survivors with what was changed, the kill matrix.
#include <algorithm>
#include <fmt/format.h>

#include "html/page.h"
#include "mutation/difference.h"
#include "mutation/report/report.h"
#include "testing/report/html_sections.h"

namespace ounce {
namespace {

using html::escape;

// A larger matrix is left to the CSV file: no page shows it in a readable way.
constexpr std::size_t kMostCells = 100000;

constexpr std::string_view kStyle = R"(
pre .minus { color: var(--bad); background: var(--bad-back); } pre .plus { color: var(--good); background: var(--good-back); }
.matrix td { text-align: center; padding: .1rem .4rem; } .matrix th { font-weight: 400; font-size: .85rem; }
td.total, tr.total td { font-weight: 600; }
)";

std::string summary(const MutationAnalysis& analysis) {
    const OperatorScore total = analysis.total();
    std::vector<html::Tile> tiles{
        {total.run() == 0 ? "–" : percent(total.score()), "mutation score"},
        html::countTile(total.run(), "mutant", "mutants"),
        {fmt::format("{}", total.killed), "killed", "good"},
        {fmt::format("{}", total.survived), "survived", total.survived > 0 ? "bad" : ""},
        {fmt::format("{}", total.equivalent), "probably equivalent", ""}};
    if (const auto& fresh = analysis.fresh)
        tiles.push_back(
            {percent(fresh->mean), fmt::format("mutation score with {} other seeds", fresh->seeds)});
    if (total.notRun > 0) tiles.push_back({fmt::format("{}", total.notRun), "not run", "warn"});
    if (analysis.falsePositives() > 0)
        tiles.push_back(
            html::countTile(analysis.falsePositives(), "test left out", "tests left out", "warn"));
    return html::tiles(tiles);
}

std::string leftOut(const MutationAnalysis& analysis) {
    std::string out;
    for (const AnalyzedTest& test : analysis.tests) {
        if (!test.used)
            out += fmt::format("<li>{} {}: {}</li>\n", html::verdict(test.verdict), escape(test.name),
                               escape(test.message));
    }
    if (out.empty()) return out;
    return fmt::format(
        "<h2>Left out</h2>\n<p>These tests do not pass on the unchanged program.</p>\n<ul>\n{}</ul>\n", out);
}

std::string scores(const MutationAnalysis& analysis) {
    std::string out =
        "<h2>What was changed</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th "
        "scope=\"col\">change</th><th scope=\"col\">mutants</th><th scope=\"col\">killed</th><th "
        "scope=\"col\">survived</th><th scope=\"col\">probably equivalent</th><th "
        "scope=\"col\">score</th></tr></thead>\n<tbody>\n";
    // The operators' names are for those who know them: a word that appears when one points at it.
    const auto row = [&](std::string_view code, std::string_view what, const OperatorScore& score) {
        out += fmt::format("<tr{}><td title=\"{}\">{}</td>", what == "total" ? " class=\"total\"" : "", code,
                           escape(what));
        for (const std::size_t number : {score.run(), score.killed, score.survived, score.equivalent})
            out += fmt::format("<td class=\"number\">{}</td>", number);
        out += fmt::format("<td class=\"number\">{}</td></tr>\n",
                           score.run() == 0 ? std::string("–") : percent(score.score()));
    };
    const auto byOperator = analysis.byOperator();
    for (const MutantOperator op : analysis.operators)
        row(operatorInfo(op).code, operatorInfo(op).what, byOperator[static_cast<std::size_t>(op)]);
    row("", "total", analysis.total());
    return out + "</tbody>\n</table></div>\n";
}

std::string difference(const std::vector<DifferenceLine>& lines) {
    std::string out = "<pre>";
    for (const DifferenceLine& line : lines) {
        const std::string_view style = line.kind == DifferenceLine::Kind::Removed ? " minus"
                                       : line.kind == DifferenceLine::Kind::Added ? " plus"
                                                                                  : "";
        out += fmt::format("<span class=\"line{}\">{} {}</span>", style, static_cast<char>(line.kind),
                           escape(line.text));
    }
    return out + "</pre>\n";
}

std::string those(const MutationAnalysis& analysis, MutantFate fate, std::string_view title, bool open,
                  Differences& differences) {
    std::string out;
    for (const AnalyzedMutant& mutant : analysis.mutants) {
        if (mutant.fate != fate) continue;
        out += fmt::format(
            "<details class=\"card\"{}><summary><span class=\"name\">{}</span><span class=\"soft\">{}; "
            "{}</span></summary><div class=\"inside\">\n{}<details><summary "
            "class=\"soft\">details</summary><p class=\"soft\">{}</p></details></div></details>\n",
            open ? " open" : "", escape(operatorInfo(mutant.mutant.op).what),
            escape(placeText(analysis, mutant.mutant)), survivorNote(mutant),
            difference(differences.of(mutant.mutant)), escape(mutant.mutant.name));
    }
    return out.empty() ? out : fmt::format("<h2>{}</h2>\n{}", title, out);
}

std::string cellHtml(const AnalyzedMutant& mutant, std::size_t test) {
    switch (mutant.cells[test]) {
        case Cell::NotRun: return "<td></td>";
        case Cell::NotReached: return "<td class=\"soft\" title=\"not reached\">·</td>";
        case Cell::Passed: return "<td title=\"passed\">–</td>";
        case Cell::Assertion: return "<td class=\"pass\" title=\"killed: assertion\">A</td>";
        case Cell::Error: return "<td class=\"error\" title=\"killed: error\">E</td>";
        case Cell::Timeout: return "<td class=\"error\" title=\"killed: time-out\">T</td>";
    }
    return {};
}

std::string matrix(const MutationAnalysis& analysis) {
    std::string out = "<h2>Which test notices what</h2>\n";
    const auto used = static_cast<std::size_t>(std::ranges::count_if(analysis.tests, &AnalyzedTest::used));
    if (used * analysis.mutants.size() > kMostCells)
        return out + "<p>It is too large for this page; <code>--csv FILE</code> writes it.</p>\n";
    out +=
        "<p>A killed by an assertion, E by an error, T by a time-out; – passed, · the test does not reach "
        "the "
        "block; empty: not run, because the mutant was killed before.</p>\n<details><summary>the whole "
        "table</summary><div class=\"scroll\"><table class=\"matrix\">\n<thead><tr><th "
        "scope=\"col\">mutant</th><th scope=\"col\">fate</th>";
    for (const AnalyzedTest& test : analysis.tests) {
        if (test.used) out += fmt::format("<th scope=\"col\">{}</th>", escape(test.name));
    }
    out += "</tr></thead>\n<tbody>\n";
    for (const AnalyzedMutant& mutant : analysis.mutants) {
        out += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td>", escape(mutant.mutant.name),
                           fateName(mutant.fate));
        for (std::size_t i = 0; i < analysis.tests.size(); i++) {
            if (analysis.tests[i].used) out += mutant.cells.empty() ? "<td></td>" : cellHtml(mutant, i);
        }
        out += "</tr>\n";
    }
    return out + "</tbody>\n</table></div></details>\n";
}

}  // namespace

std::string mutationHtml(const MutationAnalysis& analysis) {
    Differences differences(analysis.program->project);
    std::string body = summary(analysis) + leftOut(analysis) + scores(analysis);
    body += those(analysis, MutantFate::Survived, "Nobody noticed", true, differences);
    body += those(analysis, MutantFate::Equivalent, "Probably equivalent", false, differences);
    body += matrix(analysis);
    return html::page("Mutants of " + analysis.project, body, kStyle);
}

}  // namespace ounce
