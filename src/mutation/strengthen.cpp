#include "mutation/strengthen.h"

#include <algorithm>
#include <fmt/format.h>
#include <mutex>

#include "base/parallel.h"
#include "generate/assertions.h"
#include "mutation/analysis.h"
#include "mutation/bench.h"
#include "mutation/random_runs.h"
#include "testing/test_player.h"

namespace ounce {
namespace {

constexpr std::size_t kTestsPerRound = 8;
// When to look, in steps after the first difference: a sprite may have to move before a check with its
// tolerance can tell.
constexpr std::uint64_t kLooks[] = {0, 1, 2, 5, 15, 30, 60, 150};

// How a test can notice a mutant.
struct Witness {
    std::size_t test = 0;               // of the bench
    std::uint64_t step = 0;             // how long the test has to be
    std::optional<TimedCheck> check{};  // what holds on the original only; none: the mutant meets a limit
};

class Strengthener {
  public:
    Strengthener(const std::shared_ptr<const Program>& program, Suite& suite,
                 const StrengthenOptions& options, const Job& job)
        : program_(program),
          suite_(suite),
          options_(options),
          job_(job),
          machine_(suite.machineOptions()),
          start_(testStart(*program, machine_, 0)) {}

    Result<Strengthening> run() {
        OUNCE_CHECK(findSurvivors());
        sharpen();
        for (std::uint64_t round = 0; !alive_.empty() && !isSpent(); round++) tryNewTests(round);
        return outcome_;
    }

  private:
    Result<void> findSurvivors() {
        MutationAnalysisOptions options;
        options.operators = options_.operators;
        if (suite_.tests.empty()) {
            alive_ = mutantsOf(program_->project, options.operators, job_.seed);
            outcome_.mutants = alive_.size();
            return {};
        }
        SuiteFile file;
        file.data = suite_;
        OUNCE_TRY(MutationAnalysis analysis, analyzeMutants(program_, {file}, options, looking()));
        const OperatorScore total = analysis.total();
        outcome_.mutants = total.mutants;
        outcome_.killedBefore = outcome_.killedAfter = total.killed;
        outcome_.equivalent = total.equivalent;
        for (AnalyzedMutant& mutant : analysis.mutants) {
            if (mutant.fate == MutantFate::Survived) alive_.push_back(std::move(mutant.mutant));
        }
        report();
        return {};
    }

    // How much of a budget; 1 and more: all of it.
    static double part(double used, double limit) { return limit > 0 ? used / limit : 1; }
    [[nodiscard]] double spentTests() const {
        if (!options_.tests) return 0;
        return part(static_cast<double>(outcome_.tried), static_cast<double>(*options_.tests));
    }
    [[nodiscard]] bool isSpent() const { return job_.isOver() || spentTests() >= 1; }

    void report() {
        const std::lock_guard lock(reporting_);
        job_.report(std::max(spentTests(), job_.spent()),
                    outcome_.mutants == 0
                        ? "looking which mutants the tests notice"
                        : fmt::format("{} of {} mutants noticed, {} more tests tried", outcome_.killedAfter,
                                      outcome_.mutants, outcome_.tried),
                    outcome_.killedAfter, outcome_.mutants);
    }
    // What the analysis of the tests so far reports is part of this.
    Job looking() {
        Job job = job_;
        if (job.listener) job.listener = [this](const Progress&) { report(); };
        return job;
    }

    // New checks in the tests that are there.
    void sharpen() {
        MutationBench bench(program_, job_);
        for (std::size_t i = 0; i < suite_.tests.size(); i++) bench.add(bare(suite_.tests[i]), machine_, i);
        bench.record();
        std::vector<TestCase*> tests;
        for (TestCase& test : suite_.tests) tests.push_back(&test);
        addWitnesses(bench, tests);
    }

    void tryNewTests(std::uint64_t round) {
        std::size_t count = kTestsPerRound;
        if (options_.tests) count = std::min(count, *options_.tests - outcome_.tried);
        std::vector<TestCase> candidates = randomContinuations(program_, machine_, suite_.tests, count,
                                                               Stream(job_.seed).split(round).bits(), job_);
        MutationBench bench(program_, job_);
        for (const TestCase& candidate : candidates) bench.add(candidate, machine_, 0);
        bench.record();
        std::vector<TestCase*> tests;
        for (TestCase& candidate : candidates) tests.push_back(&candidate);
        outcome_.tried += count;
        const std::vector<std::uint64_t> needed = addWitnesses(bench, tests);
        for (std::size_t i = 0; i < candidates.size(); i++) {
            if (needed[i] > 0) adopt(std::move(candidates[i]), needed[i]);
        }
        report();
    }

