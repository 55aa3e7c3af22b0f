// The report for people at a terminal.
#include <algorithm>
#include <fmt/color.h>
#include <fmt/format.h>

#include "base/steps.h"
#include "models/report/report.h"
#include "testing/report/report_text.h"

namespace ounce::models {
namespace {

class Table {
  public:
    Table(const std::vector<ModelRun>& runs, const TableOptions& options) : runs_(runs), options_(options) {}

    std::string text() {
        for (const ModelRun& run : runs_) project(run);
        return std::move(text_);
    }

  private:
    [[nodiscard]] std::string styled(std::string_view text, fmt::terminal_color color) const {
        return options_.color ? fmt::format(fmt::fg(color), "{}", text) : std::string(text);
    }
    [[nodiscard]] std::string mark(Status status) const {
        switch (status) {
            case Status::Pass: return styled("✓ pass ", fmt::terminal_color::green);
            case Status::Fail: return styled("✗ fail ", fmt::terminal_color::red);
            case Status::Error: return styled("! error", fmt::terminal_color::yellow);
        }
        return {};
    }

    void line(const std::string& text) { text_ += text + "\n"; }

    void project(const ModelRun& run) {
        if (!run.problem.empty()) {
            line(fmt::format("{} {}  {}", mark(Status::Error), run.project, run.problem));
            return;
        }
        const ModelCoverage all = coverageOf(run);
        const std::string summary = fmt::format(
            "{} {}, {} {} failed, {} in error; {} of {} edges taken; {} {}, {:.1f} % of the blocks in the "
            "mean",
            run.taken.size(), run.taken.size() == 1 ? "model" : "models", run.fails.size(),
            run.fails.size() == 1 ? "check" : "checks", run.errors.size(), all.covered, all.total,
            run.repetitions, run.repetitions == 1 ? "repetition" : "repetitions", meanCoverage(run) * 100);
        if (options_.quiet) {
            line(fmt::format("{} {}  {}", mark(run.status()), run.project, summary));
            return;
        }
        line(run.project);
        std::size_t width = 0;
        for (const Model& model : run.models->models) width = std::max(width, widthOf(model.id));
        for (std::size_t m = 0; m < run.models->models.size(); m++) model(run, m, width);
        line(summary);
        for (const std::string& text : run.log) line(fmt::format("note: {}", text));
    }

    void model(const ModelRun& run, std::size_t m, std::size_t width) {
        const Model& model = run.models->models[m];
        const Status status = statusOf(run, m);
        const ModelCoverage coverage = coverageOf(run, m);
        std::string missed;
        for (std::size_t e = 0; e < model.edges.size(); e++) {
            if (run.taken[m][e] == 0)
                missed += (missed.empty() ? "; never taken: " : ", ") + model.edges[e].label;
        }
        line(fmt::format("  {} {}{}  {:7}  {} of {} edges{}", mark(status), model.id,
                         std::string(width - widthOf(model.id), ' '), usageName(model.usage),
                         coverage.covered, coverage.total, missed));
        for (const Finding& finding : run.errors) {
            if (finding.model == m) line(fmt::format("        {}", finding.message));
        }
        for (const Finding& finding : run.fails) {
            if (finding.model != m) continue;
            std::string times;
            if (run.repetitions > 1)
                times = fmt::format(", in {} of {}", finding.repetitions, run.repetitions);
            line(fmt::format("        {}  at {:.2f} s (step {}, seed {}{})", finding.message,
                             secondsOf(finding.step), finding.step, finding.seed, times));
        }
        if (!options_.path) return;
        std::string path;
        for (const PathPiece& piece : run.path) {
            if (piece.model != m) continue;
            path +=
                fmt::format("{}{} {}", path.empty() ? "" : " → ", piece.step, model.edges[piece.edge].label);
            if (piece.times > 1) path += fmt::format(" ×{}", piece.times);
        }
        if (!path.empty()) line("        path: " + path);
    }

    const std::vector<ModelRun>& runs_;
    const TableOptions& options_;
    std::string text_{};
};

}  // namespace

std::string tableReport(const std::vector<ModelRun>& runs, const TableOptions& options) {
    return Table(runs, options).text();
}

}  // namespace ounce::models
