// The report for people at a terminal.
#include <algorithm>
#include <fmt/color.h>
#include <fmt/format.h>

#include "base/words.h"
#include "testing/report/report.h"
#include "testing/report/report_text.h"

namespace ounce {
namespace {

constexpr std::size_t kSums = 18;  // "  passed  coverage"

// The end of a path tells more than its beginning.
std::string shortened(const std::string& text, std::size_t width) {
    if (widthOf(text) <= width) return text;
    std::size_t from = 0;
    while (from < text.size() && widthOf(std::string_view(text).substr(from)) + 1 > width) {
        from++;
        while (from < text.size() && (text[from] & 0xC0) == 0x80) from++;
    }
    return fmt::format("…{}", text.substr(from));
}

// More uncovered blocks than this are only counted.
constexpr std::size_t kShownBlocks = 20;

std::string_view symbolOf(Verdict verdict) {
    constexpr std::string_view kSymbols[] = {"✓", "✗", "!", "-"};
    return kSymbols[static_cast<std::size_t>(verdict)];
}

fmt::text_style styleOf(Verdict verdict) {
    switch (verdict) {
        case Verdict::Pass: return fmt::fg(fmt::terminal_color::green);
        case Verdict::Fail: return fmt::fg(fmt::terminal_color::red);
        case Verdict::Error: return fmt::fg(fmt::terminal_color::yellow);
        case Verdict::Skip: return fmt::fg(fmt::terminal_color::bright_black);
    }
    return {};
}

class Table : ReportLines {
  public:
    Table(const std::vector<SuiteRun>& runs, const TableOptions& options)
        : ReportLines(options.color), runs_(runs), options_(options) {}

    std::string text() {
        if (runs_.size() == 1) {
            single(runs_.front());
        } else {
            matrix();
        }
        return take();
    }

  private:
    // What is the same for all tests that failed alike.
    void reason(const TestResult& test, std::string_view indent) {
        if (!test.message.empty()) line(fmt::format("{}{}", indent, plain(test.message)));
        // «… should be 5, but was 2» says both already.
        const Failure& failure = test.failure;
        const bool said = test.message.find(failure.expected) != std::string::npos &&
                          test.message.ends_with("was " + failure.actual);
        if (!said && (!failure.expected.empty() || !failure.actual.empty())) {
            line(fmt::format("{}expected {}", indent, plain(test.failure.expected)));
            line(fmt::format("{}actual   {}", indent, plain(test.failure.actual)));
        }
        if (!test.failure.constraint.empty())
            line(fmt::format("{}constraint «{}»", indent, plain(test.failure.constraint)));
        if (!test.block.text.empty()) {
            line(fmt::format("{}block    «{}» of {}", indent, plain(test.block.text),
                             plain(test.block.sprite)));
        }
        if (!test.failure.stack.empty())
            line(fmt::format("{}in       {}", indent, plain(test.failure.stack)));
        for (const std::string& entry : test.log) line(fmt::format("{}log      {}", indent, plain(entry)));
    }

    void details(const TestResult& test, std::string_view indent) {
        reason(test, indent);
        if (test.verdict != Verdict::Skip)
            line(fmt::format("{}at second {:.2f} (step {})", indent, test.seconds(), test.step));
    }

    void flaky(const TestResult& test, std::string_view indent) {
        if (!test.flaky) return;
        std::string verdicts;
        for (const Verdict verdict : test.repetitions) verdicts += symbolOf(verdict);
        line(styled(fmt::fg(fmt::terminal_color::yellow),
                    fmt::format("{}flaky: it depends on the random numbers ({})", indent, verdicts)));
    }

    void single(const SuiteRun& run) {
        if (!run.problem.empty()) {
            line(fmt::format("{}: {}", plain(run.project), plain(run.problem)));
            return;
        }
        if (!options_.quiet) {
            std::size_t width = 0;
            for (const TestResult& test : run.tests) width = std::max(width, widthOf(test.name));
            width = std::min<std::size_t>(width, 60);
            line(styled(fmt::emphasis::bold, plain(run.project)));
            for (const TestResult& test : run.tests) {
                const std::string word =
                    fmt::format("{} {:<5}", symbolOf(test.verdict), verdictName(test.verdict));
                line(fmt::format("  {}  {}  {}", styled(styleOf(test.verdict), word),
                                 padded(plain(test.name), width), secondsText(test.seconds())));
                if (test.verdict != Verdict::Pass) details(test, "           ");
                flaky(test, "           ");
            }
        }
        const VerdictCounts counts = run.counts();
        line(styled(counts.good() ? fmt::fg(fmt::terminal_color::green) : fmt::fg(fmt::terminal_color::red),
                    countsText(counts)));
        coverage(run);
    }

    void coverage(const SuiteRun& run) {
        const CoverageSummary summary = coverageOf(run);
        const int reachable = summary.reachable.value_or(summary.total.total);
        line(fmt::format(
            "coverage {} of {} ({}){}", summary.total.covered, counted(summary.total.total, "block"),
            summary.total.percent(),
            reachable == summary.total.total ? "" : fmt::format(", {} of them reachable", reachable)));
        if (options_.quiet) return;
        std::size_t width = 0;
        for (const SpriteCoverage& sprite : summary.sprites) width = std::max(width, widthOf(sprite.sprite));
        for (const SpriteCoverage& sprite : summary.sprites) {
            line(fmt::format("  {}  {} of {}", padded(plain(sprite.sprite), width), sprite.count.covered,
                             sprite.count.total));
        }
        const std::vector<UncoveredBlock> blocks = uncoveredBlocks(*run.program, executedBy(run));
        if (!blocks.empty()) line("no test came to");
        for (std::size_t i = 0; i < blocks.size() && i < kShownBlocks; i++)
            line(fmt::format("  {}: {}", plain(blocks[i].sprite), plain(blocks[i].text)));
        if (blocks.size() > kShownBlocks)
            line(fmt::format("  and {} more (--html FILE shows them in the program)",
                             blocks.size() - kShownBlocks));
    }

