#include "generate/generate.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <limits>

#include "base/parallel.h"
#include "base/steps.h"
#include "blocks/table.h"
#include "generate/assertions.h"
#include "generate/minimize.h"
#include "generate/problem.h"
#include "search/one_plus_one.h"
#include "search/random_search.h"
#include "testing/play.h"

namespace ounce {

namespace {

// How often a guide plays, and for how long.
constexpr std::size_t kGuidedPlays = 20, kGuidedEvents = 400;

// Nobody who asks for 30 seconds waits for an hour: of a budget of time this much is for the search, the rest
// for shorter tests, assertions and pictures. What is not done by its time is left out, and said.
constexpr double kSearchUntil = 0.8, kMinimizeUntil = 0.87, kAssertUntil = 0.92;

std::vector<spec::Monitor> monitorsOf(const Program& program, const GenerationOptions& options) {
    return options.spec ? spec::bind(*options.spec, program) : std::vector<spec::Monitor>{};
}

std::vector<spec::Monitor> watchable(std::vector<spec::Monitor> monitors) {
    std::erase_if(monitors, [](const spec::Monitor& monitor) { return !monitor.error.empty(); });
    return monitors;
}

// One generation, from the search to the suite.
class SuiteMaker {
  public:
    SuiteMaker(std::shared_ptr<const Program> program, const GenerationOptions& options, const Job& job)
        : options_(options),
          job_(jobOf(job, options.config.budget)),
          monitors_(monitorsOf(*program, options)),
          context_(std::move(program), options.config, options.programSeed, watchable(monitors_)),
          problem_(context_, options.config.encoding,
                   {.threads = job.threads,
                    .newEventProbability = options.config.newEventProbability,
                    .growLength = options.growLength}),
          searchOptions_{.seed = job.seed,
                         .budget = options.config.budget,
                         .stopWhenComplete = options.config.stopWhenComplete,
                         .job = job_.part(kSearchUntil),
                         .report = [this](const SearchProgress& progress) { note(progress); }},
          run_(problem_, searchOptions_) {}

    Result<Generation> generate() {
        if (!context_.unknownTargets.empty()) {
            return fail(fmt::format("no block has the id '{}'", context_.unknownTargets[0]),
                        "fitnessFunction: targets", "ids look like blockId-SpriteName");
        }
        search();
        const MinimizedSuite tests = minimizeTests();
        const std::vector<std::optional<FoundTest>> violations = minimizeViolations();
        writeTests(tests.tests);
        describeProperties(violations);
        describeGoals(tests.tests);
        return std::move(result_);
    }

  private:
    void search() {
        // A test must not outlast its time: a program may be slow enough to spend the whole budget in one.
        context_.job = searchOptions_.job;
        coverByStarting();
        if (options_.guides) followGuides();
        if (!run_.over()) runAlgorithm(run_, options_.config);
        const SearchProgress progress = run_.progress();
        result_.iterations = progress.iterations;
        result_.executions = progress.executions;
        result_.steps = progress.steps;
        result_.events = progress.events;
        result_.seconds = job_.seconds();
        result_.longest = problem_.encoding().maxLength;
    }

    // The shortest test of all, a single step, is the first: much of a program runs without a user.
    void coverByStarting() {
        const std::size_t groups = context_.choosesSeed ? 2 : 1;
        run_.evaluate({Codons(groups * problem_.encoding().groupSize, 0)});
    }

    // What somebody who can play does, before anything is tried at random.
    void followGuides() {
        std::vector<Codons> plays(kGuidedPlays);
        inParallel(plays.size(), job_.threads, [&](std::size_t i, std::size_t) {
            const auto guide = options_.guides(static_cast<std::uint32_t>(job_.seed + i));
            plays[i] = playGuided(context_, *guide, kGuidedEvents);
        });
        problem_.beginWith(plays);
        run_.evaluate(std::move(plays));
    }

