#include "mutation/analysis.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <numeric>

#include "base/parallel.h"
#include "mutation/bench.h"
#include "mutation/script_suites.h"
#include "spec/parse.h"

namespace ounce {
namespace {

Cell cellOf(Kill kill) {
    constexpr Cell kCells[] = {Cell::Passed, Cell::Assertion, Cell::Error, Cell::Timeout};
    return kCells[static_cast<std::size_t>(kill)];
}

// A JavaScript suite and its columns in the kill matrix.
struct Scripted {
    ScriptSuite suite;
    std::size_t firstColumn;
};

class Analysis {
  public:
    Analysis(const std::shared_ptr<const Program>& program, const std::vector<SuiteFile>& suites,
             const MutationAnalysisOptions& options, const Job& job)
        : program_(program), suites_(suites), options_(options), job_(job), bench_(program, job) {}

    Result<MutationAnalysis> run() {
        OUNCE_CHECK(checkProperties());
        OUNCE_CHECK(recordOriginal());
        chooseMutants();
        const std::vector<std::size_t> order = runningOrder();
        work_ = order.size() * (scripted_.empty() ? 1 : 2);
        inParallel(order.size(), job_.threads, [&](std::size_t i, std::size_t) {
            if (job_.isOver()) return;
            judge(analysis_.mutants[order[i]]);
            tellProgress();
        });
        for (const std::size_t place : order) {
            if (scripted_.empty()) break;
            OUNCE_CHECK(judgeByScripts(analysis_.mutants[place]));
            tellProgress();
        }
        analysis_.interrupted = job_.isStopped();
        for (const AnalyzedMutant& mutant : analysis_.mutants) {
            for (std::size_t i = 0; i < mutant.cells.size(); i++)
                analysis_.tests[i].kills += isKill(mutant.cells[i]) ? 1 : 0;
        }
        return std::move(analysis_);
    }

  private:
    // The unchanged program comes first, under the same seeds: a test that fails there says nothing about
    // mutants.
    Result<void> recordOriginal() {
        std::optional<MachineOptions> randomSetting;
        for (const SuiteFile& file : suites_) {
            if (file.data) {
                addTests(*file.data, file.path);
                if (!randomSetting) randomSetting = optionsOf(*file.data);
            } else {
                OUNCE_TRY(ScriptSuite suite,
                          ScriptSuite::record(program_, file, options_.mode, options_.spec, job_.quiet()));
                const std::size_t first = analysis_.tests.size();
                for (const TestResult& test : suite.original()) {
                    analysis_.tests.push_back({.name = test.name,
                                               .suite = file.path,
                                               .used = test.verdict == Verdict::Pass,
                                               .verdict = test.verdict,
                                               .message = test.message});
                }
                scripted_.push_back({std::move(suite), first});
            }
        }
        firstLive_ = analysis_.tests.size();
        liveOriginal_.resize(options_.live.size());
        inParallel(options_.live.size(), job_.threads,
                   [&](std::size_t i, std::size_t) { liveOriginal_[i] = options_.live[i].play(*program_); });
        for (std::size_t i = 0; i < options_.live.size(); i++) {
            const LiveTest::Outcome& outcome = liveOriginal_[i];
            analysis_.tests.push_back({.name = options_.live[i].name,
                                       .suite = options_.live[i].suite,
                                       .used = outcome.passed,
                                       .verdict = outcome.passed ? Verdict::Pass : Verdict::Fail,
                                       .message = outcome.message});
        }
        if (options_.randomRuns > 0) {
            bench_.addRandomRuns(randomSetting.value_or(optionsOf(Suite{})), options_.randomRuns, job_.seed);
        }
        bench_.record();
        for (const MutationBench::Test& test : bench_.tests()) {
            AnalyzedTest& column = analysis_.tests[test.tag];
            column.used = test.run.passed;
            column.verdict = test.run.passed ? Verdict::Pass : Verdict::Fail;
            column.message = test.run.message;
        }
        if (std::ranges::none_of(analysis_.tests, &AnalyzedTest::used) && !job_.isOver())
            return fail("no test passes on the unchanged program, so none can notice a change", {},
                        "run «ounce test» to see why");
        return {};
    }

    [[nodiscard]] MachineOptions optionsOf(const Suite& suite) const {
        return suite.machineOptions(options_.mode.value_or(suite.mode));
    }

    // What all tests watch, and what this one does by itself.
    [[nodiscard]] MutationBench::Specs specsOf(const Suite& suite, const TestCase& test) const {
        MutationBench::Specs specs;
        if (options_.spec) specs.push_back(options_.spec);
        auto own = test.watch.empty() ? Result<spec::Spec>(spec::Spec())
                                      : spec::parse(suite.properties, "properties of the suite");
        if (own) {
            std::erase_if(own->properties, [&](const spec::Property& property) {
                return std::ranges::find(test.watch, property.name) == test.watch.end();
            });
            if (!own->properties.empty())
                specs.push_back(std::make_shared<const spec::Spec>(std::move(*own)));
        }
        return specs;
    }

