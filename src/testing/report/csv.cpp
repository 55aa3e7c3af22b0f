// Whisker's CSV: one row a project, one column a test. Unlike Whisker's, skipped tests keep their column,
// names are quoted where they need it, and the duration is virtual.
#include <fmt/format.h>

#include "testing/report/report.h"

namespace ounce {
namespace {

std::string cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + "\"";
}

}  // namespace

std::string csvReport(const std::vector<SuiteRun>& runs) {
    const TestColumns columns = columnsOf(runs);
    std::string out = "projectName,seed,assertions,generationAlgorithm";
    for (const std::string& name : columns.names) out += ',' + cell(name);
    out += ",passed,failed,error,skip,totalBlocks,coveredBlocks,coverage,duration\n";
    for (std::size_t r = 0; r < runs.size(); r++) {
        const SuiteRun& run = runs[r];
        out += fmt::format("{},{},{},{}", cell(run.project), run.seed, run.assertions, cell(run.algorithm));
        for (const TestResult* test : columns.cells[r])
            out += fmt::format(",{}", test == nullptr ? std::string_view() : verdictName(test->verdict));
        const VerdictCounts counts = run.counts();
        const CoverageCount coverage = coverageOf(run).total;
        out +=
            fmt::format(",{},{},{},{},{},{},{:.2f},{:.2f}\n", counts.passed, counts.failed, counts.errors,
                        counts.skipped, coverage.total, coverage.covered, coverage.ratio(), secondsOf(run));
    }
    return out;
}

}  // namespace ounce