    void note(const SearchProgress& progress) {
        const double time = job_.isLimited() ? job_.seconds() : secondsOf(progress.steps);
        const GoalFlags& flags = run_.archive().covered();
        const auto covered = static_cast<std::size_t>(
            std::count(flags.begin(), flags.begin() + static_cast<std::ptrdiff_t>(context_.goals.size()), 1));
        if (result_.timeline.empty() || result_.timeline.back().covered != covered) {
            result_.timeline.push_back({time, covered});
        }
        searching_.report(
            progress.progress,
            fmt::format("{} of {} goals, {} tests", progress.covered, progress.goals, progress.executions),
            progress.covered, progress.goals);
    }

    MinimizedSuite minimizeTests() {
        const TestArchive& archive = run_.archive();
        const TestOfGoal testOf = [&](std::size_t goal) {
            // A test that fails by intention is none to cover anything with.
            if (context_.isProperty(goal)) return static_cast<const FoundTest*>(nullptr);
            return archive.test(goal) ? &ScratchProblem::testOf(archive.test(goal)->phenotype) : nullptr;
        };
        for (const auto& test : archive.tests()) {
            result_.testsBefore++;
            result_.eventsBefore += test->length;
        }
        const double limit = options_.config.minimizationSeconds;
        context_.job = limit > 0 ? job_.unlimited().within(limit) : job_.part(kMinimizeUntil);
        MinimizedSuite suite = options_.config.minimize ? minimizeSuite(context_, testOf, job_.threads)
                                                        : selectSuite(context_, testOf, job_.threads);
        context_.job = {};
        result_.minimal = suite.minimal && options_.config.minimize;
        return suite;
    }

    // For each property that is violated a test of its own, as short as it can be.
    std::vector<std::optional<FoundTest>> minimizeViolations() {
        std::vector<std::optional<FoundTest>> tests(context_.asked);
        context_.job = job_.part(kMinimizeUntil);
        inParallel(tests.size(), job_.threads, [&](std::size_t i, std::size_t) {
            const std::size_t goal = context_.goals.size() + i;
            if (!run_.archive().test(goal)) return;
            tests[i] = ScratchProblem::testOf(run_.archive().test(goal)->phenotype);
            if (options_.config.minimize) tests[i] = minimize(context_, *tests[i], goal).test;
        });
        context_.job = {};
        return tests;
    }

    void describeProperties(const std::vector<std::optional<FoundTest>>& violations) {
        if (monitors_.empty()) return;
        std::vector<TestCase> failing;
        std::size_t watched = 0;
        for (const spec::Monitor& monitor : monitors_) {
            SearchedProperty& found = result_.properties.emplace_back();
            found.result.name = monitor.name;
            found.result.explanation = monitor.explanation;
            if (!monitor.error.empty()) {
                found.result.outcome = spec::Outcome::Error;
                found.result.message = monitor.error;
                continue;
            }
            const std::size_t i = watched++;
            found.nearest = problem_.reached().further[i];
            if (!problem_.triggered()[i]) found.result.outcome = spec::Outcome::Untriggered;
            if (!violations[i]) continue;
            failing.push_back(violatingTest(monitor, *violations[i], found));
        }
        if (failing.empty()) return;
        result_.suite.properties = options_.spec->source;
        result_.suite.tests.insert(result_.suite.tests.begin(), failing.begin(), failing.end());
    }

    // Ends where the property is violated; what must hold is the property, nothing else.
    TestCase violatingTest(const spec::Monitor& monitor, const FoundTest& violation,
                           SearchedProperty& found) {
        TestCase test = toTestCase(violation);
        test.name = found.test = fmt::format("violates {}", monitor.name);
        test.watch = {monitor.name};
        const std::vector<spec::Monitor> one{monitor};
        const TestResult result =
            playTest(*context_.program, context_.machine, context_.start, test, {.properties = &one});
        found.result = result.properties.front();
        test.description = found.result.message;
        test.steps = std::min(test.steps, result.step);
        result_.eventsAfter += violation.events.size();
        return test;
    }