    // A property that the program lacks the names for would kill every mutant.
    Result<void> checkProperties() const {
        if (!options_.spec) return {};
        for (const spec::Monitor& property : spec::bind(*options_.spec, *program_)) {
            if (!property.error.empty())
                return fail(
                    fmt::format("property «{}» cannot be watched: {}", property.name, property.error));
        }
        return {};
    }

    void addTests(const Suite& suite, const std::string& path) {
        for (const TestCase& test : suite.tests) {
            const std::size_t column = analysis_.tests.size();
            analysis_.tests.push_back({.name = test.name, .suite = path});
            if (test.skip) {
                analysis_.tests.back().used = false;
                analysis_.tests.back().verdict = Verdict::Skip;
                analysis_.tests.back().message = "the suite says to skip it";
            } else {
                bench_.add(test, optionsOf(suite), column, specsOf(suite, test));
            }
        }
    }

    void chooseMutants() {
        std::vector<Mutant> mutants = mutantsOf(program_->project, options_.operators, job_.seed);
        analysis_.program = program_;
        analysis_.seed = job_.seed;
        analysis_.fullMatrix = options_.fullMatrix;
        analysis_.operators = options_.operators;
        analysis_.possible = mutants.size();
        if (options_.sample) mutants = sampled(std::move(mutants), *options_.sample, job_.seed);
        for (Mutant& mutant : mutants) analysis_.mutants.push_back({.mutant = std::move(mutant)});
    }

