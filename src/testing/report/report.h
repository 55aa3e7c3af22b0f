// What came out of the tests, for people and for programs. Every report is a function from runs to text; none
// reads a clock, so the same runs give the same bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testing/program_text.h"
#include "testing/result.h"

namespace ounce {

struct TableOptions {
    bool color = false;
    bool quiet = false;       // one line a project
    std::size_t width = 100;  // of the terminal, in letters
};

std::string tableReport(const std::vector<SuiteRun>& runs, const TableOptions& options);
std::string tapReport(const std::vector<SuiteRun>& runs);
std::string junitReport(const std::vector<SuiteRun>& runs);
std::string csvReport(const std::vector<SuiteRun>& runs);
std::string jsonReport(const std::vector<SuiteRun>& runs);
std::string htmlReport(const std::vector<SuiteRun>& runs);
std::string coberturaReport(const std::vector<SuiteRun>& runs);
std::string githubReport(const std::vector<SuiteRun>& runs);

// ---- for the reports ----

// Tests as columns of a table of several projects. Two tests of one name are two columns.
struct TestColumns {
    std::vector<std::string> names{};
    // [run][column]; null: the project has no such test.
    std::vector<std::vector<const TestResult*>> cells{};
};
TestColumns columnsOf(const std::vector<SuiteRun>& runs);

// A property in all tests of a run that watched it: violated in one, or in error, or holding, or never
// triggered in any.
struct WatchedProperty {
    spec::PropertyResult result{};
    std::string test{};  // the one that this is about
};
std::vector<WatchedProperty> propertiesOf(const SuiteRun& run);

// What all tests of a run executed, a byte per statement.
std::vector<std::uint8_t> executedBy(const SuiteRun& run);
CoverageSummary coverageOf(const SuiteRun& run);
CoverageCount coverageOf(const std::vector<SuiteRun>& runs);
VerdictCounts countsOf(const std::vector<SuiteRun>& runs);
// "3 tests: 1 passed, 2 failed"
std::string countsText(const VerdictCounts& counts);
// "1.5 s"
std::string secondsText(double seconds);
// The virtual time that the tests of a run took together.
double secondsOf(const SuiteRun& run);

}  // namespace ounce
