#include "search/dominance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/mosa.h"
#include "search/test_problems.h"

namespace ounce {
namespace {

using ::testing::ElementsAre;

TEST(Dominance, NeedsToBeNowhereWorseAndSomewhereBetter) {
    const Individual a = individualOf({1, 2, 9}), b = individualOf({1, 3, 0}), c = individualOf({2, 1, 0});
    EXPECT_TRUE(dominates(a, b, {0, 1}));
    EXPECT_FALSE(dominates(b, a, {0, 1}));
    EXPECT_FALSE(dominates(a, b, {0, 1, 2}));
    EXPECT_FALSE(dominates(a, c, {0, 1}));
    EXPECT_FALSE(dominates(a, a, {0, 1}));
}

TEST(PreferenceSort, PutsTheBestOfEveryGoalFirst) {
    const std::vector<Individual> population{
        individualOf({5, 5}),  // 0: dominated by 3 only
        individualOf({1, 9}),  // 1: best for goal 0
        individualOf({9, 1}),  // 2: best for goal 1
        individualOf({4, 4}),  // 3: not dominated, but best for nothing
        individualOf({6, 6}),  // 4: dominated by 0 and 3
    };
    const std::vector<Front> fronts = preferenceSort(population, {0, 0});
    ASSERT_EQ(fronts.size(), 4u);
    EXPECT_THAT(fronts[0], ElementsAre(1, 2));
    EXPECT_THAT(fronts[1], ElementsAre(3));
    EXPECT_THAT(fronts[2], ElementsAre(0));
    EXPECT_THAT(fronts[3], ElementsAre(4));
}

TEST(PreferenceSort, PrefersShorterTestsAmongEquals) {
    const std::vector<Individual> population{individualOf({1}, 5), individualOf({1}, 2),
                                             individualOf({1}, 3)};
    const std::vector<Front> fronts = preferenceSort(population, {0});
    EXPECT_THAT(fronts[0], ElementsAre(1));
    EXPECT_THAT(fronts[1], ElementsAre(0, 2));
}

TEST(PreferenceSort, IgnoresGoalsThatAreCovered) {
    const std::vector<Individual> population{individualOf({0, 3}), individualOf({7, 2})};
    const std::vector<Front> fronts = preferenceSort(population, {1, 0});
    EXPECT_THAT(fronts[0], ElementsAre(1));
    EXPECT_THAT(fronts[1], ElementsAre(0));
}

TEST(PreferenceSort, KeepsEverybodyWhenNothingIsLeftToCover) {
    const std::vector<Front> fronts = preferenceSort({individualOf({0}), individualOf({0})}, {1});
    ASSERT_EQ(fronts.size(), 1u);
    EXPECT_THAT(fronts[0], ElementsAre(0, 1));
}

TEST(SubvectorDominance, PutsMembersFirstThatNobodyBeatsOnManyGoals) {
    const std::vector<Individual> population{
        individualOf({5, 5, 5, 0}),  // beaten by 1 on three goals
        individualOf({1, 1, 1, 9}),  // beaten by 0 on one goal
        individualOf({0, 0, 9, 9}),  // beaten by 0 on two goals
    };
    Front front{0, 1, 2};
    sortBySubvectorDominance(population, front);
    EXPECT_THAT(front, ElementsAre(1, 2, 0));
}

TEST(Survivors, AreTheFirstFrontsWithTheBestLast) {
    const std::vector<Individual> population{individualOf({5, 5}), individualOf({1, 9}), individualOf({9, 1}),
                                             individualOf({4, 4}), individualOf({6, 6})};
    const std::vector<Individual> left = survivors(population, {0, 0}, 3);
    ASSERT_EQ(left.size(), 3u);
    EXPECT_THAT(left[0].fitness, ElementsAre(4, 4));
    EXPECT_THAT(left[1].fitness, ElementsAre(9, 1));
    EXPECT_THAT(left[2].fitness, ElementsAre(1, 9));
}

}  // namespace
}  // namespace ounce
