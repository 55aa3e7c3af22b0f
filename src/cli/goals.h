// Goals and graphs for people: `ounce info --goals`, `ounce info --graph`, `ounce run --distances`.
#pragma once

#include <string>
#include <vector>

#include "analysis/fitness.h"
#include "base/json.h"
#include "base/result.h"
#include "vm/inputs.h"

namespace ounce {

// The inputs of `--inputs FILE`; without a file, the green flag at step 0.
Result<std::vector<InputEvent>> loadInputs(const std::string& path);

// One line a goal: number, block id, words; what no run can reach is marked.
std::string goalList(const Fitness& fitness);
Json goalListAsJson(const Fitness& fitness);

struct GraphSettings {
    std::string kind;    // "cfg", "cdg", or empty: none wanted
    std::string output;  // empty: standard output; *.svg is drawn by Graphviz
    std::uint64_t steps = 0;
    std::string inputs;
    std::uint32_t seed = 1;
};

// The graph as DOT; and where it is to go.
Result<std::string> graphOf(std::shared_ptr<const Program> program, const GraphSettings& settings);
Result<void> writeGraph(const std::string& dot, const GraphSettings& settings);

// Finds a goal by block id or statement number, or says how to find one.
Result<GoalIndex> findGoal(const Fitness& fitness, const std::string& text);

// The decisions on the way to a goal and which of them is missing, as text.
std::string explain(const Fitness& fitness, GoalIndex goal, const RunTrace& trace);
Json explainAsJson(const Fitness& fitness, GoalIndex goal, const RunTrace& trace);

}  // namespace ounce
