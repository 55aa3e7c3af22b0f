// Whisker's CSV: one row a project, one column a test. Unlike Whisker's, skipped tests keep their column,
// names are quoted where they need it, and the duration is virtual.
#include "base/csv.h"

#include <fmt/format.h>

#include "testing/report/report.h"

namespace ounce {

std::string csvReport(const std::vector<SuiteRun>& runs) {
    const TestColumns columns = columnsOf(runs);
    std::string out = "projectName,seed,assertions,generationAlgorithm";
    for (const std::string& name : columns.names) out += ',' + csvCell(name);
    out += ",passed,failed,error,skip,totalBlocks,coveredBlocks,coverage,duration,problem\n";
    for (std::size_t r = 0; r < runs.size(); r++) {
        const SuiteRun& run = runs[r];
        out += fmt::format("{},{},{},{}", csvCell(run.project), run.seed, run.assertions,
                           csvCell(run.algorithm));
        for (const TestResult* test : columns.cells[r])
            out += fmt::format(",{}", test == nullptr ? std::string_view() : verdictName(test->verdict));
        const VerdictCounts counts = run.counts();
        const CoverageCount coverage = coverageOf(run).total;
        // What could not be read was not covered either.
        const std::string covered = coverage.total == 0 ? ",,"
                                                        : fmt::format("{},{},{:.2f}", coverage.total,
                                                                      coverage.covered, coverage.ratio());
        out += fmt::format(",{},{},{},{},{},{:.2f},{}\n", counts.passed, counts.failed, counts.errors,
                           counts.skipped, covered, secondsOf(run), csvCell(run.problem));
    }
    return out;
}

}  // namespace ounce
