// TAP version 13, with the YAML blocks and the trailer that Whisker prints.
#include <fmt/format.h>

#include "base/json_writer.h"
#include "testing/report/report.h"

namespace ounce {
namespace {

// JSON's quoted texts are YAML's, too.
std::string inQuotes(std::string_view text) { return JsonWriter().string(text).take(); }

// A description ends with its line, and # would begin a directive.
std::string description(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '#') out += '\\';
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return out;
}

void yamlBlock(std::string& out, const TestResult& test) {
    const bool bad = test.verdict != Verdict::Pass;
    if (!bad && test.log.empty()) return;
    out += "  ---\n";
    if (bad) {
        out += fmt::format("  severity: {}\n  error:\n", verdictName(test.verdict));
        const auto field = [&](std::string_view key, const std::string& value) {
            if (!value.empty()) out += fmt::format("    {}: {}\n", key, inQuotes(value));
        };
        field("name", test.failure.name.empty() ? std::string(verdictName(test.verdict)) : test.failure.name);
        field("message", test.message);
        field("actual", test.failure.actual);
        field("expected", test.failure.expected);
        field("operator", test.failure.operation);
        field("constraint", test.failure.constraint);
        field("at", test.failure.stack);
        field("block", test.block.text);
        field("sprite", test.block.sprite);
        out += fmt::format("    seconds: {:.3f}\n", test.seconds());
    }
    if (!test.log.empty()) out += "  log:\n";
    for (const std::string& entry : test.log) out += fmt::format("    - {}\n", inQuotes(entry));
    out += "  ...\n";
}

std::string ratio(const CoverageCount& count) {
    return count.total == 0 ? "NaN (0/0)"
                            : fmt::format("{:.2f} ({}/{})", count.ratio(), count.covered, count.total);
}

void trailer(std::string& out, const SuiteRun& run) {
    out += fmt::format("# project: {}\n# summary:\n", description(run.file));
    const VerdictCounts counts = run.counts();
    const auto list = [&](std::string_view title, int count, Verdict verdict) {
        out += fmt::format("#   {} ({}):", title, count);
        if (count == 0) out += " None";
        out += '\n';
        for (const TestResult& test : run.tests) {
            if (test.verdict == verdict) out += fmt::format("#     - {}\n", inQuotes(test.name));
        }
    };
    list("passed Tests", counts.passed, Verdict::Pass);
    list("failed Tests", counts.failed, Verdict::Fail);
    list("error Tests", counts.errors, Verdict::Error);
    list("skipped Tests", counts.skipped, Verdict::Skip);
    const std::vector<WatchedProperty> properties = propertiesOf(run);
    if (!properties.empty()) out += "# properties:\n";
    for (const WatchedProperty& property : properties) {
        const spec::PropertyResult& result = property.result;
        out += fmt::format("#   - {}: {}", inQuotes(result.name), spec::outcomeName(result.outcome));
        if (result.outcome == spec::Outcome::Violated)
            out += fmt::format(" in {} at {:.2f} s", inQuotes(property.test), result.seconds());
        out += '\n';
    }
    const CoverageSummary coverage = coverageOf(run);
    out += fmt::format("# coverage:\n#   combined: {}\n#   individual:\n", ratio(coverage.total));
    for (const SpriteCoverage& sprite : coverage.sprites)
        out += fmt::format("#     {}: {}\n", inQuotes(sprite.sprite), ratio(sprite.count));
}

}  // namespace

std::string tapReport(const std::vector<SuiteRun>& runs) {
    std::size_t total = 0;
    for (const SuiteRun& run : runs) total += run.problem.empty() ? run.tests.size() : 1;
    std::string out = fmt::format("TAP version 13\n{}\n", total == 0 ? "0..0" : fmt::format("1..{}", total));
    std::size_t number = 0;
    for (const SuiteRun& run : runs) {
        const std::string prefix = runs.size() > 1 ? description(run.project) + ": " : std::string();
        if (!run.problem.empty()) {
            out += fmt::format("not ok {} - {}the project can be read\n", ++number, prefix);
            yamlBlock(out, {.verdict = Verdict::Error, .message = run.problem});
        }
        for (const TestResult& test : run.tests) {
            out += fmt::format("{} {} - {}{}", test.isGood() ? "ok" : "not ok", ++number, prefix,
                               description(test.name));
            if (test.verdict == Verdict::Skip) out += fmt::format(" # SKIP {}", description(test.message));
            out += '\n';
            yamlBlock(out, test);
        }
    }
    for (const SuiteRun& run : runs) trailer(out, run);
    return out;
}

}  // namespace ounce
