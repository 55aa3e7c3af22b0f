// One JSON document for scripts; docs/formats/mutation.md describes it.

#include "base/json.h"

#include "mutation/difference.h"
#include "mutation/report/report.h"

namespace ounce {
namespace {

Json toJson(const OperatorScore& score) {
    return {{"mutants", score.mutants},
            {"killed", score.killed},
            {"survived", score.survived},
            {"equivalent", score.equivalent},
            {"notRun", score.notRun},
            {"score", score.run() == 0 ? Json() : Json(score.score())},
            {"adjustedScore", score.run() == 0 ? Json() : Json(score.adjustedScore())}};
}

Json toJson(const MutationAnalysis& analysis, const AnalyzedMutant& analyzed, Differences& differences) {
    const Mutant& mutant = analyzed.mutant;
    Json json{{"name", mutant.name},
              {"operator", operatorInfo(mutant.op).code},
              {"sprite", analysis.program->sprites[mutant.target].name},
              {"script", mutant.script},
              {"block", mutant.block},
              {"change", mutant.change},
              {"fate", fateName(analyzed.fate)},
              {"reached", analyzed.reached}};
    if (analyzed.killer) {
        json["killedBy"] = analysis.tests[*analyzed.killer].name;
        json["reason"] = cellName(analyzed.cells[*analyzed.killer]);
        json["message"] = analyzed.message;
        json["step"] = analyzed.step;
    } else if (analyzed.fate != MutantFate::NotRun) {
        json["difference"] = Json::array();
        for (const DifferenceLine& line : differences.of(mutant))
            json["difference"].push_back(std::string(1, static_cast<char>(line.kind)) + " " + line.text);
    }
    json["tests"] = Json::array();
    for (std::size_t i = 0; i < analyzed.cells.size(); i++) {
        if (analysis.tests[i].used) json["tests"].push_back(cellName(analyzed.cells[i]));
    }
    return json;
}

}  // namespace

Json toJson(const MutationAnalysis& analysis) {
    Json json{{"project", analysis.project}, {"seed", analysis.seed}, {"fullMatrix", analysis.fullMatrix}};
    json.update(toJson(analysis.total()));
    json["possible"] = analysis.possible;
    if (const auto& fresh = analysis.fresh) {
        json["fresh"] = {{"seeds", fresh->seeds},
                         {"score", fresh->mean},
                         {"least", fresh->least},
                         {"testRuns", fresh->runs},
                         {"falseAlarms", fresh->alarms}};
    }
    json["falsePositives"] = analysis.falsePositives();
    const auto byOperator = analysis.byOperator();
    json["operators"] = Json::object();
    for (const MutantOperator op : analysis.operators)
        json["operators"][std::string(operatorInfo(op).code)] =
            toJson(byOperator[static_cast<std::size_t>(op)]);
    json["tests"] = json["leftOut"] = Json::array();
    for (const AnalyzedTest& test : analysis.tests) {
        if (test.used) {
            json["tests"].push_back({{"name", test.name}, {"suite", test.suite}, {"kills", test.kills}});
        } else {
            json["leftOut"].push_back({{"name", test.name},
                                       {"suite", test.suite},
                                       {"status", verdictName(test.verdict)},
                                       {"message", test.message}});
        }
    }
    Differences differences(analysis.program->project);
    json["results"] = Json::array();
    for (const AnalyzedMutant& mutant : analysis.mutants)
        json["results"].push_back(toJson(analysis, mutant, differences));
    return json;
}

std::string mutationJson(const MutationAnalysis& analysis) {
    Json json{{"schema", 1}};
    json.update(toJson(analysis));
    return json.dump() + "\n";
}

}  // namespace ounce
