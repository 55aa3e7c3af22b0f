// JUnit's XML, as continuous integration reads it. Times are virtual: seconds of Scratch.
#include <fmt/format.h>

#include "html/page.h"
#include "testing/report/report.h"

namespace ounce {
namespace {

// In attributes an XML reader would turn line ends into spaces.
std::string attribute(std::string_view text) {
    std::string out;
    for (const char c : html::escape(text)) {
        if (c == '\n') {
            out += "&#10;";
        } else if (c == '\t') {
            out += "&#9;";
        } else {
            out += c;
        }
    }
    return out;
}

std::string detailText(const TestResult& test) {
    std::string text = test.message + '\n';
    const auto field = [&](std::string_view key, const std::string& value) {
        if (!value.empty()) text += fmt::format("{}: {}\n", key, value);
    };
    field("expected", test.failure.expected);
    field("actual", test.failure.actual);
    field("operator", test.failure.operation);
    field("constraint", test.failure.constraint);
    text += fmt::format("at second {:.2f} (step {})\n", test.seconds(), test.step);
    if (!test.block.text.empty())
        text += fmt::format("block: «{}» of {}\n", test.block.text, test.block.sprite);
    field("stack", test.failure.stack);
    return text;
}

void testcase(std::string& out, const std::string& project, const TestResult& test) {
    out += fmt::format(R"(    <testcase classname="{}" name="{}" time="{:.3f}")", attribute(project),
                       attribute(test.name), test.seconds());
    std::string inside;
    const std::string type =
        test.failure.name.empty() ? std::string(verdictName(test.verdict)) : test.failure.name;
    if (test.verdict == Verdict::Fail || test.verdict == Verdict::Error) {
        const std::string_view tag = test.verdict == Verdict::Fail ? "failure" : "error";
        inside = fmt::format("      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n", tag,
                             attribute(test.message), attribute(type), html::escape(detailText(test)));
    } else if (test.verdict == Verdict::Skip) {
        inside = fmt::format("      <skipped message=\"{}\"/>\n", attribute(test.message));
    }
    if (!test.log.empty()) {
        std::string log;
        for (const std::string& entry : test.log) log += entry + '\n';
        inside += fmt::format("      <system-out>{}</system-out>\n", html::escape(log));
    }
    out += inside.empty() ? "/>\n" : fmt::format(">\n{}    </testcase>\n", inside);
}

// A property is a row of its own; one that was never triggered was not tested.
TestResult rowOf(const WatchedProperty& property) {
    const spec::PropertyResult& result = property.result;
    TestResult row{.name = fmt::format("property: {}", result.name), .message = result.message};
    switch (result.outcome) {
        case spec::Outcome::Holds: row.message.clear(); break;
        case spec::Outcome::Untriggered:
            row.verdict = Verdict::Skip;
            row.message = "never triggered";
            break;
        case spec::Outcome::Error: row.verdict = Verdict::Error; break;
        case spec::Outcome::Violated:
            row.verdict = Verdict::Fail;
            row.step = result.step;
            row.message += fmt::format(" (in the test «{}»)", property.test);
            row.failure.name = "PropertyViolation";
            break;
    }
    return row;
}

}  // namespace

std::string junitReport(const std::vector<SuiteRun>& runs) {
    std::string suites;
    VerdictCounts all;
    double seconds = 0;
    for (const SuiteRun& run : runs) {
        std::vector<TestResult> tests = run.tests;
        if (!run.problem.empty()) {
            tests.push_back(
                {.name = "the project can be read", .verdict = Verdict::Error, .message = run.problem});
        }
        for (const WatchedProperty& property : propertiesOf(run)) tests.push_back(rowOf(property));
        VerdictCounts counts;
        for (const TestResult& test : tests) {
            counts.add(test.verdict);
            all.add(test.verdict);
        }
        seconds += secondsOf(run);
        suites += fmt::format(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
            "time=\"{:.3f}\">\n",
            attribute(run.project), counts.total(), counts.failed, counts.errors, counts.skipped,
            secondsOf(run));
        for (const TestResult& test : tests) testcase(suites, run.project, test);
        suites += "  </testsuite>\n";
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{}\" failures=\"{}\" errors=\"{}\" "
        "skipped=\"{}\" time=\"{:.3f}\">\n{}</testsuites>\n",
        all.total(), all.failed, all.errors, all.skipped, seconds, suites);
}

}  // namespace ounce