    // What a budget leaves out is left to chance, not to the order of the sprites.
    [[nodiscard]] std::vector<std::size_t> runningOrder() const {
        std::vector<std::size_t> order(analysis_.mutants.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        if (!options_.mutants && !job_.isLimited()) return order;
        Stream choice(job_.seed);
        for (std::size_t i = order.size(); i > 1; i--) std::swap(order[i - 1], order[choice.below(i)]);
        if (options_.mutants && *options_.mutants < order.size()) order.resize(*options_.mutants);
        return order;
    }

    // From any thread; a mutant that scripts look at, too, is two pieces of work.
    void tellProgress() { job_.report(++done_, work_, "mutants"); }

    // There was no time to find out.
    static void giveUp(AnalyzedMutant& mutant) {
        if (mutant.fate != MutantFate::Killed) mutant.fate = MutantFate::NotRun;
    }

    void judge(AnalyzedMutant& mutant) const {
        MutantProgram variant(bench_, mutant.mutant, options_.resume);
        mutant.cells.assign(analysis_.tests.size(), Cell::NotRun);
        mutant.fate = MutantFate::Survived;
        bool same = true, executed = false;
        for (const MutationBench::Test& test : bench_.tests()) {
            if (!analysis_.tests[test.tag].used) continue;
            mutant.reached = mutant.reached || variant.executes(test.run);
            if (mutant.fate == MutantFate::Killed && !options_.fullMatrix) continue;
            if (!variant.mayDiffer(test.run)) {
                mutant.cells[test.tag] = Cell::NotReached;
                continue;
            }
            MutantRun run = variant.play(test);
            if (!run.whole) return giveUp(mutant);
            same = same && run.sameTrace;
            note(mutant, test.tag, std::move(run));
        }
        const bool recorded = mutant.reached;
        playLive(mutant, variant);
        if (mutant.fate == MutantFate::Killed || !same || bench_.randomRuns().empty()) return;
        for (const MutationBench::Test& random : bench_.randomRuns()) {
            executed = executed || variant.executes(random.run);
            if (!variant.mayDiffer(random.run)) continue;
            const MutantRun run = variant.play(random, true);
            if (!run.whole) return giveUp(mutant);
            if (!run.sameTrace) return;
        }
        // What never runs may well make a difference if it does.
        if (recorded || executed) mutant.fate = MutantFate::Equivalent;
    }

    void playLive(AnalyzedMutant& mutant, MutantProgram& variant) const {
        const StatementIndex changed = bench_.changedStatement(mutant.mutant);
        for (std::size_t i = 0; i < options_.live.size(); i++) {
            const std::size_t column = firstLive_ + i;
            if (!analysis_.tests[column].used) continue;
            const bool executes =
                changed != kNone && liveOriginal_[i].coverage[static_cast<std::size_t>(changed)] != 0;
            mutant.reached = mutant.reached || executes;
            if (mutant.fate == MutantFate::Killed && !options_.fullMatrix) continue;
            if (!executes && !mutant.mutant.startsDifferently) {
                mutant.cells[column] = Cell::NotReached;
                continue;
            }
            const std::shared_ptr<const Program>& program = variant.made();
            if (!program) continue;
            const LiveTest::Outcome outcome = options_.live[i].play(*program);
            note(mutant, column,
                 {.kill = outcome.passed ? Kill::None : Kill::Assertion,
                  .message = outcome.message,
                  .step = outcome.step});
        }
    }

    static void note(AnalyzedMutant& mutant, std::size_t column, MutantRun run) {
        mutant.cells[column] = cellOf(run.kill);
        if (run.kill == Kill::None) return;
        mutant.fate = MutantFate::Killed;
        if (mutant.killer) return;
        mutant.killer = column;
        mutant.message = std::move(run.message);
        mutant.step = run.step;
    }

    Result<void> judgeByScripts(AnalyzedMutant& mutant) {
        if (mutant.fate == MutantFate::NotRun) return {};
        if (mutant.fate == MutantFate::Killed && !options_.fullMatrix) return {};
        if (job_.isOver()) {
            giveUp(mutant);
            return {};
        }
        const StatementIndex changed = bench_.changedStatement(mutant.mutant);
        std::shared_ptr<const Program> variant;
        for (const Scripted& scripted : scripted_) {
            const std::vector<TestResult>& original = scripted.suite.original();
            std::vector<std::uint8_t> wanted(original.size());
            for (std::size_t i = 0; i < original.size(); i++) {
                const std::size_t column = scripted.firstColumn + i;
                if (!analysis_.tests[column].used) continue;
                const bool executes = changed != kNone && !original[i].coverage.empty() &&
                                      original[i].coverage[static_cast<std::size_t>(changed)] != 0;
                mutant.reached = mutant.reached || executes;
                wanted[i] = executes || mutant.mutant.startsDifferently;
                if (!wanted[i]) mutant.cells[column] = Cell::NotReached;
            }
            if (std::ranges::find(wanted, 1) == wanted.end()) continue;
            if (mutant.fate == MutantFate::Killed && !options_.fullMatrix) continue;
            if (!variant) {
                OUNCE_TRY(variant, compileVariant(applied(program_->project, mutant.mutant), *program_));
            }
            OUNCE_TRY(std::vector<ScriptSuite::Answer> answers,
                      scripted.suite.play(variant, wanted, options_.fullMatrix, job_.quiet()));
            if (job_.isOver()) {
                giveUp(mutant);
                return {};
            }
            for (std::size_t i = 0; i < answers.size(); i++) {
                if (answers[i].ran) note(mutant, scripted.firstColumn + i, std::move(answers[i].run));
            }
        }
        return {};
    }

    const std::shared_ptr<const Program>& program_;
    const std::vector<SuiteFile>& suites_;
    const MutationAnalysisOptions& options_;
    const Job& job_;
    MutationBench bench_;
    std::vector<Scripted> scripted_;
    std::vector<LiveTest::Outcome> liveOriginal_;
    std::size_t firstLive_ = 0;
    MutationAnalysis analysis_;
    std::atomic<std::size_t> done_ = 0;  // pieces of work, for the progress
    std::size_t work_ = 0;
};

}  // namespace

std::string_view cellName(Cell cell) {
    constexpr std::string_view kNames[] = {"not run",   "not reached", "passed",
                                           "assertion", "error",       "timeout"};
    return kNames[static_cast<std::size_t>(cell)];
}

std::string_view fateName(MutantFate fate) {
    constexpr std::string_view kNames[] = {"killed", "survived", "probably equivalent", "not run"};
    return kNames[static_cast<std::size_t>(fate)];
}

void OperatorScore::add(MutantFate fate) {
    mutants++;
    std::size_t* const counts[] = {&killed, &survived, &equivalent, &notRun};
    ++*counts[static_cast<std::size_t>(fate)];
}

double OperatorScore::score() const {
    return run() == 0 ? 1 : static_cast<double>(killed) / static_cast<double>(run());
}

double OperatorScore::adjustedScore() const {
    const std::size_t relevant = run() - equivalent;
    return relevant == 0 ? 1 : static_cast<double>(killed) / static_cast<double>(relevant);
}

OperatorScore MutationAnalysis::total() const {
    OperatorScore score;
    for (const AnalyzedMutant& mutant : mutants) score.add(mutant.fate);
    return score;
}

std::array<OperatorScore, kMutantOperators> MutationAnalysis::byOperator() const {
    std::array<OperatorScore, kMutantOperators> scores{};
    for (const AnalyzedMutant& mutant : mutants)
        scores[static_cast<std::size_t>(mutant.mutant.op)].add(mutant.fate);
    return scores;
}

std::size_t MutationAnalysis::falsePositives() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        tests, [](const AnalyzedTest& test) { return !test.used && test.verdict != Verdict::Skip; }));
}

Result<MutationAnalysis> analyzeMutants(const std::shared_ptr<const Program>& program,
                                        const std::vector<SuiteFile>& suites,
                                        const MutationAnalysisOptions& options, const Job& job) {
    return Analysis(program, suites, options, job).run();
}

}  // namespace ounce
