// What several reports need to know about runs.
#include <fmt/format.h>
#include <map>

#include "base/words.h"
#include "testing/report/report.h"

namespace ounce {

TestColumns columnsOf(const std::vector<SuiteRun>& runs) {
    TestColumns columns;
    std::map<std::pair<std::string, int>, std::size_t> known;  // name and how many of that name came before
    std::vector<std::map<std::size_t, const TestResult*>> found(runs.size());
    for (std::size_t i = 0; i < runs.size(); i++) {
        std::map<std::string, int> seen;
        for (const TestResult& test : runs[i].tests) {
            const auto key = std::make_pair(test.name, seen[test.name]++);
            const auto [place, fresh] = known.try_emplace(key, columns.names.size());
            if (fresh) columns.names.push_back(test.name);
            found[i][place->second] = &test;
        }
    }
    for (const auto& row : found) {
        std::vector<const TestResult*> cells(columns.names.size());
        for (const auto& [column, test] : row) cells[column] = test;
        columns.cells.push_back(std::move(cells));
    }
    return columns;
}

std::vector<std::uint8_t> executedBy(const SuiteRun& run) {
    std::vector<std::uint8_t> executed;
    for (const TestResult& test : run.tests) mergeCoverage(executed, test.coverage);
    return executed;
}

CoverageSummary coverageOf(const SuiteRun& run) {
    if (!run.program) return {};
    CoverageSummary summary = summarize(*run.program, executedBy(run));
    summary.reachable = reachableBlocks(*run.program);
    return summary;
}

CoverageCount coverageOf(const std::vector<SuiteRun>& runs) {
    CoverageCount all;
    for (const SuiteRun& run : runs) {
        const CoverageCount one = coverageOf(run).total;
        all.covered += one.covered;
        all.total += one.total;
    }
    return all;
}

VerdictCounts countsOf(const std::vector<SuiteRun>& runs) {
    VerdictCounts all;
    for (const SuiteRun& run : runs) {
        for (const TestResult& test : run.tests) all.add(test.verdict);
    }
    return all;
}

std::string countsText(const VerdictCounts& counts) {
    std::string text = counted(counts.total(), "test");
    std::string_view separator = ": ";
    const auto add = [&](int count, std::string_view word) {
        if (count == 0) return;
        text += fmt::format("{}{} {}", separator, count, word);
        separator = ", ";
    };
    add(counts.passed, "passed");
    add(counts.failed, "failed");
    add(counts.errors, counts.errors == 1 ? "error" : "errors");
    add(counts.skipped, "skipped");
    return text;
}

std::string secondsText(double seconds) { return fmt::format("{:.2f} s", seconds); }

double secondsOf(const SuiteRun& run) {
    double seconds = 0;
    for (const TestResult& test : run.tests) seconds += test.seconds();
    return seconds;
}

}  // namespace ounce
