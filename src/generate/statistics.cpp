#include "generate/statistics.h"

#include <cmath>
#include <fmt/format.h>

#include "base/csv.h"
#include "base/number.h"
#include "base/steps.h"

namespace ounce {

namespace {

std::size_t coveredAt(const Generation& generation, double seconds) {
    std::size_t covered = 0;
    for (const CoverageAt& point : generation.timeline) {
        if (point.seconds <= seconds) covered = point.covered;
    }
    return covered;
}

}  // namespace

std::string statisticsCsv(const Generation& generation, const GenerationOptions& options) {
    const std::optional<double> budget = options.config.budget.seconds;
    const bool complete = generation.covered == generation.goals;
    const bool reached = complete && !generation.timeline.empty();
    const double spent = budget ? generation.seconds : secondsOf(generation.steps);
    const double perTest =
        generation.executions > 0 ? 1000 * spent / static_cast<double>(generation.executions) : 0;
    std::string header, row;
    auto column = [&](std::string_view name, const std::string& value) {
        header += fmt::format("{}{}", header.empty() ? "" : ",", name);
        row += fmt::format("{}{}", row.empty() ? "" : ",", csvCell(value));
    };
    auto number = [](auto n) { return numberToText(static_cast<double>(n)); };
    column("projectName", options.project);
    column("configName", options.configName);
    column("fitnessFunctionCount", number(generation.goals));
    column("iterationCount", number(generation.iterations));
    column("coveredFitnessFunctionCount", number(generation.covered));
    column("bestCoverage", fmt::format("{:.4f}", generation.coverage()));
    column("testsuiteEventCount", number(generation.eventsAfter));
    column("executedEventsCount", number(generation.events));
    column("executedTests", number(generation.executions));
    column("minimizedTests",
           number(generation.testsBefore - std::min(generation.testsBefore, generation.suite.tests.size())));
    column("minimizedEvents",
           number(generation.eventsBefore - std::min(generation.eventsBefore, generation.eventsAfter)));
    column("averageTestExecutionTime", number(std::round(perTest * 1000) / 1000));
    column("bestTestSuiteSize", number(generation.suite.tests.size()));
    column("numberFitnessEvaluations", number(generation.executions));
    column("createdTestsToReachFullCoverage", reached ? number(generation.executions) : "");
    column("timeToReachFullCoverage",
           reached ? number(std::round(1000 * generation.timeline.back().seconds)) : "");
    if (budget) {
        // A year of seconds is more than anybody plots.
        const auto seconds = static_cast<std::int64_t>(std::min(std::floor(*budget), 100000.0));
        for (std::int64_t i = 0; i <= seconds; i++) {
            column(fmt::format("{}", i * 1000), number(coveredAt(generation, static_cast<double>(i))));
        }
    }
    return fmt::format("{}\n{}\n", header, row);
}

}  // namespace ounce
