// What is believed of networks: which goal comes next, who is kept, and who plays in the suite.
#include "neuro/audition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "neuro/targets.h"
#include "neuro/test_game.h"

namespace ounce::neuro {
namespace {

using ::testing::ElementsAre;

Judgement reliable(std::uint32_t id, const GoalSet& goals, int plays) {
    Judgement judged;
    judged.genome.id = id;
    judged.nearness.assign(goals.size(), 0);
    for (const std::uint8_t r : goals) judged.hits.push_back(r ? plays : 0);
    judged.trials.assign(goals.size(), plays);
    judged.reliable = judged.confirmed = goals;
    return judged;
}

// Two relatives miss with the same seeds; a stranger misses with others.
class AuditionTest : public ::testing::Test {
  protected:
    static GoalSet reach(std::uint32_t network, std::uint32_t seed) {
        const bool hit = network == 3 ? seed % 5 != 1 : seed % 10 != 7;
        return {hit ? std::uint8_t{1} : std::uint8_t{0}};
    }
    Audition::Plays plays() {
        Audition::Plays plays;
        plays.hear = [this](const Genome& genome, std::span<const std::uint32_t> seeds, std::int64_t) {
            std::vector<Replay> made;
            for (const std::uint32_t seed : seeds) {
                made.push_back({.covered = reach(genome.id, seed), .steps = 10});
                heard++;
            }
            return made;
        };
        plays.rehearse = [](const SuiteOfNetworks& suite, std::span<const std::uint32_t> seeds,
                            const GoalSet&) {
            std::vector<GoalSet> reached;
            for (const std::uint32_t seed : seeds) {
                reached.push_back({0});
                for (const FoundNetwork& network : suite.networks)
                    reached.back()[0] |= reach(network.genome.id, seed)[0];
            }
            return reached;
        };
        return plays;
    }
    static Seeds from(std::uint32_t first, std::uint32_t count) {
        Seeds seeds;
        for (std::uint32_t i = 0; i < count; i++) seeds.push_back(first + i);
        return seeds;
    }
    static bool always() { return true; }