    void writeTests(const std::vector<FoundTest>& tests) {
        Suite& suite = result_.suite;
        suite.project = options_.project;
        suite.mode = context_.machine.mode;
        suite.timerStep = context_.machine.whiskerTimerStep;
        suite.numbers = context_.machine.numbers;
        suite.algorithm = algorithmName(options_.config.algorithm);
        suite.seed = result_.seed = static_cast<std::uint32_t>(job_.seed);
        suite.tests.resize(tests.size());
        std::atomic<std::size_t> unchecked = 0;
        context_.job = job_.part(kAssertUntil);
        inParallel(tests.size(), job_.threads, [&](std::size_t i, std::size_t) {
            TestCase& test = suite.tests[i];
            test = toTestCase(tests[i]);
            test.name = fmt::format("test{}", i + 1);
            if (options_.config.assertions &&
                !addAssertions(context_, tests[i].events, test, options_.config.minimizeAssertions))
                unchecked++;
        });
        context_.job = {};
        result_.unchecked = unchecked;
        GoalFlags seen(context_.goals.size());
        for (std::size_t i = 0; i < tests.size(); i++) {
            result_.eventsAfter += tests[i].events.size();
            suite.tests[i].description = describe(tests[i], seen);
        }
    }

    // What a test adds to the tests before it: the last of the new goals is the one it had to work for.
    std::string describe(const FoundTest& test, GoalFlags& seen) const {
        std::size_t fresh = 0;
        std::string text;
        for (std::size_t goal = 0; goal < seen.size(); goal++) {
            if (!test.covers[goal] || seen[goal]) continue;
            seen[goal] = 1;
            fresh++;
            text = context_.fitness.describe(context_.goals[goal]);
        }
        if (fresh == 0) return "";
        return fresh == 1 ? fmt::format("reaches {}", text)
                          : fmt::format("reaches {} and {} more", text, fresh - 1);
    }

    void describeGoals(const std::vector<FoundTest>& tests) {
        result_.goals = context_.goals.size();
        const bool branches = options_.config.goals == GoalKind::Branches;
        for (const Goal& goal : context_.fitness.goals()) {
            if (goal.isBranch() == branches) (goal.dead ? result_.dead : result_.reachable)++;
        }
        const std::vector<FitnessParts> parts = context_.fitness.partsOfAll(problem_.reached());
        for (std::size_t goal = 0; goal < result_.goals; goal++) {
            const bool covered = std::any_of(tests.begin(), tests.end(),
                                             [&](const FoundTest& test) { return test.covers[goal] != 0; });
            result_.covered += covered ? 1 : 0;
            const GoalIndex index = context_.goals[goal];
            if (!covered) describeUncovered(index, parts[static_cast<std::size_t>(index)]);
        }
    }

    void describeUncovered(GoalIndex goal, const FitnessParts& parts) {
        const StatementIndex statement = context_.fitness.goals()[static_cast<std::size_t>(goal)].statement;
        const Opcode opcode = context_.program->statements[static_cast<std::size_t>(statement)].opcode;
        result_.uncovered.push_back({context_.fitness.id(goal), context_.fitness.describe(goal),
                                     std::string(opcodeName(opcode)), parts.approachLevel,
                                     parts.branchDistance, parts.controlFlowDistance, parts.value});
    }

    const GenerationOptions& options_;
    const Job job_;
    const Job searching_ = job_.phase("search");
    std::vector<spec::Monitor> monitors_;  // of all properties, also those that cannot be watched
    GenerationContext context_;
    ScratchProblem problem_;
    SearchOptions searchOptions_;
    SearchRun run_;
    Generation result_{};
};

}  // namespace

bool Generation::good() const {
    return std::none_of(properties.begin(), properties.end(), [](const SearchedProperty& p) {
        return p.result.outcome == spec::Outcome::Violated || p.result.outcome == spec::Outcome::Error;
    });
}

void runAlgorithm(SearchRun& run, const SearchConfig& config) {
    switch (config.algorithm) {
        case Algorithm::Random: return randomSearch(run);
        case Algorithm::Mosa: return mosa(run, config.mosa);
        case Algorithm::Mio: return mio(run, config.mio);
        case Algorithm::OnePlusOne: return onePlusOne(run, config.mutation);
        case Algorithm::Relay: return relay(run, config.relay);
    }
}

Result<Generation> generateTests(std::shared_ptr<const Program> program, const GenerationOptions& options,
                                 const Job& job) {
    return SuiteMaker(std::move(program), options, job).generate();
}

}  // namespace ounce
