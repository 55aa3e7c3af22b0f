#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/mio.h"
#include "search/mosa.h"
#include "search/one_plus_one.h"
#include "search/random_search.h"
#include "search/relay.h"
#include "search/test_problems.h"

namespace ounce {
namespace {

using Algorithm = void (*)(SearchRun&);

struct Named {
    const char* name;
    Algorithm run;
};

const Named kAlgorithms[] = {
    {"random", [](SearchRun& run) { randomSearch(run); }},
    {"mosa", [](SearchRun& run) { mosa(run, {}); }},
    {"mio", [](SearchRun& run) { mio(run, {}); }},
    {"onePlusOne", [](SearchRun& run) { onePlusOne(run, {}); }},
    {"relay", [](SearchRun& run) { relay(run, {}); }},
};

class Algorithms : public ::testing::TestWithParam<Named> {};
INSTANTIATE_TEST_SUITE_P(All, Algorithms, ::testing::ValuesIn(kAlgorithms),
                         [](const auto& parameter) { return parameter.param.name; });

TEST_P(Algorithms, CoverGoalsAndKeepTestsThatReallyDo) {
    FindNumbers problem(8);
    const SearchOptions options{.seed = 3, .budget = {.executions = 20000}};
    SearchRun run(problem, options);
    GetParam().run(run);
    EXPECT_TRUE(run.archive().complete());
    for (std::size_t goal = 0; goal < 8; goal++) {
        ASSERT_TRUE(run.archive().test(goal));
        EXPECT_EQ(problem.judge(run.archive().test(goal)->codons, GoalFlags(8)).fitness[goal], 0);
    }
}

TEST_P(Algorithms, SpendExactlyTheExecutionsTheyMay) {
    FindNumbers problem(12);  // numbers beyond 100 cannot be found
    const SearchOptions options{.budget = {.executions = 333}};
    SearchRun run(problem, options);
    GetParam().run(run);
    EXPECT_EQ(problem.evaluations, 333u);
    EXPECT_EQ(run.meter().executions(), 333);
    EXPECT_FALSE(run.archive().complete());
}

TEST_P(Algorithms, GiveTheSameResultForTheSameSeed) {
    auto result = [&](std::uint64_t seed) {
        FindNumbers problem(12);
        const SearchOptions options{.seed = seed, .budget = {.executions = 400}};
        SearchRun run(problem, options);
        GetParam().run(run);
        std::vector<Codons> tests;
        for (const auto& test : run.archive().tests()) tests.push_back(test->codons);
        return tests;
    };
    EXPECT_EQ(result(5), result(5));
    EXPECT_NE(result(5), result(6));
}

TEST_P(Algorithms, EndWhenTheyAreTold) {
    FindNumbers problem(12);
    SearchOptions options;
    options.report = [&](const SearchProgress& progress) {
        if (progress.executions >= 100) options.job.stop.request();
    };
    SearchRun run(problem, options);
    GetParam().run(run);
    EXPECT_GE(run.meter().executions(), 100);
    EXPECT_LT(run.meter().executions(), 200);
}

TEST_P(Algorithms, EndByTheClockTheyAreGiven) {
    FindNumbers problem(12);
    double now = 50;
    SearchOptions options;
    options.job = Job{.clock = [&] { return now; }}.within(10);
    options.report = [&](const SearchProgress&) { now += 1; };
    SearchRun run(problem, options);
    GetParam().run(run);
    EXPECT_EQ(problem.batches, 10u);
}

TEST(Mosa, IsBetterThanRandomSearchWhereFitnessGuides) {
    // A large range: hitting a number by chance is rare, coming nearer step by step is not.
    const Encoding encoding{
        .groupSize = 1, .min = 0, .max = 5000, .minSample = 1, .maxSample = 4, .maxLength = 6};
    auto covered = [&](Algorithm algorithm) {
        FindNumbers problem(10, encoding);
        const SearchOptions options{.seed = 2, .budget = {.executions = 3000}};
        SearchRun run(problem, options);
        algorithm(run);
        return run.archive().coveredCount();
    };
    EXPECT_GT(covered([](SearchRun& run) { mosa(run, {}); }),
              covered([](SearchRun& run) { randomSearch(run); }));
}

TEST(Mio, FocusFindsWhatRandomTestsDoNot) {
    const Encoding encoding{
        .groupSize = 1, .min = 0, .max = 5000, .minSample = 1, .maxSample = 4, .maxLength = 6};
    auto covered = [&](Dynamic randomSelection) {
        FindNumbers problem(10, encoding);
        const SearchOptions options{.seed = 2, .budget = {.executions = 3000}};
        SearchRun run(problem, options);
        mio(run, {.randomSelection = randomSelection, .mutations = {3, 10}});
        return run.archive().coveredCount();
    };
    EXPECT_GT(covered({0.2, 0}), covered({1, 1}));
}

TEST(Mio, ParametersChangeUntilTheFocusedPhase) {
    const Dynamic parameter{10, 2};
    EXPECT_EQ(parameter.at(0, 0.5), 10);
    EXPECT_EQ(parameter.at(0.25, 0.5), 6);
    EXPECT_EQ(parameter.at(0.5, 0.5), 2);
    EXPECT_EQ(parameter.at(0.9, 0.5), 2);
    EXPECT_EQ(parameter.at(0, 0), 2);
}

// Tests grow by extension only: samples have one group, goals need the number of groups that goal has.
class NeedsLength : public Problem {
  public:
    [[nodiscard]] std::size_t goals() const override { return 10; }
    [[nodiscard]] Encoding encoding() const override {
        return {.groupSize = 1, .minSample = 1, .maxSample = 2, .maxLength = 30};
    }
    static Evaluation judge(const Codons& codons) {
        Evaluation evaluation;
        evaluation.length = codons.size();
        evaluation.usefulGroups = std::min<std::size_t>(codons.size(), 10);
        for (std::size_t goal = 0; goal < 10; goal++) {
            evaluation.fitness.push_back(
                codons.size() > goal ? 0 : static_cast<double>(goal + 1 - codons.size()));
        }
        return evaluation;
    }
    std::vector<Evaluation> evaluate(std::span<const Codons> batch, const GoalFlags&) override {
        std::vector<Evaluation> result;
        for (const Codons& codons : batch) result.push_back(judge(codons));
        return result;
    }
    std::vector<std::optional<Neighbour>> extend(std::span<const LocalSearchRequest> requests,
                                                 const GoalFlags&) override {
        std::vector<std::optional<Neighbour>> result;
        for (const LocalSearchRequest& request : requests) {
            Codons codons = request.individual->test->codons;
            codons.resize(codons.size() + 12);
            result.push_back(Neighbour{codons, judge(codons)});
        }
        extensions += requests.size();
        return result;
    }
    std::vector<std::optional<Neighbour>> reduce(std::span<const LocalSearchRequest> requests,
                                                 const GoalFlags&) override {
        std::vector<std::optional<Neighbour>> result;
        for (const LocalSearchRequest& request : requests) {
            Codons codons = request.individual->test->codons;
            codons.resize(request.individual->test->usefulGroups);
            Evaluation evaluation = judge(codons);
            evaluation.executions = 0;
            result.push_back(Neighbour{codons, evaluation});
        }
        return result;
    }
    std::size_t extensions = 0;
};

TEST(LocalSearch, ExtendsAndReducesMembers) {
    NeedsLength problem;
    SearchOptions options;
    options.budget.executions = 100;
    SearchRun run(problem, options);
    LocalSearch search(run, {.extension = 1, .reduction = 1});
    std::vector<Individual> members = run.evaluate({Codons{1}, Codons{2}});
    EXPECT_THAT(search.improve(members), ::testing::ElementsAre(0, 1));
    EXPECT_EQ(members[0].test->codons.size(), 10u) << "13 by extension, cut to the 10 that are of use";
    EXPECT_TRUE(run.archive().complete());
    EXPECT_EQ(run.meter().executions(), 4) << "reductions execute nothing";
}

TEST(LocalSearch, ExtendsATestOnce) {
    NeedsLength problem;
    SearchOptions options;
    options.stopWhenComplete = false;
    SearchRun run(problem, options);
    LocalSearch search(run, {.extension = 1, .reduction = 0});
    std::vector<Individual> members = run.evaluate({Codons{1}});
    const std::vector<Individual> same = members;
    std::vector<Individual> again = same;
    search.improve(members);
    search.improve(again);
    EXPECT_EQ(problem.extensions, 1u);
}

TEST(LocalSearch, LetsMosaAndMioReachWhatOperatorsHardlyReach) {
    for (const Named& algorithm : {kAlgorithms[1], kAlgorithms[2]}) {
        NeedsLength problem;
        const SearchOptions options{.seed = 1, .budget = {.executions = 200}};
        SearchRun run(problem, options);
        algorithm.run(run);
        EXPECT_TRUE(run.archive().complete()) << algorithm.name;
        EXPECT_GT(problem.extensions, 0u);
    }
}

TEST(Budget, IsSpentByTheScarcestResource) {
    BudgetMeter meter({.executions = 100, .steps = 1000});
    meter.spend(10, 700, 3);
    EXPECT_EQ(meter.progress(), 0.7);
    EXPECT_EQ(meter.allowance(200), 90u);
    meter.spend(1, 300, 3);
    EXPECT_TRUE(meter.exhausted());
    EXPECT_EQ(meter.allowance(5), 0u);
}

TEST(Budget, WithoutLimitsIsNeverSpent) {
    BudgetMeter meter({});
    meter.spend(1000000, 1000000, 1000000);
    EXPECT_EQ(meter.progress(), 0);
    EXPECT_EQ(meter.allowance(7), 7u);
}

}  // namespace
}  // namespace ounce
