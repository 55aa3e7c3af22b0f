// All that is known of the original program before mutants are run: how each test and each random run went.
#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mutation/mutant.h"
#include "mutation/recorded_run.h"

namespace ounce {

class MutationBench {
  public:
    using Specs = std::vector<std::shared_ptr<const spec::Spec>>;

    MutationBench(std::shared_ptr<const Program> program, Job job);

    // Tests to record. `tag` is the caller's own.
    void add(TestCase test, const MachineOptions& options, std::size_t tag, Specs specs = {});
    // Tests without checks that are only compared with.
    void addRandomRuns(const MachineOptions& options, std::size_t count, std::uint64_t seed);
    // Plays what was added; the results do not depend on the number of threads.
    void record();

    struct Test {
        RecordedRun run;
        std::size_t tag = 0;
        std::size_t setting = 0;  // which machine options
        Specs specs{};            // whose properties it watches
    };
    [[nodiscard]] const std::vector<Test>& tests() const { return tests_; }
    [[nodiscard]] const std::vector<Test>& randomRuns() const { return randomRuns_; }
    [[nodiscard]] const Program& program() const { return *program_; }
    // What mutants are made from.
    [[nodiscard]] const Project& project() const { return project_; }
    // The statement of the original that executes what the mutant changes; kNone if it is not compiled.
    [[nodiscard]] StatementIndex changedStatement(const Mutant& mutant) const;
    [[nodiscard]] const std::vector<MachineOptions>& settings() const { return settings_; }
    [[nodiscard]] const Job& job() const { return job_; }

  private:
    std::size_t settingOf(const MachineOptions& options);

    std::shared_ptr<const Program> program_;
    const Job job_;
    Project project_;
    std::vector<MachineOptions> settings_;
    std::vector<Test> tests_, randomRuns_;
    std::vector<std::unordered_map<std::string_view, StatementIndex>> statements_;  // by sprite
};

// A mutant against the recordings; for one thread. Its program is made when the first run needs it: of a
// large program many mutants are never come to.
class MutantProgram {
  public:
    // Both stay where they are. `resume`: go on from places before the change, which makes no difference but
    // time.
    MutantProgram(const MutationBench& bench, const Mutant& mutant, bool resume = true);

    // Whether the run comes to what was changed. If not, it would go as on the original.
    [[nodiscard]] bool mayDiffer(const RecordedRun& run) const;
    [[nodiscard]] bool executes(const RecordedRun& run) const;  // the original executes the changed statement
    [[nodiscard]] MutantRun play(const MutationBench::Test& test, bool untilDifferent = false);
    // Made now, if it was not before; none if it cannot be compiled.
    [[nodiscard]] const std::shared_ptr<const Program>& made();
    // Made by the first run; none before, or if it cannot be compiled.
    [[nodiscard]] const std::shared_ptr<const Program>& program() const { return program_; }

  private:
    void makeProgram();

    const MutationBench& bench_;
    const Mutant& mutant_;
    const bool resume_;
    const StatementIndex changed_;
    std::shared_ptr<const Program> program_;
    std::optional<Translation> translation_;
    std::vector<std::optional<Moment>> starts_;  // by setting
};

}  // namespace ounce
