#include "search/relay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/frontier.h"
#include "search/mio.h"
#include "search/test_problems.h"

namespace ounce {
namespace {

using ::testing::ElementsAre;

// A test with these codons, in groups of one, that was nearest to its only goal after `nearestAt` of them.
Individual test(Codons codons, double fitness, std::uint32_t nearestAt) {
    const std::size_t length = codons.size();
    return {std::make_shared<const Chromosome>(Chromosome{std::move(codons), length, length}),
            {fitness},
            {nearestAt}};
}

TEST(Frontier, KeepsTestsUpToWhereTheyWereNearest) {
    FindNumbers problem(1);
    Frontier frontier(problem, 3);
    frontier.update(test({1, 2, 3, 4}, 5, 2));
    ASSERT_EQ(frontier.legs(0).size(), 1u);
    EXPECT_THAT(frontier.legs(0)[0].codons, ElementsAre(1, 2));
    frontier.update(test({1, 2, 9, 9, 9}, 5, 2));  // the same beginning
    EXPECT_EQ(frontier.legs(0).size(), 1u);
}

TEST(Frontier, KeepsTheNearestLegsInOrder) {
    FindNumbers problem(1);
    Frontier frontier(problem, 2);
    frontier.update(test({1}, 5, 1));
    frontier.update(test({2}, 9, 1));
    frontier.update(test({3}, 2, 1));
    frontier.update(test({4}, 7, 1));  // too far away
    ASSERT_EQ(frontier.legs(0).size(), 2u);
    EXPECT_THAT(frontier.legs(0)[0].codons, ElementsAre(3));
    EXPECT_THAT(frontier.legs(0)[1].codons, ElementsAre(1));
}

TEST(Frontier, OfEquallyNearLegsTheOneTriedMostGoes) {
    FindNumbers problem(1);
    Frontier frontier(problem, 2);
    frontier.update(test({1}, 5, 1));
    frontier.update(test({2}, 5, 1));
    frontier.update(test({3}, 5, 1));  // nobody had a chance yet
    EXPECT_THAT(frontier.legs(0)[0].codons, ElementsAre(1));
    EXPECT_THAT(frontier.legs(0)[1].codons, ElementsAre(2));
    Stream random(1);
    while (frontier.legs(0)[0].tried < 2 || frontier.legs(0)[1].tried == frontier.legs(0)[0].tried) {
        frontier.chooseLeg(0, random);
    }
    const std::size_t most = frontier.legs(0)[0].tried > frontier.legs(0)[1].tried ? 0 : 1;
    const Codons stays = frontier.legs(0)[1 - most].codons;
    frontier.update(test({4}, 5, 1));
    EXPECT_EQ(frontier.legs(0)[0].codons, stays);
    EXPECT_THAT(frontier.legs(0)[1].codons, ElementsAre(4));
}

TEST(Frontier, CountsTriesOfAGoalUntilItComesNearer) {
    FindNumbers problem(1);
    Frontier frontier(problem, 2);
    Stream random(1);
    EXPECT_FALSE(frontier.chooseGoal(random));
    frontier.update(test({1}, 5, 1));
    EXPECT_EQ(frontier.chooseGoal(random), 0u);
    EXPECT_EQ(frontier.chooseGoal(random), 0u);
    EXPECT_EQ(frontier.tried(0), 2u);
    frontier.update(test({2}, 5, 1));
    EXPECT_EQ(frontier.tried(0), 2u);
    frontier.update(test({3}, 4, 1));
    EXPECT_EQ(frontier.tried(0), 0u);
    frontier.update(test({4}, 0, 1));
    EXPECT_FALSE(frontier.chooseGoal(random));
}

TEST(Frontier, NeverKeepsWhatWasInterrupted) {
    FindNumbers problem(1);
    Frontier frontier(problem, 2);
    frontier.update(test({1}, std::numeric_limits<double>::infinity(), 1));
    EXPECT_TRUE(frontier.legs(0).empty());
}

// A corridor: one number opens each door, and whoever tries another one at a door is out. A test must have
// all the right numbers in the right order, many more of them than a random test has.
class Corridor final : public Problem {
  public:
    static constexpr std::size_t kDoors = 60;
    static constexpr Codon kNumbers = 5;

    [[nodiscard]] std::size_t goals() const override { return 1; }
    [[nodiscard]] Encoding encoding() const override {
        return {.groupSize = 1, .min = 0, .max = kNumbers, .minSample = 2, .maxSample = 20, .maxLength = 100};
    }
    std::vector<Evaluation> evaluate(std::span<const Codons> batch, const GoalFlags&) override {
        std::vector<Evaluation> result;
        for (const Codons& codons : batch) {
            std::size_t open = 0;
            while (open < kDoors && open < codons.size() && codons[open] == static_cast<Codon>(open * 7 % 5))
                open++;
            Evaluation evaluation;
            evaluation.length = codons.size();
            evaluation.usefulGroups = open;
            evaluation.fitness = {static_cast<double>(kDoors - open)};
            evaluation.nearestAt = {static_cast<std::uint32_t>(open)};
            result.push_back(std::move(evaluation));
        }
        return result;
    }
};

TEST(Relay, WalksThroughALongCorridorWhereMioGetsLost) {
    auto reached = [](void (*algorithm)(SearchRun&)) {
        Corridor problem;
        const SearchOptions options{.seed = 1, .budget = {.executions = 5000}};
        SearchRun run(problem, options);
        algorithm(run);
        return run.archive().complete();
    };
    EXPECT_TRUE(reached([](SearchRun& run) { relay(run, {}); }));
    EXPECT_FALSE(reached([](SearchRun& run) { mio(run, {}); }));
}

}  // namespace
}  // namespace ounce
