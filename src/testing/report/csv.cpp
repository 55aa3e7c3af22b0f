// Whisker's CSV: one row a project, one column a test. Unlike Whisker's, skipped tests keep their column,
// names are quoted where they need it, and the duration is virtual.
#include "base/csv.h"

#include <algorithm>
#include <fmt/format.h>

#include "testing/report/report.h"

namespace ounce {

namespace {

// Properties that some run watched, in the order in which they come.
std::vector<std::string> propertyColumns(const std::vector<SuiteRun>& runs) {
    std::vector<std::string> names;
    for (const SuiteRun& run : runs) {
        for (const WatchedProperty& property : propertiesOf(run)) {
            if (std::find(names.begin(), names.end(), property.result.name) == names.end())
                names.push_back(property.result.name);
        }
    }
    return names;
}

}  // namespace

std::string csvReport(const std::vector<SuiteRun>& runs) {
    const TestColumns columns = columnsOf(runs);
    std::string out = "projectName,seed,assertions,generationAlgorithm";
    for (const std::string& name : columns.names) out += ',' + csvCell(name);
    const std::vector<std::string> properties = propertyColumns(runs);
    for (const std::string& name : properties) out += ',' + csvCell("property: " + name);
    out += ",passed,failed,error,skip,totalBlocks,coveredBlocks,coverage,duration,problem\n";
    for (std::size_t r = 0; r < runs.size(); r++) {
        const SuiteRun& run = runs[r];
        out += fmt::format("{},{},{},{}", csvCell(run.project), run.seed, run.assertions,
                           csvCell(run.algorithm));
        for (const TestResult* test : columns.cells[r])
            out += fmt::format(",{}", test == nullptr ? std::string_view() : verdictName(test->verdict));
        const std::vector<WatchedProperty> watched = propertiesOf(run);
        for (const std::string& name : properties) {
            const auto found = std::find_if(watched.begin(), watched.end(),
                                            [&](const WatchedProperty& p) { return p.result.name == name; });
            out += fmt::format(",{}", found == watched.end() ? std::string_view()
                                                             : spec::outcomeName(found->result.outcome));
        }
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
