// The report as a page: verdicts, what was expected, the stage at that moment, and the program with what no
// test reached.
#include <algorithm>
#include <fmt/format.h>

#include "base/steps.h"
#include "html/page.h"
#include "testing/report/html_sections.h"
#include "testing/report/report.h"

namespace ounce {
namespace {

using html::escape;

std::string anchor(std::size_t run) { return fmt::format("project-{}", run + 1); }
std::string anchor(std::size_t run, std::size_t test) { return fmt::format("test-{}-{}", run + 1, test + 1); }

// Rows of a name and a value; those without a value are left out.
class Facts {
  public:
    void add(std::string_view name, const std::string& value, bool code = false) {
        if (value.empty()) return;
        const std::string_view tag = code ? "code" : "span";
        rows_ += fmt::format("<dt>{0}</dt><dd><{1}>{2}</{1}></dd>\n", name, tag, escape(value));
    }
    [[nodiscard]] std::string text() const { return rows_.empty() ? "" : "<dl>\n" + rows_ + "</dl>\n"; }

  private:
    std::string rows_;
};

// What a teacher reads first; what only helps to find the place in a suite or to repeat the run folds away.
std::string facts(const TestResult& test) {
    Facts plain, details;
    plain.add("expected", test.failure.expected);
    plain.add("actual", test.failure.actual);
    plain.add("must hold", test.failure.constraint);
    if (!test.isGood()) plain.add("when", fmt::format("after {:.2f} seconds", test.seconds()));
    if (!test.block.text.empty()) {
        plain.add("block", test.block.text, true);
        plain.add("of", test.block.sprite);
    }
    details.add("step", fmt::format("{} ({} are a second)", test.step, kStepsPerSecond));
    details.add("compared by", test.failure.operation, true);
    details.add("seed", fmt::format("{} (of the random numbers)", test.seed));
    details.add("checks", fmt::format("{} looked at", test.asserted));
    details.add("in the suite", test.failure.stack, true);
    return plain.text() + "<details class=\"more\"><summary>details</summary>\n" + details.text() +
           "</details>\n";
}

std::string testCard(const TestResult& test, const std::string& id) {
    std::string out = fmt::format(
        "<details class=\"card\" id=\"{}\"{}><summary>{} <span class=\"name\">{}</span>{}<span "
        "class=\"soft\">{}</span>"
        "</summary>\n<div class=\"inside\">\n",
        id, test.isGood() ? "" : " open", html::verdict(test.verdict), escape(test.name),
        test.flaky ? "<span class=\"verdict error\">flaky</span>" : "", secondsText(test.seconds()));
    if (!test.description.empty()) out += fmt::format("<p class=\"soft\">{}</p>\n", escape(test.description));
    if (!test.message.empty()) out += fmt::format("<p>{}</p>\n", escape(test.message));
    out += "<div class=\"sides\">\n<div>\n" + facts(test);
    if (!test.story.empty()) {
        // The last check that was looked at is the one that failed.
        const auto held = static_cast<std::size_t>(std::max<std::int64_t>(test.asserted, 1) - 1);
        out += "<p class=\"soft\">What happens</p>\n" +
               (test.isGood() ? html::story(test.story) : html::story(test.story, held));
    }
    if (!test.log.empty()) {
        out += "<p class=\"soft\">Log</p>\n<pre>";
        for (const std::string& entry : test.log) out += escape(entry) + '\n';
        out += "</pre>\n";
    }
    out += "</div>\n";
    if (!test.picture.empty()) {
        out += "<div>" +
               html::picture(test.picture, fmt::format("the stage at second {:.2f}", test.seconds())) +
               "</div>\n";
    }
    return out + "</div>\n</div>\n</details>\n";
}

std::string propertyTable(const std::vector<WatchedProperty>& properties) {
    std::string out = "<table>\n<tbody>\n";
    for (const WatchedProperty& property : properties) {
        const spec::PropertyResult& result = property.result;
        std::string status = "never triggered", what = escape(result.message);
        if (result.outcome == spec::Outcome::Holds) status = html::verdict(Verdict::Pass);
        if (result.outcome == spec::Outcome::Error) status = html::verdict(Verdict::Error);
        if (result.outcome == spec::Outcome::Violated) {
            status = html::verdict(Verdict::Fail);
            what += fmt::format("<br><span class=\"soft\">at {:.2f} s of «{}»</span>", result.seconds(),
                                escape(property.test));
        }
        if (!result.explanation.empty())
            what += fmt::format("{}<span class=\"soft\">{}</span>", what.empty() ? "" : "<br>",
                                escape(result.explanation));
        out += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n", escape(result.name),
                           status, what);
    }
    return out + "</tbody>\n</table>\n";
}

// The outline has no gaps: sections of the only project are one level higher.
std::string heading(std::string_view text, bool several) {
    return fmt::format("<h{0}>{1}</h{0}>\n", several ? 3 : 2, text);
}

std::string programSection(const SuiteRun& run, bool several) {
    return heading("Program", several) + "<p class=\"soft\">To blocks with ✗ no test came.</p>\n" +
           html::programCards(*run.program, executedBy(run));
}

std::string projectSection(const SuiteRun& run, std::size_t index, bool several) {
    std::string out =
        several ? fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n", anchor(index), escape(run.project))
                : std::string("<section>\n");
    if (!run.problem.empty()) return out + fmt::format("<p>{}</p>\n</section>\n", escape(run.problem));
    if (several) out += fmt::format("<p class=\"soft\">{}</p>\n", escape(countsText(run.counts())));
    out += heading("Tests", several);
    for (std::size_t i = 0; i < run.tests.size(); i++) out += testCard(run.tests[i], anchor(index, i));
    if (const std::vector<WatchedProperty> properties = propertiesOf(run); !properties.empty())
        out += heading("Properties", several) + propertyTable(properties);
    out += heading("Coverage", several) + html::coverageTable(coverageOf(run));
    return out + programSection(run, several) + "</section>\n";
}

// A path may go on in the next line after a slash, a dash or an underscore, rather than within a word.
std::string breakable(std::string_view name) {
    std::string out;
    for (const char c : escape(name)) {
        out += c;
        if (c == '/' || c == '-' || c == '_') out += "<wbr>";
    }
    return out;
}

std::string matrix(const std::vector<SuiteRun>& runs) {
    const TestColumns columns = columnsOf(runs);
    std::vector<int> passedBy(columns.names.size());
    std::string out =
        "<h2>Projects</h2>\n<div class=\"scroll\"><table class=\"matrix\">\n<thead><tr><th "
        "scope=\"col\">project</th>";
    for (const std::string& name : columns.names)
        out += fmt::format("<th scope=\"col\">{}</th>", escape(name));
    out += "<th scope=\"col\">passed</th><th scope=\"col\">coverage</th></tr></thead>\n<tbody>\n";
    for (std::size_t r = 0; r < runs.size(); r++) {
        out += fmt::format("<tr><th scope=\"row\"><a href=\"#{}\">{}</a></th>", anchor(r),
                           breakable(runs[r].project));
        if (!runs[r].problem.empty()) {
            out += fmt::format("<td colspan=\"{}\">{}</td></tr>\n", columns.names.size() + 2,
                               escape(runs[r].problem));
            continue;
        }
        for (std::size_t c = 0; c < columns.names.size(); c++) {
            const TestResult* test = columns.cells[r][c];
            if (test == nullptr) {
                out += "<td></td>";
                continue;
            }
            if (test->verdict == Verdict::Pass) passedBy[c]++;
            const auto place = static_cast<std::size_t>(test - runs[r].tests.data());
            out += fmt::format("<td><a href=\"#{}\">{}</a></td>", anchor(r, place),
                               html::verdict(test->verdict));
        }
        const VerdictCounts counts = runs[r].counts();
        out += fmt::format("<td class=\"number\">{}/{}</td><td>{}</td></tr>\n", counts.passed,
                           counts.total() - counts.skipped, html::meter(coverageOf(runs[r]).total));
    }
    out += "</tbody>\n<tfoot><tr><th scope=\"row\">passed by</th>";
    for (const int count : passedBy) out += fmt::format("<td class=\"number\">{}</td>", count);
    return out + "<td></td><td></td></tr></tfoot>\n</table></div>\n";
}

std::string summary(const std::vector<SuiteRun>& runs) {
    const VerdictCounts counts = countsOf(runs);
    int unreadable = 0, flaky = 0;
    for (const SuiteRun& run : runs) {
        unreadable += run.problem.empty() ? 0 : 1;
        for (const TestResult& test : run.tests) flaky += test.flaky ? 1 : 0;
    }
    std::vector<html::Tile> tiles;
    if (runs.size() > 1) tiles.push_back({fmt::format("{}", runs.size()), "projects"});
    tiles.push_back({fmt::format("{}", counts.passed), "passed", "good"});
    tiles.push_back({fmt::format("{}", counts.failed), "failed", counts.failed > 0 ? "bad" : ""});
    if (counts.errors > 0)
        tiles.push_back({fmt::format("{}", counts.errors), counts.errors == 1 ? "error" : "errors", "warn"});
    if (counts.skipped > 0) tiles.push_back({fmt::format("{}", counts.skipped), "skipped"});
    if (flaky > 0) tiles.push_back({fmt::format("{}", flaky), "flaky", "warn"});
    if (unreadable > 0) tiles.push_back({fmt::format("{}", unreadable), "not readable", "bad"});
    tiles.push_back({coverageOf(runs).percent(0), "of the blocks ran"});
    return html::tiles(tiles);
}

}  // namespace

std::string htmlReport(const std::vector<SuiteRun>& runs) {
    const bool several = runs.size() != 1;
    std::string body = summary(runs);
    if (several) body += matrix(runs);
    for (std::size_t i = 0; i < runs.size(); i++) body += projectSection(runs[i], i, several);
    return html::page(several ? std::string("Test report") : "Tests of " + runs.front().project, body);
}

}  // namespace ounce