    int heard = 0;
};

TEST_F(AuditionTest, RelativesThatMissTogetherAreFoundOutInTheRehearsal) {
    Archive archive(1);
    for (const std::uint32_t id : {1u, 2u, 3u}) archive.take(reliable(id, {1}, 10), {1}, 0, 100);
    Audition audition(plays(), {2, 3, 4, 5, 8, 9, 12, 13, 14, 15, 18, 19, 22, 23, 24, 25});
    SuiteOfNetworks suite = audition.choose(archive, {1});
    EXPECT_THAT(suite.safe, ElementsAre(1)) << "as far as sixteen seeds can tell";
    EXPECT_EQ(suite.networks.size(), 2u);
    const std::vector<Missed> missed = audition.rehearse(suite, from(100, 40), always);
    ASSERT_EQ(missed.size(), 1u);
    EXPECT_EQ(missed[0].seed, 107u);
    const int before = heard;
    suite = audition.choose(archive, {1});
    EXPECT_EQ(heard - before, 1 + 1 + 17) << "the relatives only with the new seed";
    EXPECT_THAT(suite.reliable, ElementsAre(1));
    EXPECT_TRUE(audition.rehearse(suite, from(200, 40), always).empty());
}

TEST_F(AuditionTest, TheRehearsalEndsWithTheTime) {
    Archive archive(1);
    archive.take(reliable(1, {1}, 10), {1}, 0, 100);
    Audition audition(plays(), {2});
    const SuiteOfNetworks suite = audition.choose(archive, {1});
    EXPECT_FALSE(audition.rehearse(suite, from(0, 16), always).empty());
    EXPECT_TRUE(audition.rehearse(suite, from(0, 16), [] { return false; }).empty());
}

TEST_F(AuditionTest, SaysWhenSomebodyWasNotHeard) {
    Archive archive(1);
    for (const std::uint32_t id : {1u, 2u, 3u}) archive.take(reliable(id, {1}, 10), {1}, 0, 100);
    Audition::Plays some = plays();
    some.hear = [this, all = some.hear](const Genome& genome, std::span<const std::uint32_t> seeds,
                                        std::int64_t steps) {
        return heard < 2 ? all(genome, seeds, steps) : std::vector<Replay>();
    };
    Audition audition(some, {2, 3});
    (void)audition.choose(archive, {1});
    EXPECT_TRUE(audition.wasCutShort());
    heard = 0;
    Audition patient(plays(), {2, 3});
    (void)patient.choose(archive, {1});
    EXPECT_FALSE(patient.wasCutShort());
}

TEST(SuiteChoice, EachNetworkIsHeardAsLongAsItPlayedInTheSearch) {
    Archive archive(2);
    archive.take(reliable(1, {1, 0}, 10), {1, 1}, 0, 100);
    archive.take(reliable(2, {0, 1}, 10), {1, 1}, 1, 400);
    auto play = [](const std::shared_ptr<const Genome>& genome, std::int64_t steps) {
        EXPECT_EQ(steps, genome->id == 1 ? 100 : 400);
        Evidence seen;
        for (int i = 0; i < 16; i++) seen.add(genome->id == 1 ? GoalSet{1, 0} : GoalSet{0, 1});
        return std::optional(seen);
    };
    for (const SuiteOfNetworks& suite :
         {safestSuite(archive, {1, 1}, play), smallestSuite(archive, {1, 1})}) {
        ASSERT_EQ(suite.networks.size(), 2u);
        for (const FoundNetwork& network : suite.networks)
            EXPECT_EQ(network.steps, network.genome.id == 1 ? 100 : 400);
        EXPECT_EQ(suite.longest(), 400);
    }
}

TEST(SuiteChoice, WantsEveryPlayThatAnybodyMasters) {
    auto evidence = [](std::initializer_list<std::uint8_t> plays) {
        Evidence seen;
        for (const std::uint8_t play : plays) seen.add({play});
        return seen;
    };
    // Three that miss the last play would be safe, if they missed by chance.
    const std::vector<Evidence> candidates{
        evidence({1, 1, 1, 1, 1, 1, 1, 0}), evidence({1, 1, 1, 1, 1, 1, 1, 0}),
        evidence({1, 1, 1, 1, 1, 1, 1, 0}), evidence({0, 0, 0, 0, 0, 0, 0, 1})};
    const std::vector<std::size_t> chosen = chooseSuite(candidates, 1, 0.2);
    EXPECT_THAT(reachedAlways(candidates, chosen, 1), ElementsAre(1));
    EXPECT_EQ(chosen.size(), 2u);
}

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
    EXPECT_THAT(targets.hardSeeds(0), ElementsAre(3u, 4u, 5u, 6u, 7u, 8u));
    EXPECT_TRUE(targets.hardSeeds(1).empty());
}

// Something may happen after ten seconds, unless a key ends everything before.
constexpr const char* kSurvive = R"(stage
  variable done = 0

when flag clicked
wait (10) seconds
if <key (space v) pressed?> then
  change [done v] by (1)
end

when [a v] key pressed
stop [other scripts in stage v]
)";

TEST(Judge, PrefersPlaysThatKeepTheTargetWithinReach) {
    const JudgeContext context(gameOf(kSurvive));
    Player player(context.vocabulary, context.fitness, context.machine);
    const GoalSet open(context.goals.size(), 1);
    Target target;
    for (std::size_t g = 0; g < context.goals.size(); g++) {
        const auto statement = static_cast<std::size_t>(context.statements[g]);
        if (context.program->statements[statement].opcode == Opcode::data_changevariableby)
            target.goal = static_cast<std::int32_t>(g);
    }
    ASSERT_NE(target.goal, kNone);
    JudgeRules rules;
    rules.play.steps = 200;
    // One that only waits, and one that presses the key that ends everything.
    std::uint32_t id = 0;
    Stream random(1);
    auto fan = [&](const char* event) {
        std::int32_t output = kNone;
        for (std::size_t i = 0; i < context.vocabulary.outputs().size(); i++) {
            if (context.vocabulary.outputs()[i].what->kind ==
                    (*event ? EventKind::KeyPress : EventKind::Wait) &&
                context.vocabulary.outputs()[i].what->text == event)
                output = static_cast<std::int32_t>(i);
        }
        EXPECT_NE(output, kNone) << event;
        const std::vector<std::int32_t> only{output};
        return freshGenome(context.vocabulary, {}, {}, only, id, random, output);
    };
    const Genome waits = fan(""), ends = fan("a");
    auto gained = [&](const Genome& genome) {
        auto fitness = [&](bool survival) {
            rules.survival = survival;
            return judge(player, context, rules, genome, open, target, Stream(7)).targetFitness;
        };
        return fitness(true) - fitness(false);
    };
    EXPECT_GT(gained(waits), 0.02);
    EXPECT_LT(gained(ends), 0.01);
}

}  // namespace
}  // namespace ounce::neuro
