// One JSON document for scripts.
#include "base/json.h"

#include "base/steps.h"
#include "models/report/report.h"
#include "testing/program_text.h"

namespace ounce::models {
namespace {

Json findings(const ModelRun& run, const std::vector<Finding>& all, bool several) {
    Json list = Json::array();
    for (const Finding& finding : all) {
        const Model& model = run.models->models[finding.model];
        Json one{{"model", model.id},
                 {"edge", model.edges.empty() ? std::string() : model.edges[finding.edge].id},
                 {"message", finding.message},
                 {"step", finding.step},
                 {"seconds", secondsOf(finding.step)},
                 {"check", finding.check},
                 {"seed", finding.seed},
                 {"repetitions", finding.repetitions}};
        if (several) one["project"] = run.project;
        list.push_back(std::move(one));
    }
    return list;
}

Json coverageJson(const ModelRun& run) {
    Json json = Json::object();
    for (std::size_t m = 0; m < run.taken.size(); m++) {
        const Model& model = run.models->models[m];
        const ModelCoverage coverage = coverageOf(run, m);
        Json one{{"covered", coverage.covered}, {"total", coverage.total}};
        Json edges = Json::array(), missed = Json::array();
        for (std::size_t e = 0; e < model.edges.size(); e++)
            (run.taken[m][e] > 0 ? edges : missed).push_back(model.edges[e].id);
        one["edges"] = std::move(edges);
        one["missed"] = std::move(missed);
        json[model.id] = std::move(one);
    }
    return json;
}

Json runJson(const ModelRun& run, bool several) {
    Json json{{"project", run.project}, {"file", run.file}, {"status", statusName(run.status())}};
    if (!run.problem.empty()) {
        json["problem"] = run.problem;
        return json;
    }
    json["fails"] = findings(run, run.fails, several);
    json["errors"] = findings(run, run.errors, several);
    json["coverage"] = coverageJson(run);
    json["repetitions"] = run.repetitions;
    json["steps"] = run.steps;
    const CoverageCount statements = summarize(*run.program, run.coverage).total;
    json["programCoverage"] = {{"covered", statements.covered},
                               {"total", statements.total},
                               {"ratio", statements.ratio()},
                               {"mean", meanCoverage(run)}};
    if (!run.path.empty()) {
        json["path"] = Json::array();
        for (const PathPiece& piece : run.path) {
            const Model& model = run.models->models[piece.model];
            json["path"].push_back({{"model", model.id},
                                    {"edge", model.edges[piece.edge].id},
                                    {"step", piece.step},
                                    {"times", piece.times}});
        }
    }
    if (!run.log.empty()) json["log"] = run.log;
    return json;
}

}  // namespace

// `fails` and `errors` are those of all projects, and `projects` has each; of a single one all its members
// also stand at the top.
std::string jsonReport(const std::vector<ModelRun>& runs) {
    Json json{{"schema", 1}};
    if (runs.size() == 1) {
        const Json one = runJson(runs.front(), false);
        json.update(one);
        json["projects"] = std::vector<Json>{one};
        return json.dump() + "\n";
    }
    json["status"] = statusName(statusOf(runs));
    Json fails = Json::array(), errors = Json::array(), projects = Json::array();
    Json coverage = Json::object();
    int repetitions = 0;
    for (const ModelRun& run : runs) {
        Json one = runJson(run, true);
        projects.push_back(one);
        if (!run.problem.empty()) continue;
        for (const Json& finding : one["fails"].items()) fails.push_back(finding);
        for (const Json& finding : one["errors"].items()) errors.push_back(finding);
        repetitions = std::max(repetitions, run.repetitions);
        for (std::size_t m = 0; m < run.taken.size(); m++) {
            Json& model = coverage[run.models->models[m].id];
            const ModelCoverage here = coverageOf(run, m);
            const auto most = std::max(here.covered, static_cast<std::size_t>(model.number("covered")));
            model = {{"covered", most}, {"total", here.total}};
        }
    }
    json["fails"] = std::move(fails);
    json["errors"] = std::move(errors);
    json["coverage"] = std::move(coverage);
    json["repetitions"] = repetitions;
    json["projects"] = std::move(projects);
    return json.dump() + "\n";
}

}  // namespace ounce::models
