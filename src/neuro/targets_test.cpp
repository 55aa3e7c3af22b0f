// What is believed of networks: who is kept, which goal comes next, and when it is done.
#include "neuro/targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "neuro/confirmation.h"
#include "neuro/test_game.h"
#include "neuro/test_judgement.h"

namespace ounce::neuro {
namespace {

using ::testing::ElementsAre;

TEST(Archive, PutsThoseFirstThatWereConfirmed) {
    Archive archive(1);
    Judgement lucky = reliable(1, {1}, 10);
    Judgement confirmed = reliable(2, {1}, 50);
    confirmed.plays = 50;
    archive.take(confirmed, {1}, 0, 100);
    archive.take(lucky, {1}, 0, 100);
    EXPECT_EQ(archive.near(0).front().genome->id, 2u);
    // Among equals, hard seeds tell.
    lucky.genome.id = 3;
    lucky.hardHits = 2;
    archive.take(lucky, {1}, 0, 100);
    EXPECT_EQ(archive.near(0)[1].genome->id, 3u);
}

// How often each goal has its turn, if it is always the one that was chosen.
std::vector<int> turnsOf(Targets& targets, const GoalSet& open, const GoalSet& reliable,
                         const Archive& archive) {
    std::vector<int> turns(open.size(), 0);
    for (int i = 0; i < 100; i++) {
        const auto target = static_cast<std::size_t>(targets.choose(open, reliable, archive));
        turns[target]++;
        targets.countAsTried(target, open);
    }
    return turns;
}

TEST(Targets, NoGoalTakesAllTurns) {
    const JudgeContext context(gameOf(kCatch));
    Targets targets(context, 100, true);
    const std::size_t goals = context.goals.size();
    GoalSet reliable(goals, 1);
    reliable[0] = 0;  // and never will be
    const std::vector<int> turns = turnsOf(targets, GoalSet(goals, 1), reliable, Archive(goals));
    EXPECT_GT(turns[0], 1);
    EXPECT_LT(turns[0], 60);
}

TEST(Targets, WhatIsHardlyEverReachedHasItsTurn) {
    const JudgeContext context(gameOf(kCatch));
    Targets targets(context, 100, true);
    const std::size_t goals = context.goals.size();
    // All but the last are reached in most plays.
    Archive archive(goals);
    GoalSet reached(goals, 1);
    reached.back() = 0;
    Judgement judged = reliable(1, reached, 10);
    judged.reliable = judged.confirmed = GoalSet(goals, 0);
    const GoalSet open(goals, 1);
    archive.take(judged, open, 0, 100);
    const std::int32_t first = targets.choose(open, GoalSet(goals, 0), archive);
    EXPECT_NE(first, static_cast<std::int32_t>(goals - 1)) << "what is easy comes first";
    targets.countAsTried(static_cast<std::size_t>(first), open);
    EXPECT_EQ(targets.choose(open, GoalSet(goals, 0), archive), static_cast<std::int32_t>(goals - 1));
}

TEST(Targets, RemembersTheLastHardSeeds) {
    const JudgeContext context(gameOf(kCatch));
    Targets targets(context, 100, true);
    for (std::uint32_t seed = 1; seed <= 8; seed++) {
        targets.noteHard(0, seed);
        targets.noteHard(0, seed);
    }
    EXPECT_THAT(targets.hardSeeds(0), ElementsAre(8u, 7u, 6u, 5u, 4u, 3u));
    EXPECT_TRUE(targets.hardSeeds(1).empty());
    // What the suite misses comes before that.
    targets.beginRound();
    targets.noteUnmet(0, 20);
    EXPECT_THAT(targets.hardSeeds(0), ElementsAre(20u, 8u, 7u, 6u, 5u, 4u));
}

// The first and the last goal of the game are open, which depend on different things.
class TwoTargets : public ::testing::Test {
  protected:
    TwoTargets() { open.front() = open.back() = 1; }
    const JudgeContext context{gameOf(kCatch)};
    const std::size_t goals = context.goals.size();
    GoalSet open = GoalSet(goals, 0);
    Targets targets{context, 100, true};
};

TEST_F(TwoTargets, ATurnThatBringsNothingCountsTwice) {
    auto choose = [&] {
        return static_cast<std::size_t>(targets.choose(open, GoalSet(goals, 0), Archive(goals)));
    };
    const std::size_t first = choose(), other = goals - 1 - first;
    targets.countAsTried(first, open);
    targets.countAsFutile(first, open);
    EXPECT_EQ(choose(), other);
    targets.countAsTried(other, open);
    EXPECT_EQ(choose(), other) << "its turns were not in vain";
}

TEST_F(TwoTargets, WhatManyReachTogetherCanWait) {
    Archive archive(goals);
    auto take = [&](std::uint32_t id, std::size_t goal, int hits) {
        Judgement judged = reliable(id, GoalSet(goals, 0), 10);
        judged.hits[goal] = hits;
        archive.take(judged, open, goal, 100);
    };
    for (std::uint32_t id = 1; id <= 16; id++) {
        take(id, 0, 9);
        take(20 + id, goals - 1, 4);
    }
    EXPECT_LT(archive.risk(0), 0.001) << "none is reliable, but sixteen are";
    EXPECT_GT(archive.risk(goals - 1), 0.01) << "they are relatives";
    auto choose = [&] { return targets.choose(open, GoalSet(goals, 0), archive); };
    EXPECT_EQ(choose(), static_cast<std::int32_t>(goals - 1));
    targets.beginRound();
    targets.noteUnmet(goals - 1, 5);
    EXPECT_EQ(choose(), 0) << "a suite has told that it is not safe";
}

TEST_F(TwoTargets, WhatTheSuiteHardlyMissesComesFirst) {
    for (const std::size_t often : {std::size_t{0}, goals - 1}) {
        targets.countAsTried(goals - 1 - often, open);
        targets.beginRound();
        for (const std::uint32_t seed : {5u, 6u, 7u}) targets.noteUnmet(often, seed);
        targets.noteUnmet(goals - 1 - often, 5);
        EXPECT_EQ(targets.choose(open, GoalSet(goals, 0), Archive(goals)),
                  static_cast<std::int32_t>(goals - 1 - often))
            << "and has a turn again";
    }
}

TEST(Archive, WhatIsKnownOfANetworkAddsUp) {
    auto judged = [](std::uint32_t id, int hits, int trials) {
        Judgement one = reliable(id, {1}, trials);
        one.hits[0] = hits;
        one.reliable = one.confirmed = {0};
        return one;
    };
    Archive archive(1);
    archive.take(judged(1, 10, 10), {1}, 0, 100);
    archive.take(judged(2, 9, 10), {1}, 0, 100);
    EXPECT_EQ(archive.near(0).front().genome->id, 1u);
    archive.take(judged(1, 2, 5), {1}, 0, 100);
    ASSERT_EQ(archive.near(0).size(), 2u) << "nobody is kept twice";
    EXPECT_EQ(archive.near(0).front().genome->id, 2u) << "who was lucky falls back";
    EXPECT_DOUBLE_EQ(archive.near(0).back().score, 1 + 12.0 / 16);
}

TEST(Archive, ANetworkThatHasGrownIsStillTheSame) {
    Archive archive(2);
    Judgement judged = reliable(1, {1, 1}, 10);
    archive.take(judged, {1, 1}, 0, 100);
    judged.genome.add(NodeGene{.id = 3});
    archive.take(judged, {1, 0}, 0, 100);
    for (const std::size_t goal : {0u, 1u}) {
        ASSERT_EQ(archive.near(goal).size(), 1u);
        EXPECT_EQ(archive.near(goal).front().genome->nodes.size(), 1u);
    }
    EXPECT_EQ(archive.near(0).front().genome, archive.near(1).front().genome);
    EXPECT_EQ(archive.solutions()[1].genome, archive.near(1).front().genome);
}

TEST(Confirmation, IsForThoseWhoMasterWhatTheSuiteMisses) {
    const JudgeContext context(gameOf(kCatch));
    const std::size_t goals = context.goals.size();
    const Job job;
    Evaluator evaluator(context, job);
    JudgeRules rules;
    rules.play.steps = 30;
    Stream random(1);
    Judgement idle;
    idle.genome = freshGenome(context.vocabulary, {}, {}, {}, 1, random, kNone);
    idle.trials.assign(goals, 10);
    idle.hits.assign(goals, 10);
    idle.reliable.assign(goals, 1);  // so it is believed
    const Seeds hard{5};
    const GoalSet reached = evaluator.replay(idle.genome, hard, rules).front().covered;
    ASSERT_THAT(reached, ::testing::Contains(0)) << "it does nothing";
    auto confirmed = [&](bool unmet) {
        Targets targets(context, 30, true);
        targets.beginRound();
        for (std::size_t g = 0; unmet && g < goals; g++) targets.noteUnmet(g, hard[0]);
        Judgement judged = idle;
        (void)confirm(evaluator, rules, 0, judged, GoalSet(goals, 1), 0, Stream(2), targets);
        return judged.confirmed;
    };
    EXPECT_EQ(confirmed(false), GoalSet(goals, 1));
    EXPECT_EQ(confirmed(true), reached);
}

}  // namespace
}  // namespace ounce::neuro
