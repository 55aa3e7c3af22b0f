// The report for people at a terminal.
#include <algorithm>
#include <fmt/color.h>
#include <fmt/format.h>

#include "testing/report/report.h"
#include "testing/report/report_text.h"

namespace ounce {
namespace {

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
    void details(const TestResult& test, std::string_view indent) {
        if (!test.message.empty()) line(fmt::format("{}{}", indent, plain(test.message)));
        if (!test.failure.expected.empty() || !test.failure.actual.empty()) {
            line(fmt::format("{}expected {}", indent, plain(test.failure.expected)));
            line(fmt::format("{}actual   {}", indent, plain(test.failure.actual)));
        }
        if (!test.failure.constraint.empty())
            line(fmt::format("{}constraint «{}»", indent, plain(test.failure.constraint)));
        if (test.verdict == Verdict::Skip) return;
        line(fmt::format("{}at second {:.2f} (step {})", indent, test.seconds(), test.step));
        if (!test.block.text.empty()) {
            line(fmt::format("{}block    «{}» of {}", indent, plain(test.block.text),
                             plain(test.block.sprite)));
        }
        if (!test.failure.stack.empty())
            line(fmt::format("{}in       {}", indent, plain(test.failure.stack)));
        for (const std::string& entry : test.log) line(fmt::format("{}log      {}", indent, plain(entry)));
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
        line(fmt::format("coverage {} of {} blocks ({})", summary.total.covered, summary.total.total,
                         summary.total.percent()));
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
        std::size_t width = 7;
        for (const SuiteRun& run : runs_) width = std::max(width, widthOf(run.project));
        const std::size_t digits = fmt::format("{}", columns.names.size()).size();
        if (!options_.quiet) {
            for (std::size_t i = 0; i < columns.names.size(); i++)
                line(fmt::format("{:>{}}  {}", i + 1, digits, plain(columns.names[i])));
            line();
        }
        std::string head = padded("project", width);
        for (std::size_t i = 0; i < columns.names.size(); i++) head += fmt::format(" {:>{}}", i + 1, digits);
        line(styled(fmt::emphasis::bold, head + "  passed  coverage"));
        for (std::size_t r = 0; r < runs_.size(); r++) {
            const SuiteRun& run = runs_[r];
            std::string row = padded(plain(run.project), width);
            if (!run.problem.empty()) {
                line(fmt::format("{}  {}", row, plain(run.problem)));
                continue;
            }
            for (const TestResult* test : columns.cells[r]) {
                row.append(digits, ' ');
                row += test == nullptr ? std::string(" ")
                                       : styled(styleOf(test->verdict), std::string(symbolOf(test->verdict)));
            }
            const VerdictCounts counts = run.counts();
            line(fmt::format("{}  {:>6}  {:>8}", row,
                             fmt::format("{}/{}", counts.passed, counts.total() - counts.skipped),
                             coverageOf(run).total.percent()));
        }
        if (!options_.quiet) failures();
        line();
        line(fmt::format("{} projects, {}", runs_.size(), countsText(countsOf(runs_))));
    }

    void failures() {
        for (const SuiteRun& run : runs_) {
            for (const TestResult& test : run.tests) {
                if (test.isGood() && !test.flaky) continue;
                line();
                line(fmt::format("{}: {}", styled(fmt::emphasis::bold, plain(run.project)),
                                 styled(styleOf(test.verdict), plain(test.name))));
                if (!test.isGood()) details(test, "  ");
                flaky(test, "  ");
            }
        }
    }

    const std::vector<SuiteRun>& runs_;
    const TableOptions& options_;
};

}  // namespace

std::string tableReport(const std::vector<SuiteRun>& runs, const TableOptions& options) {
    return Table(runs, options).text();
}

}  // namespace ounce
