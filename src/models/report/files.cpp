// Reports for other programs: JUnit's XML and a table with a row for each edge.
#include <fmt/format.h>

#include "base/csv.h"
#include "base/steps.h"
#include "html/page.h"
#include "models/report/report.h"

namespace ounce::models {
namespace {

std::string messages(const std::vector<Finding>& findings, std::size_t model) {
    std::string text;
    for (const Finding& finding : findings) {
        if (finding.model == model)
            text += fmt::format("{} (step {}, seed {})\n", finding.message, finding.step, finding.seed);
    }
    return text;
}

}  // namespace

std::string junitReport(const std::vector<ModelRun>& runs) {
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
    for (const ModelRun& run : runs) {
        std::string cases;
        std::size_t failures = 0, errors = 0;
        if (!run.problem.empty()) {
            errors++;
            cases = fmt::format(
                "    <testcase classname=\"{}\" name=\"load\"><error message=\"{}\"/></testcase>\n",
                html::escape(run.project), html::escape(run.problem));
        }
        for (std::size_t m = 0; m < run.taken.size(); m++) {
            const Status status = statusOf(run, m);
            failures += status == Status::Fail ? 1 : 0;
            errors += status == Status::Error ? 1 : 0;
            cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", html::escape(run.project),
                                 html::escape(run.models->models[m].id));
            if (status == Status::Pass) {
                cases += "/>\n";
                continue;
            }
            const std::string text = messages(status == Status::Fail ? run.fails : run.errors, m);
            const std::string_view tag = status == Status::Fail ? "failure" : "error";
            cases += fmt::format(">\n      <{0} message=\"{1}\">{2}</{0}>\n    </testcase>\n", tag,
                                 html::escape(text.substr(0, text.find('\n'))), html::escape(text));
        }
        out += fmt::format(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\">\n{}  "
            "</testsuite>\n",
            html::escape(run.project), std::max<std::size_t>(run.taken.size(), run.problem.empty() ? 0 : 1),
            failures, errors, secondsOf(run.steps), cases);
    }
    return out + "</testsuites>\n";
}

std::string csvReport(const std::vector<ModelRun>& runs) {
    std::string out = "project,model,usage,edge,taken,repetitions,fails,errors,message\n";
    for (const ModelRun& run : runs) {
        for (std::size_t m = 0; m < run.taken.size(); m++) {
            const Model& model = run.models->models[m];
            for (std::size_t e = 0; e < model.edges.size(); e++) {
                int fails = 0, errors = 0;
                std::string message;
                const auto count = [&](const std::vector<Finding>& findings, int& number) {
                    for (const Finding& finding : findings) {
                        if (finding.model != m || finding.edge != e) continue;
                        number++;
                        if (message.empty()) message = finding.message;
                    }
                };
                count(run.fails, fails);
                count(run.errors, errors);
                out += fmt::format("{},{},{},{},{},{},{},{},{}\n", csvCell(run.project), csvCell(model.id),
                                   usageName(model.usage), csvCell(model.edges[e].id), run.taken[m][e],
                                   run.repetitions, fails, errors, csvCell(message));
            }
        }
    }
    return out;
}

}  // namespace ounce::models
