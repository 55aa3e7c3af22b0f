// The report for people at a terminal.
#include <algorithm>
#include <fmt/color.h>
#include <fmt/format.h>

#include "base/words.h"
#include "mutation/difference.h"
#include "mutation/report/report.h"
#include "testing/report/report_text.h"

namespace ounce {
namespace {

// More survivors than this are only counted.
constexpr std::size_t kShown = 25;

class Table : ReportLines {
  public:
    Table(const MutationAnalysis& analysis, const MutationTableOptions& options)
        : ReportLines(options.color),
          analysis_(analysis),
          options_(options),
          differences_(analysis.program->project) {}

    std::string text() {
        leftOut();
        scores();
        if (!options_.quiet) {
            mutants(MutantFate::Survived, "nobody noticed");
            mutants(MutantFate::Equivalent, "probably equivalent");
        }
        return take();
    }

  private:
    void leftOut() {
        for (const AnalyzedTest& test : analysis_.tests) {
            if (test.used) continue;
            line(styled(
                fmt::fg(fmt::terminal_color::yellow),
                test.verdict == Verdict::Skip
                    ? fmt::format("left out: «{}» is skipped: {}", plain(test.name), plain(test.message))
                    : fmt::format("left out: «{}» does not pass on the unchanged program: {}",
                                  plain(test.name), plain(test.message))));
        }
    }

    void row(std::string_view name, const OperatorScore& score) {
        line(fmt::format("{:<8}  {:>7}  {:>6}  {:>8}  {:>10}  {:>8}", name, score.run(), score.killed,
                         score.survived, score.equivalent, score.run() == 0 ? "-" : percent(score.score())));
    }

    void scores() {
        line(styled(fmt::emphasis::bold, "operator  mutants  killed  survived  equivalent     score"));
        const auto byOperator = analysis_.byOperator();
        for (const MutantOperator op : analysis_.operators)
            row(operatorInfo(op).code, byOperator[static_cast<std::size_t>(op)]);
        const OperatorScore total = analysis_.total();
        row("total", total);
        if (total.equivalent > 0)
            line(fmt::format("without those that are probably equivalent: {}",
                             percent(total.adjustedScore())));
        if (const auto& fresh = analysis_.fresh) {
            line(fmt::format(
                "with {} other seeds: {} (least {}); {} of {} test runs fail on the unchanged "
                "program",
                fresh->seeds, percent(fresh->mean), percent(fresh->least), fresh->alarms, fresh->runs));
        }
        if (analysis_.possible > analysis_.mutants.size())
            line(fmt::format("a sample of {}", counted(analysis_.possible, "mutant")));
        if (total.notRun > 0)
            line(
                fmt::format("{} not run: {}",
                            total.notRun == 1 ? "1 mutant was" : fmt::format("{} mutants were", total.notRun),
                            analysis_.interrupted ? "the analysis was interrupted" : "the budget was spent"));
    }

    void mutants(MutantFate fate, std::string_view title) {
        std::size_t shown = 0, all = 0;
        for (const AnalyzedMutant& mutant : analysis_.mutants) {
            if (mutant.fate != fate) continue;
            if (all++ == 0) {
                line();
                line(styled(fmt::emphasis::bold, std::string(title)));
            }
            if (shown == kShown) continue;
            shown++;
            line(fmt::format("  {}  ({})", plain(mutant.mutant.name), survivorNote(mutant)));
            difference(mutant.mutant);
        }
        if (all > shown) line(fmt::format("  and {} more (--html FILE shows all)", all - shown));
    }

    void difference(const Mutant& mutant) {
        for (const DifferenceLine& one : differences_.of(mutant)) {
            const std::string text = fmt::format("    {} {}", static_cast<char>(one.kind), plain(one.text));
            switch (one.kind) {
                case DifferenceLine::Kind::Same: line(text); break;
                case DifferenceLine::Kind::Removed:
                    line(styled(fmt::fg(fmt::terminal_color::red), text));
                    break;
                case DifferenceLine::Kind::Added:
                    line(styled(fmt::fg(fmt::terminal_color::green), text));
                    break;
            }
        }
    }

    const MutationAnalysis& analysis_;
    const MutationTableOptions& options_;
    Differences differences_;
};

}  // namespace

std::string mutationTable(const MutationAnalysis& analysis, const MutationTableOptions& options) {
    return Table(analysis, options).text();
}

}  // namespace ounce
