// Goals and graphs of a program, for people and as JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analysis/fitness.h"
#include "base/json.h"
#include "base/result.h"
#include "vm/inputs.h"

namespace ounce::tasks {

// One line a goal: number, block id, words; what no run can reach is marked.
std::string goalList(const Fitness& fitness);
Json goalListAsJson(const Fitness& fitness);

enum class GraphKind : std::uint8_t { ControlFlow, ControlDependence };
struct GraphRequest {
    std::shared_ptr<const Program> program{};
    GraphKind kind = GraphKind::ControlFlow;
    std::uint64_t steps = 0;  // colours what a run of so many steps covers
    std::vector<InputEvent> inputs{};
    std::uint32_t seed = 1;
};
// As DOT.
std::string graphOf(const GraphRequest& request);

// Finds a goal by block id or statement number, or says how to find one.
Result<GoalIndex> findGoal(const Fitness& fitness, const std::string& text);

// The decisions on the way to a goal and which of them is missing, as text.
std::string explain(const Fitness& fitness, GoalIndex goal, const RunTrace& trace);
Json explainAsJson(const Fitness& fitness, GoalIndex goal, const RunTrace& trace);

}  // namespace ounce::tasks
