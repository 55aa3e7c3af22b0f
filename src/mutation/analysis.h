// Mutation analysis: which small changes of a program does a suite notice?
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/job.h"
#include "mutation/mutant.h"
#include "mutation/recorded_run.h"
#include "testing/run_suites.h"

namespace ounce {

// A test that is neither data nor a suite in JavaScript: models, for example. Played from the start, on any
// program, from any thread.
struct LiveTest {
    struct Outcome {
        bool passed = true;
        std::string message{};
        std::uint64_t step = 0;
        std::vector<std::uint8_t> coverage{};
    };
    std::string name{}, suite{};
    std::function<Outcome(const Program&)> play{};
};

struct MutationAnalysisOptions {
    MutantOperators operators = usualOperators();
    std::optional<std::size_t> sample{};       // only that many mutants
    std::optional<std::size_t> mutants{};      // a budget: no more than that many are run, in random order
    bool fullMatrix = false;                   // else a mutant is done when the first test notices it
    std::size_t randomRuns = 20;               // to tell mutants that are probably equivalent; 0: do not try
    std::optional<Mode> mode{};                // instead of what the suites say
    std::shared_ptr<const spec::Spec> spec{};  // properties that every test of a JSON suite watches
    std::vector<LiveTest> live{};              // besides the suites
    bool resume = true;  // false: every test from its start, to see that it makes no difference
};

// What a test says about a mutant.
enum class Cell : std::uint8_t {
    NotRun,      // the mutant was noticed before
    NotReached,  // the test never comes to the changed block
    Passed,
    Assertion,
    Error,
    Timeout,
};
std::string_view cellName(Cell cell);  // "not run", "not reached", "passed", "assertion", "error", "timeout"
constexpr bool isKill(Cell cell) { return cell >= Cell::Assertion; }

struct AnalyzedTest {
    std::string name{};
    std::string suite{};              // the file
    bool used = true;                 // it passes on the unchanged program
    Verdict verdict = Verdict::Pass;  // on the unchanged program
    std::string message{};            // why it is not used
    std::size_t kills = 0;            // mutants that it noticed
};

enum class MutantFate : std::uint8_t {
    Killed,
    Survived,
    Equivalent,  // probably: its traces equal the original's in all tests and all random runs
    NotRun,      // the budget was spent, or somebody wanted an end
};
std::string_view fateName(MutantFate fate);  // "killed", "survived", "probably equivalent", "not run"

struct AnalyzedMutant {
    Mutant mutant{};
    MutantFate fate = MutantFate::NotRun;
    bool reached = false;                 // some test executes the changed block
    std::vector<Cell> cells{};            // by test; empty: not run
    std::optional<std::size_t> killer{};  // the first test that noticed it
    std::string message{};                // what that test said
    std::uint64_t step = 0;               // and when
};

struct OperatorScore {
    std::size_t mutants = 0, killed = 0, survived = 0, equivalent = 0, notRun = 0;
    void add(MutantFate fate);
    [[nodiscard]] std::size_t run() const { return mutants - notRun; }
    // Killed of those that were run; 1 if there are none. As in the papers, equivalent mutants count.
    [[nodiscard]] double score() const;
    // The same without those that are probably equivalent.
    [[nodiscard]] double adjustedScore() const;
};

// What a suite notices with seeds of the program's random numbers that it was not made with.
struct FreshScore {
    int seeds = 0;
    double mean = 0, least = 0;        // of the scores
    std::size_t runs = 0, alarms = 0;  // tests on the unchanged program, and how many of them fail
};
constexpr std::uint32_t kFirstFreshSeed = 500001;

struct MutationAnalysis {
    std::string project{};
    std::shared_ptr<const Program> program{};
    std::uint64_t seed = 1;
    bool fullMatrix = false;
    MutantOperators operators{};
    std::vector<AnalyzedTest> tests{};
    std::vector<AnalyzedMutant> mutants{};
    std::size_t possible = 0;  // mutants before sampling
    bool interrupted = false;  // the job was stopped while it ran
    std::optional<FreshScore> fresh{};

    [[nodiscard]] OperatorScore total() const;
    [[nodiscard]] std::array<OperatorScore, kMutantOperators> byOperator() const;
    [[nodiscard]] std::size_t falsePositives() const;  // tests that fail on the unchanged program
};

// The job's seed is that of the operators' choices, the sample and the random runs. Mutants for which there
// is no time are not run. Fails if a JavaScript suite cannot be loaded, or if no test passes on the unchanged
// program.
Result<MutationAnalysis> analyzeMutants(const std::shared_ptr<const Program>& program,
                                        const std::vector<SuiteFile>& suites,
                                        const MutationAnalysisOptions& options, const Job& job);

}  // namespace ounce
