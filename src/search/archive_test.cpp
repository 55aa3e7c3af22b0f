#include "search/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

#include "search/mio_archive.h"
#include "search/test_problems.h"

namespace ounce {
namespace {

TEST(Archive, CountsGoalsCoveredForTheFirstTime) {
    TestArchive archive(3);
    EXPECT_EQ(archive.update(individualOf({0, 1, 0})), 2u);
    EXPECT_EQ(archive.update(individualOf({0, 0, 5})), 1u);
    EXPECT_TRUE(archive.complete());
    EXPECT_EQ(archive.tests().size(), 2u);
}

TEST(Archive, KeepsTheShorterTestOfAGoal) {
    TestArchive archive(1);
    const Individual longer = individualOf({0}, 5), shorter = individualOf({0}, 2);
    archive.update(longer);
    archive.update(shorter);
    EXPECT_EQ(archive.test(0), shorter.test);
    archive.update(longer);
    EXPECT_EQ(archive.test(0), shorter.test);
}

TEST(Archive, KeepsTheTestThatComesNearerToOtherGoals) {
    TestArchive archive(2);
    const Individual far = individualOf({0, 9}), near = individualOf({0, 1});
    archive.update(far);
    archive.update(near);
    EXPECT_EQ(archive.test(0), near.test);
    EXPECT_EQ(archive.test(1), nullptr);
}

TEST(MioArchive, KeepsTheNearestTestsOfAGoal) {
    FindNumbers problem(1);
    MioArchive archive(problem);
    for (Codon c : {9, 3, 7, 5}) archive.update(individualOf({static_cast<double>(c)}, 1, c), 2);
    EXPECT_EQ(archive.size(0), 2u);
    EXPECT_EQ(archive.best(0), heuristic(3));
    Stream random(1);
    for (int i = 0; i < 20; i++) {
        const Codon c = archive.chooseTest(0, random).test->codons[0];
        EXPECT_TRUE(c == 3 || c == 5) << c;
    }
}

TEST(MioArchive, BreaksTiesByAllGoalsTogether) {
    FindNumbers problem(2);
    MioArchive archive(problem);
    archive.update(individualOf({4, 8}, 1, 1), 1);
    archive.update(individualOf({4, 2}, 1, 2), 1);
    archive.update(individualOf({4, 9}, 1, 3), 1);
    Stream random(1);
    EXPECT_EQ(archive.chooseTest(0, random).test->codons[0], 2);
}

TEST(MioArchive, RefusesTestsThatAreThereAlready) {
    FindNumbers problem(1);
    MioArchive archive(problem);
    archive.update(individualOf({4}, 1, 1), 5);
    archive.update(individualOf({4}, 1, 1), 5);
    EXPECT_EQ(archive.size(0), 1u);
}

TEST(MioArchive, ForgetsThePopulationOfACoveredGoal) {
    FindNumbers problem(1);
    MioArchive archive(problem);
    Stream random(1);
    archive.update(individualOf({4}), 5);
    EXPECT_TRUE(archive.chooseGoal(random));
    archive.update(individualOf({0}), 5);
    archive.update(individualOf({1}), 5);
    EXPECT_EQ(archive.size(0), 0u);
    EXPECT_FALSE(archive.chooseGoal(random));
}

TEST(MioArchive, ForgetsGoalsThatOthersCovered) {
    FindNumbers problem(2);
    MioArchive archive(problem);
    archive.update(individualOf({4, 4}), 5);
    archive.close({0, 1});
    EXPECT_EQ(archive.size(0), 1u);
    EXPECT_EQ(archive.size(1), 0u);
}

TEST(MioArchive, ShrinksFromTheWorstEnd) {
    FindNumbers problem(1);
    MioArchive archive(problem);
    for (Codon c : {9, 3, 7}) archive.update(individualOf({static_cast<double>(c)}, 1, c), 3);
    archive.shrink(1);
    Stream random(1);
    EXPECT_EQ(archive.chooseTest(0, random).test->codons[0], 3);
}

TEST(MioArchive, SamplesTheGoalThatWasTriedLeastAndStartsAgainWhenItImproves) {
    FindNumbers problem(2);
    MioArchive archive(problem);
    archive.update(individualOf({4, 4}, 1, 1), 3);
    Stream random(1);
    std::map<std::size_t, int> chosen;
    for (int i = 0; i < 10; i++) chosen[*archive.chooseGoal(random)]++;
    EXPECT_EQ(chosen[0], 5);
    EXPECT_EQ(chosen[1], 5);
    archive.update(individualOf({4, 3}, 1, 2), 3);  // better for goal 1 only
    EXPECT_EQ(archive.sampled(0), 5);
    EXPECT_EQ(archive.sampled(1), 0);
    for (int i = 0; i < 5; i++) EXPECT_EQ(archive.chooseGoal(random), 1u);
}

TEST(MioArchive, HasPopulationsForIndependentGoalsOnly) {
    struct OneIndependent : FindNumbers {
        using FindNumbers::FindNumbers;
        [[nodiscard]] bool isIndependent(std::size_t goal) const override { return goal == 1; }
    } problem(3);
    MioArchive archive(problem);
    archive.update(individualOf({4, 4, 4}), 3);
    EXPECT_EQ(archive.size(0) + archive.size(2), 0u);
    EXPECT_EQ(archive.size(1), 1u);
}

}  // namespace
}  // namespace ounce
