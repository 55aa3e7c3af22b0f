// Models on projects, again and again with other random numbers: what `ounce model` does between reading its
// arguments and writing its reports.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "models/bind.h"
#include "models/play.h"
#include "testing/suite.h"
#include "vm/load_program.h"
#include "vm/machine_options.h"
#include "vm/program.h"
#include "vm/state.h"

namespace ounce::models {

// Whisker's command line plays for half a minute, its runner for a little longer.
constexpr double kDuration = 35;

struct RunOptions {
    int repetitions = 1;
    double seconds = kDuration;  // of each repetition at most
    std::uint32_t seed = 1;      // of the first; the others follow
    MachineOptions machine = Suite().machineOptions();
    BindOptions bind{};
    bool pictures = false, path = false, record = false;
    bool contradictions = true;                       // effects that exclude each other are left out
    std::uint64_t mostWork = PlayOptions{}.mostWork;  // of each repetition
};

enum class Status : std::uint8_t { Pass, Fail, Error };
constexpr std::string_view statusName(Status status) {
    constexpr std::string_view kNames[] = {"pass", "fail", "error"};
    return kNames[static_cast<std::size_t>(status)];
}

// All repetitions on one project.
struct ModelRun {
    std::string project{}, file{};
    std::string problem{};  // why the project could not be read; nothing below counts then
    std::shared_ptr<const Program> program{};
    std::shared_ptr<const BoundModels> models{};
    int repetitions = 0;                     // that were run
    std::vector<Finding> fails{}, errors{};  // each once, with the number of repetitions that have it
    std::vector<std::vector<std::uint64_t>>
        taken{};                           // by model and edge: in how many repetitions it was taken
    std::vector<std::uint8_t> coverage{};  // of the program's statements, of all repetitions
    std::vector<double> coverageEach{};    // by repetition, the part of its goals that was reached
    std::vector<PathPiece> path{};         // of the first repetition
    std::vector<std::string> log{};
    std::vector<TestCase> played{};  // if that was asked for: each repetition as a test
    std::uint64_t steps = 0;         // of all repetitions

    [[nodiscard]] Status status() const {
        if (!errors.empty() || !problem.empty()) return Status::Error;
        return fails.empty() ? Status::Pass : Status::Fail;
    }
};

// One run for each project, in that order. Repetitions that are not done when the job is over do not count.
Result<std::vector<ModelRun>> runModels(const std::vector<LoadedProgram>& projects,
                                        const std::vector<Model>& models, const RunOptions& options,
                                        const Job& job);

// One repetition.
struct Repetition {
    PlayResult result{};
    std::vector<std::uint8_t> coverage{};
    bool whole = true;  // false: the job was over before it was
};
Repetition playOnce(const Program& program, const BoundModels& models, const RunOptions& options,
                    std::uint32_t seed, const struct ModelStart& start, const Job& job = {});

// Where every repetition begins.
struct ModelStart {
    State state;
};
ModelStart modelStart(const Program& program, const MachineOptions& options);

}  // namespace ounce::models
