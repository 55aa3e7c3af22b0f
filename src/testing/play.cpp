#include "testing/play.h"

#include <algorithm>
#include <fmt/format.h>

#include "spec/parse.h"
#include "stage/png.h"
#include "testing/blame.h"
#include "testing/test_player.h"
#include "vm/views.h"

namespace ounce {

std::string violationText(const std::vector<spec::PropertyResult>& properties) {
    for (const spec::PropertyResult& property : properties) {
        if (property.outcome == spec::Outcome::Violated)
            return fmt::format("property «{}» is violated: {}", property.name, property.message);
    }
    return {};
}

void addProperties(TestResult& result, std::vector<spec::PropertyResult> properties) {
    result.properties = std::move(properties);
    for (const spec::PropertyResult& property : result.properties) {
        if (property.outcome != spec::Outcome::Error || result.verdict != Verdict::Pass) continue;
        result.verdict = Verdict::Error;
        result.message = fmt::format("property «{}» cannot be watched: {}", property.name, property.message);
    }
    std::string violation = violationText(result.properties);
    if (violation.empty()) return;
    result.verdict = Verdict::Fail;
    result.message = std::move(violation);
    result.failure = {.name = "PropertyViolation", .stack = std::move(result.failure.stack)};
}

std::vector<spec::Monitor> watchedBy(const TestCase& test, const std::vector<spec::Monitor>& ofSuite,
                                     const std::vector<spec::Monitor>& always) {
    std::vector<spec::Monitor> watched = always;
    for (const spec::Monitor& monitor : ofSuite) {
        if (std::find(test.watch.begin(), test.watch.end(), monitor.name) != test.watch.end())
            watched.push_back(monitor);
    }
    return watched;
}

std::vector<spec::Monitor> propertiesOf(const Suite& suite, const Program& program) {
    if (suite.properties.empty()) return {};
    const auto spec = spec::parse(suite.properties, "properties of the suite");
    return spec ? spec::bind(*spec, program) : std::vector<spec::Monitor>{};
}

std::string pngOf(const Machine& machine) {
    if (!machine.state.stage) return {};
    Look look(machine.reading());
    auto png = encodePng(pictureOf(look));
    return png ? std::move(*png) : std::string();
}

TestResult playTest(const Program& program, const MachineOptions& options, const Moment& start,
                    const TestCase& test, const PlayOptions& what) {
    TestResult result;
    result.name = test.name;
    result.description = test.description;
    result.seed = test.seed;
    if (test.skip) {
        result.verdict = Verdict::Skip;
        result.message = "the suite says to skip it";
        return result;
    }
    Moment moment = startOf(program, options, start, test);
    TestPlayer player(program, options, moment, test);
    if (what.coverage) {
        result.coverage.resize(program.statements.size());
        if (start.state.step == 0) coverStart(program, result.coverage.data());
        player.machine().coverage = result.coverage.data();
    }
    if (what.properties && !what.properties->empty()) player.watch(*what.properties);
    std::unique_ptr<Companion> companion;
    if (what.companions && what.companions->make) {
        companion = what.companions->make();
        companion->begin(player.machine(), test.seed, nullptr);
        player.accompany(*companion);
    }
    constexpr std::uint64_t kBetweenQuestions = 3;  // a step can take a tenth of a second
    for (std::uint64_t at = 0; what.job && at < test.steps; at += kBetweenQuestions) {
        if (what.job->isOver()) return notRun(test.name, test.description);
        player.playTo(at);
    }
    player.playToEnd();
    if (companion) result.companion = companion->report();
    result.step = moment.state.step;
    result.asserted = player.asserted();
    if (player.failedCheck()) result.verdict = Verdict::Fail;
    addProperties(result, player.properties());
    if (player.violated() && what.picture) result.picture = pngOf(player.machine());
    if (player.violated() || !player.failed()) return result;
    const CheckOutcome& outcome = player.outcome();
    result.message = fmt::format("{}, but {}", player.failedCheck()->text(),
                                 outcome.missing ? outcome.actual : fmt::format("was {}", outcome.actual));
    result.failure = {.name = "AssertionError",
                      .actual = outcome.actual,
                      .expected = outcome.expected,
                      .operation = std::string(operationOf(player.failedCheck()->check))};
    if (what.picture) result.picture = pngOf(player.machine());
    if (what.blame) result.block = blame(program, options, start, test, *player.failedCheck());
    return result;
}

}  // namespace ounce
