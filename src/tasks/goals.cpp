#include "tasks/goals.h"

#include <cmath>
#include <fmt/format.h>

#include "analysis/distance_collector.h"
#include "analysis/dot.h"
#include "base/number.h"
#include "vm/runner.h"

namespace ounce::tasks {
namespace {

// Two digits are enough for people.
std::string shownNumber(double value) {
    return std::isfinite(value) && value < 1e9 ? numberToText(std::round(value * 100) / 100) : "unknown";
}

std::string_view wanted(Outcome outcome) {
    return outcome == Outcome::False ? "must be false" : "must be true";
}

std::vector<std::uint8_t> coverageOf(const GraphRequest& request) {
    std::vector<std::uint8_t> covered(request.program->statements.size());
    Runner runner(request.program, {}, request.seed, request.inputs);
    runner.machine().coverage = covered.data();
    for (std::uint64_t i = 0; i < request.steps; i++) runner.step();
    return covered;
}

}  // namespace

std::string goalList(const Fitness& fitness) {
    std::string text;
    for (std::size_t i = 0; i < fitness.statementGoals(); i++) {
        const Goal& goal = fitness.goals()[i];
        const auto statement = static_cast<std::size_t>(goal.statement);
        text += fmt::format("{:>5}  {:<22} {}{}\n", goal.statement, fitness.program().statementIds[statement],
                            fitness.describe(static_cast<GoalIndex>(i)),
                            goal.dead ? "  (no run can reach it)" : "");
    }
    return text;
}

Json goalListAsJson(const Fitness& fitness) {
    Json list = Json::array();
    for (std::size_t i = 0; i < fitness.statementGoals(); i++) {
        const Goal& goal = fitness.goals()[i];
        list.push_back({{"statement", goal.statement},
                        {"block", fitness.program().statementIds[static_cast<std::size_t>(goal.statement)]},
                        {"text", fitness.describe(static_cast<GoalIndex>(i))},
                        {"dead", goal.dead}});
    }
    return list;
}

std::string graphOf(const GraphRequest& request) {
    const Fitness fitness(request.program);
    std::vector<std::uint8_t> covered;
    if (request.steps > 0) covered = coverageOf(request);
    return request.kind == GraphKind::ControlFlow ? controlFlowToDot(fitness, covered)
                                                  : controlDependenceToDot(fitness, covered);
}

Result<GoalIndex> findGoal(const Fitness& fitness, const std::string& text) {
    if (const auto goal = fitness.find(text)) return *goal;
    return fail(fmt::format("there is no goal «{}»", text), {},
                "give a block's id or the number of a statement; ounce info --goals lists them");
}

std::string explain(const Fitness& fitness, GoalIndex goal, const RunTrace& trace) {
    const FitnessParts parts = fitness.parts(goal, trace);
    std::string text = fmt::format("{}\n", fitness.describe(goal));
    if (fitness.goals()[static_cast<std::size_t>(goal)].dead)
        return text +
               "  No run can reach it: nothing starts this script, or something before it never ends.\n";
    bool missing = false;
    for (const PathStep& step : fitness.path(goal, trace)) {
        std::string seen = "was not reached";
        if (step.executed && step.distance == 0) seen = "was";
        if (step.executed && step.distance > 0) {
            seen = fmt::format("was not; nearest: {}", shownNumber(step.distance));
            if (!missing) seen += "  <- missing";
            missing = true;
        }
        text +=
            fmt::format("  {:<50} {:<14} {}\n", fitness.names().name(step.node), wanted(step.wanted), seen);
    }
    if (parts.value == 0) return text + "  It was covered.\n";
    if (parts.branchDistance == 0) {
        text += fmt::format("  Control was on the way, {} blocks before {}.\n",
                            shownNumber(parts.controlFlowDistance),
                            parts.approachLevel == 0 ? "it" : "the next decision");
    }
    return text + fmt::format("  approach level {}, branch distance {}, fitness {}\n", parts.approachLevel,
                              shownNumber(parts.branchDistance), shownNumber(parts.value));
}

Json explainAsJson(const Fitness& fitness, GoalIndex goal, const RunTrace& trace) {
    const FitnessParts parts = fitness.parts(goal, trace);
    Json json{{"goal", fitness.id(goal)},
              {"block", fitness.describe(goal)},
              {"dead", fitness.goals()[static_cast<std::size_t>(goal)].dead},
              {"covered", parts.value == 0},
              {"fitness", parts.value},
              {"approachLevel", parts.approachLevel},
              {"branchDistance", parts.branchDistance},
              {"controlFlowDistance", parts.controlFlowDistance},
              {"path", Json::array()}};
    for (const PathStep& step : fitness.path(goal, trace)) {
        json["path"].push_back({{"decision", fitness.names().name(step.node)},
                                {"wanted", step.wanted != Outcome::False},
                                {"executed", step.executed},
                                {"distance", step.distance}});
    }
    return json;
}

}  // namespace ounce::tasks
