// A page: every model as a graph, with what was taken, what failed and how that looked.
#include <fmt/format.h>

#include "base/steps.h"
#include "html/page.h"
#include "models/drawing.h"
#include "models/report/report.h"

namespace ounce::models {
namespace {

constexpr std::string_view kStyle = R"(
.graph { overflow-x: auto; background: #fff; border-radius: 6px; margin: .5em 0; }
.taken { color: #2a7d3f; } .failed { color: #c62828; } .never { color: #888; }
ol.edges { font-family: monospace; font-size: .9em; }
)";

std::vector<EdgeFate> fatesOf(const ModelRun& run, std::size_t model) {
    std::vector<EdgeFate> fates;
    for (const std::uint64_t taken : run.taken[model])
        fates.push_back(taken > 0 ? EdgeFate::Taken : EdgeFate::NeverTaken);
    for (const Finding& finding : run.fails) {
        if (finding.model == model) fates[finding.edge] = EdgeFate::Failed;
    }
    return fates;
}

std::string findingHtml(const Finding& finding, int repetitions) {
    std::string text = fmt::format(
        "<p class=\"failed\">{}<br><small>at {:.2f} s (step {}), seed {}, in {} of {} "
        "repetitions</small></p>",
        html::escape(finding.message), secondsOf(finding.step), finding.step, finding.seed,
        finding.repetitions, repetitions);
    if (!finding.picture.empty())
        text += html::picture(finding.picture, "the stage at that moment", 240, 180);
    return text;
}

std::string modelHtml(const ModelRun& run, std::size_t m) {
    const Model& model = run.models->models[m];
    const std::vector<EdgeFate> fates = fatesOf(run, m);
    const ModelCoverage coverage = coverageOf(run, m);
    std::string text = fmt::format("<h3>{} <small>{} model, {}</small></h3>\n", html::escape(model.id),
                                   usageName(model.usage), statusName(statusOf(run, m)));
    if (!model.explanation.empty()) text += fmt::format("<p>{}</p>\n", html::escape(model.explanation));
    text += html::meter(coverage.covered, coverage.total);
    text += fmt::format("<div class=\"graph\">{}</div>\n<ol class=\"edges\">\n", modelToSvg(model, fates));
    for (std::size_t e = 0; e < model.edges.size(); e++) {
        const std::string_view kind = fates[e] == EdgeFate::Failed  ? "failed"
                                      : fates[e] == EdgeFate::Taken ? "taken"
                                                                    : "never";
        text +=
            fmt::format("<li class=\"{}\">{} → {}: <b>{}</b> {} <small>({})</small></li>\n", kind,
                        html::escape(model.nodes[model.edges[e].from].label),
                        html::escape(model.nodes[model.edges[e].to].label),
                        html::escape(model.edges[e].label), html::escape(edgeText(model.edges[e])),
                        run.taken[m][e] == 0 ? std::string("never taken")
                                             : fmt::format("in {} of {}", run.taken[m][e], run.repetitions));
    }
    text += "</ol>\n";
    for (const Finding& finding : run.errors) {
        if (finding.model == m) text += findingHtml(finding, run.repetitions);
    }
    for (const Finding& finding : run.fails) {
        if (finding.model == m) text += findingHtml(finding, run.repetitions);
    }
    std::string path;
    for (const PathPiece& piece : run.path) {
        if (piece.model != m) continue;
        path += fmt::format("{}{} at {:.2f} s", path.empty() ? "" : " → ",
                            html::escape(model.edges[piece.edge].label), secondsOf(piece.step));
        if (piece.times > 1) path += fmt::format(" ×{}", piece.times);
    }
    if (!path.empty())
        text += fmt::format("<details><summary>path of the first repetition</summary><p>{}</p></details>\n",
                            path);
    return text;
}

}  // namespace

std::string htmlReport(const std::vector<ModelRun>& runs) {
    std::string body;
    for (const ModelRun& run : runs) {
        body += fmt::format("<h2>{}</h2>\n", html::escape(run.project));
        if (!run.problem.empty()) {
            body += fmt::format("<p class=\"failed\">{}</p>\n", html::escape(run.problem));
            continue;
        }
        const ModelCoverage all = coverageOf(run);
        const std::string_view kind = run.status() == Status::Pass ? "good" : "bad";
        body += html::tiles({{std::string(statusName(run.status())), "status", std::string(kind)},
                             html::countTile(run.fails.size(), "check failed", "checks failed"),
                             {fmt::format("{}", run.errors.size()), "in error"},
                             {fmt::format("{} / {}", all.covered, all.total), "edges taken"},
                             html::countTile(run.repetitions, "repetition", "repetitions")});
        for (const Status wanted : {Status::Error, Status::Fail, Status::Pass}) {
            for (std::size_t m = 0; m < run.taken.size(); m++) {
                if (statusOf(run, m) == wanted) body += modelHtml(run, m);
            }
        }
    }
    return html::page("Models", body, kStyle);
}

}  // namespace ounce::models
