// One JSON document for scripts.
#include "base/json.h"

#include <cmath>

#include "testing/report/report.h"

namespace ounce {
namespace {

Json toJson(const CoverageCount& count) {
    return {{"covered", count.covered},
            {"total", count.total},
            {"ratio", count.total == 0 ? Json() : Json(count.ratio())}};
}

Json toJson(const SuiteRun& run, const TestResult& test) {
    Json json{{"project", run.project},  {"name", test.name},          {"status", verdictName(test.verdict)},
              {"message", test.message}, {"seconds", test.seconds()},  {"steps", test.step},
              {"seed", test.seed},       {"assertions", test.asserted}};
    const auto text = [](Json& object, const char* key, const std::string& value) {
        if (!value.empty()) object[key] = value;
    };
    text(json, "description", test.description);
    if (test.failure != Failure{}) {
        Json& failure = json["failure"] = Json::object();
        text(failure, "name", test.failure.name);
        text(failure, "expected", test.failure.expected);
        text(failure, "actual", test.failure.actual);
        text(failure, "operator", test.failure.operation);
        text(failure, "constraint", test.failure.constraint);
        text(failure, "stack", test.failure.stack);
    }
    if (!test.block.block.empty())
        json["block"] = {{"id", test.block.block}, {"sprite", test.block.sprite}, {"text", test.block.text}};
    if (!test.log.empty()) json["log"] = test.log;
    if (!test.companion.empty()) json["models"] = Json::parse(test.companion).value_or(Json());
    if (!test.properties.empty()) json["properties"] = spec::toJson(test.properties);
    if (!test.repetitions.empty()) {
        json["flaky"] = test.flaky;
        for (const Verdict verdict : test.repetitions) json["repetitions"].push_back(verdictName(verdict));
    }
    return json;
}

Json projectJson(const SuiteRun& run) {
    Json json{{"project", run.project}, {"file", run.file}};
    if (!run.problem.empty()) {
        json["problem"] = run.problem;
        return json;
    }
    const VerdictCounts counts = run.counts();
    json["passed"] = counts.passed;
    json["failed"] = counts.failed;
    json["errors"] = counts.errors;
    json["skipped"] = counts.skipped;
    const CoverageSummary coverage = coverageOf(run);
    json["coverage"] = toJson(coverage.total);
    json["coverage"]["blocks"] = coverage.total.total;
    json["coverage"]["reachable"] = coverage.reachable.value_or(coverage.total.total);
    json["coverage"]["sprites"] = Json::array();
    for (const SpriteCoverage& sprite : coverage.sprites) {
        Json one{{"sprite", sprite.sprite}};
        one.update(toJson(sprite.count));
        json["coverage"]["sprites"].push_back(std::move(one));
    }
    json["uncovered"] = Json::array();
    for (const UncoveredBlock& block : uncoveredBlocks(*run.program, executedBy(run)))
        json["uncovered"].push_back({{"sprite", block.sprite}, {"block", block.block}, {"text", block.text}});
    return json;
}

}  // namespace

std::string jsonReport(const std::vector<SuiteRun>& runs) {
    Json json{{"schema", 1}, {"tests", Json::array()}};
    for (const SuiteRun& run : runs) {
        for (const TestResult& test : run.tests) json["tests"].push_back(toJson(run, test));
    }
    json["coverage"] = toJson(coverageOf(runs));
    json["projects"] = Json::array();
    for (const SuiteRun& run : runs) json["projects"].push_back(projectJson(run));
    return json.dump() + "\n";
}

}  // namespace ounce