    // Looks for a witness of every mutant that is left, in parallel, and puts them into the tests. Returns
    // how many steps of each test are needed for them.
    std::vector<std::uint64_t> addWitnesses(const MutationBench& bench, const std::vector<TestCase*>& tests) {
        std::vector<std::optional<Witness>> found(alive_.size());
        inParallel(alive_.size(), job_.threads, [&](std::size_t i, std::size_t) {
            if (!isSpentByClock()) found[i] = witness(bench, alive_[i]);
            report();
        });
        std::vector<std::uint64_t> needed(tests.size());
        std::vector<Mutant> left;
        for (std::size_t i = 0; i < alive_.size(); i++) {
            if (!found[i]) {
                left.push_back(std::move(alive_[i]));
                continue;
            }
            const Witness& how = *found[i];
            TestCase& test = *tests[how.test];
            outcome_.killedAfter++;
            needed[how.test] = std::max(needed[how.test], how.step);
            if (!how.check || std::ranges::find(test.checks, *how.check) != test.checks.end()) continue;
            test.checks.push_back(*how.check);
            test.settle();
            outcome_.newChecks++;
        }
        alive_ = std::move(left);
        report();
        return needed;
    }

    // A budget in seconds gives no result that must repeat itself. Tests that were tried are always looked
    // at, also the last ones.
    [[nodiscard]] bool isSpentByClock() const { return job_.isOver(); }

    std::optional<Witness> witness(const MutationBench& bench, const Mutant& mutant) const {
        MutantProgram variant(bench, mutant);
        for (std::size_t i = 0; i < bench.tests().size(); i++) {
            const RecordedRun& run = bench.tests()[i].run;
            if (!variant.mayDiffer(run)) continue;
            const MutantRun played = variant.play(bench.tests()[i], true);
            if (!played.whole) return std::nullopt;
            if (played.sameTrace || !variant.program()) continue;
            if (played.kill != Kill::None) return Witness{i, played.step, {}};
            if (auto check = difference(*variant.program(), run.test, played.step)) {
                return Witness{i, check->at, std::move(*check)};
            }
        }
        return std::nullopt;
    }

    // What tells the two programs apart at that step or some time after it.
    std::optional<TimedCheck> difference(const Program& mutant, const TestCase& test,
                                         std::uint64_t step) const {
        Moment original = startOf(*program_, machine_, start_, test),
               changed = startOf(mutant, machine_, testStart(mutant, machine_, 0), test);
        TestPlayer originalPlayer(*program_, machine_, original, test);
        TestPlayer changedPlayer(mutant, machine_, changed, test);
        for (const std::uint64_t later : kLooks) {
            if (step + later > test.steps) break;
            originalPlayer.playTo(step + later);
            changedPlayer.playTo(step + later);
            Look look(originalPlayer.machine().reading()), changedLook(changedPlayer.machine().reading());
            for (Check& check : observe(look)) {
                if (!check.evaluate(changedLook).holds && check.evaluate(look).holds) {
                    return TimedCheck{step + later, std::move(check)};
                }
            }
        }
        return std::nullopt;
    }

    // Without checks, which would end runs.
    static TestCase bare(const TestCase& test) {
        TestCase copy = test;
        copy.checks.clear();
        return copy;
    }

    void adopt(TestCase test, std::uint64_t steps) {
        outcome_.newTests++;
        test.steps = steps;
        std::erase_if(test.events, [&](const TimedEvent& event) {
            return event.at >= test.steps || event.event.kind == UserEvent::Kind::Wait;
        });
        test.name = fmt::format("test{}", suite_.tests.size() + 1);
        test.description = "notices changes of the program that no other test notices";
        suite_.tests.push_back(std::move(test));
    }

    const std::shared_ptr<const Program>& program_;
    Suite& suite_;
    const StrengthenOptions& options_;
    const Job& job_;
    MachineOptions machine_;
    Moment start_;
    std::vector<Mutant> alive_;
    Strengthening outcome_;
    std::mutex reporting_;
};

}  // namespace

Result<Strengthening> strengthen(const std::shared_ptr<const Program>& program, Suite& suite,
                                 const StrengthenOptions& options, const Job& job) {
    return Strengthener(program, suite, options, job).run();
}

}  // namespace ounce
