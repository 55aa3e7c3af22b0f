// Run a program and say what happened.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/fitness.h"
#include "base/job.h"
#include "base/json.h"
#include "base/result.h"
#include "spec/watch.h"
#include "testing/program_text.h"
#include "vm/log.h"
#include "vm/runner.h"

namespace ounce::tasks {

struct RunRequest {
    std::shared_ptr<const Program> program{};
    Log plan{};  // how to run: options, seed, inputs, how many steps, and the outcomes of a run that is
                 // replayed
    bool replays = false;  // the outcomes count
    bool records = false;  // note everything that the run could not know
    bool untilIdle = false;
    std::shared_ptr<const spec::Spec> spec{};  // properties to watch
    std::string distancesTo{};                 // how near it comes to this goal (its id); empty: nobody asks
    // For whoever wants to see the run itself: before the first step, after each, and in the end. An error
    // ends the run.
    std::function<Result<void>(Runner&)> begin{}, afterStep{}, finish{};
};

struct Said {
    double seconds = 0;
    std::string sprite{}, text{};
    bool think = false;
};

// How near a run came to a goal.
struct Nearness {
    std::shared_ptr<const Fitness> fitness{};
    GoalIndex goal = kNone;
    RunTrace trace{};
};

struct RunAnswer {
    std::shared_ptr<const Program> program{};
    State state{};  // in the end
    std::vector<Said> says{};
    CoverageCount coverage{};
    std::vector<spec::PropertyResult> properties{};
    std::optional<Log> record{};
    std::optional<std::string> misfit{};  // of a replay: where program and log differ; empty: nowhere
    std::optional<Nearness> nearness{};
    bool interrupted = false;

    // No property is violated, and all could be watched.
    [[nodiscard]] bool good() const;
};

Result<RunAnswer> run(const RunRequest& request, const Job& job);
Json toJson(const RunAnswer& answer);

// What the machine cut short, in sentences.
std::vector<std::string> limitNames(const Limits& limits);

}  // namespace ounce::tasks
