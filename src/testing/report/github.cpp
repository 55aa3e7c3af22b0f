// Annotations of GitHub's workflows: a line for each test that is not good, shown beside the file.
#include <fmt/format.h>

#include "testing/report/report.h"

namespace ounce {
namespace {

// Line ends end the annotation, and in properties commas and colons do.
std::string escaped(std::string_view text, bool property) {
    std::string out;
    for (const char c : text) {
        const bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
        out += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
    }
    return out;
}

// «suite.js:3:5 …» in the stack of a JavaScript suite; otherwise the project is the file.
std::string placeOf(const SuiteRun& run, const TestResult& test) {
    const std::string& stack = test.failure.stack;
    const std::size_t end = stack.find_first_of(" \n");
    const std::string first = stack.substr(0, end);
    const std::size_t column = first.rfind(':');
    const std::size_t line =
        column == std::string::npos || column == 0 ? column : first.rfind(':', column - 1);
    if (line == std::string::npos || line == column) return fmt::format("file={}", escaped(run.file, true));
    return fmt::format("file={},line={},col={}", escaped(first.substr(0, line), true),
                       escaped(first.substr(line + 1, column - line - 1), true),
                       escaped(first.substr(column + 1), true));
}

std::string messageOf(const TestResult& test) {
    std::string text = test.message;
    if (!test.failure.expected.empty() || !test.failure.actual.empty())
        text += fmt::format("\nexpected {}\nactual   {}", test.failure.expected, test.failure.actual);
    return text;
}

}  // namespace

std::string githubReport(const std::vector<SuiteRun>& runs) {
    std::string out;
    for (const SuiteRun& run : runs) {
        if (!run.problem.empty())
            out += fmt::format("::error file={},title={}::{}\n", escaped(run.file, true),
                               escaped(run.project, true), escaped(run.problem, false));
        for (const TestResult& test : run.tests) {
            if (test.isGood() && !test.flaky) continue;
            out +=
                fmt::format("::{} {},title={}::{}\n", test.isGood() ? "warning" : "error", placeOf(run, test),
                            escaped(run.project + ": " + test.name, true), escaped(messageOf(test), false));
        }
    }
    return out;
}

}  // namespace ounce