    void matrix() {
        const TestColumns columns = columnsOf(runs_);
        const std::size_t digits = fmt::format("{}", columns.names.size()).size();
        const std::size_t cells = columns.names.size() * (digits + 1) + kSums;
        std::size_t width = 9;
        for (const SuiteRun& run : runs_) width = std::max(width, widthOf(run.project));
        // On a narrow terminal names give way first.
        if (width + cells > options_.width)
            width = std::max<std::size_t>(16, options_.width - std::min(options_.width, cells));
        if (!options_.quiet) {
            for (std::size_t i = 0; i < columns.names.size(); i++)
                line(fmt::format("{:>{}}  {}", i + 1, digits, plain(columns.names[i])));
            line();
        }
        std::string head = padded("project", width);
        for (std::size_t i = 0; i < columns.names.size(); i++) head += fmt::format(" {:>{}}", i + 1, digits);
        line(styled(fmt::emphasis::bold, head + "  passed  coverage"));
        std::vector<int> passedBy(columns.names.size());
        for (std::size_t r = 0; r < runs_.size(); r++) {
            const SuiteRun& run = runs_[r];
            std::string row = padded(shortened(plain(run.project), width), width);
            if (!run.problem.empty()) {
                line(fmt::format("{}  {}", row, plain(run.problem)));
                continue;
            }
            for (std::size_t c = 0; c < columns.names.size(); c++) {
                const TestResult* test = columns.cells[r][c];
                if (test != nullptr && test->verdict == Verdict::Pass) passedBy[c]++;
                row.append(digits, ' ');
                row += test == nullptr ? std::string(" ")
                                       : styled(styleOf(test->verdict), std::string(symbolOf(test->verdict)));
            }
            const VerdictCounts counts = run.counts();
            line(fmt::format("{}  {:>6}  {:>8}", row,
                             fmt::format("{}/{}", counts.passed, counts.total() - counts.skipped),
                             coverageOf(run).total.percent()));
        }
        if (!options_.quiet) {
            std::string last = padded("passed by", width);
            for (const int count : passedBy) last += fmt::format(" {:>{}}", count, digits);
            line(last);
            failures(columns);
        }
        line();
        line(fmt::format("{}, {}", counted(runs_.size(), "project"), countsText(countsOf(runs_))));
    }

    // Test by test; projects that fail alike are named together, and why is said once.
    void failures(const TestColumns& columns) {
        for (std::size_t c = 0; c < columns.names.size(); c++) {
            std::vector<bool> told(runs_.size());
            for (std::size_t r = 0; r < runs_.size(); r++) {
                const TestResult* test = columns.cells[r][c];
                if (test == nullptr || told[r] || (test->isGood() && !test->flaky)) continue;
                std::vector<std::size_t> alike;
                for (std::size_t other = r; other < runs_.size(); other++) {
                    const TestResult* same = columns.cells[other][c];
                    if (same == nullptr || told[other] || !failedAlike(*test, *same)) continue;
                    told[other] = true;
                    alike.push_back(other);
                }
                failure(*test, alike, columns, c);
            }
        }
    }

    static bool failedAlike(const TestResult& a, const TestResult& b) {
        return a.verdict == b.verdict && a.message == b.message && a.failure == b.failure &&
               a.block.text == b.block.text && a.block.sprite == b.block.sprite && a.log == b.log &&
               a.flaky == b.flaky && a.repetitions == b.repetitions;
    }

    void failure(const TestResult& test, const std::vector<std::size_t>& alike, const TestColumns& columns,
                 std::size_t column) {
        line();
        line(styled(styleOf(test.verdict), fmt::format("{} {}", symbolOf(test.verdict), plain(test.name))) +
             (alike.size() > 1 ? fmt::format("  ({})", counted(alike.size(), "project")) : ""));
        std::string projects = "  ";
        bool sameStep = true;
        for (std::size_t i = 0; i < alike.size(); i++) {
            const std::string name = plain(runs_[alike[i]].project) + (i + 1 < alike.size() ? "," : "");
            if (i > 0 && widthOf(projects) + widthOf(name) + 1 > options_.width) {
                line(projects);
                projects = "  ";
            } else if (i > 0) {
                projects += ' ';
            }
            projects += styled(fmt::emphasis::bold, name);
            sameStep = sameStep && columns.cells[alike[i]][column]->step == test.step;
        }
        line(projects);
        if (!test.isGood()) reason(test, "    ");
        if (!test.isGood() && sameStep)
            line(fmt::format("    at second {:.2f} (step {})", test.seconds(), test.step));
        flaky(test, "    ");
    }

    const std::vector<SuiteRun>& runs_;
    const TableOptions& options_;
};

}  // namespace

std::string tableReport(const std::vector<SuiteRun>& runs, const TableOptions& options) {
    return Table(runs, options).text();
}

}  // namespace ounce
