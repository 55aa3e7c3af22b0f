// Who plays in the suite, and how networks are judged.
#include "neuro/suite_evaluation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "neuro/test_game.h"
#include "neuro/test_judgement.h"

namespace ounce::neuro {
namespace {

using ::testing::ElementsAre;

// Two relatives miss with the same seeds; a stranger misses with others.
class SuiteEvaluationTest : public ::testing::Test {
  protected:
    static GoalSet reach(std::uint32_t network, std::uint32_t seed) {
        const bool hit = network == 3 ? seed % 5 != 1 : seed % 10 != 7;
        return {hit ? std::uint8_t{1} : std::uint8_t{0}};
    }
    SuiteEvaluation::Plays plays() {
        SuiteEvaluation::Plays plays;
        plays.evaluate = [this](const Genome& genome, std::span<const std::uint32_t> seeds, std::int64_t) {
            std::vector<Replay> made;
            for (const std::uint32_t seed : seeds) {
                made.push_back({.covered = reach(genome.id, seed), .steps = 10});
                evaluated++;
            }
            return made;
        };
        plays.confirm = [](const SuiteOfNetworks& suite, std::span<const std::uint32_t> seeds,
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

    int evaluated = 0;
};

TEST_F(SuiteEvaluationTest, RelativesThatMissTogetherAreFoundOutInTheConfirmation) {
    Archive archive(1);
    for (const std::uint32_t id : {3u, 1u, 2u}) archive.take(reliable(id, {1}, 10), {1}, 0, 100);
    SuiteEvaluation evaluation(plays(), {2, 3, 4, 5, 8, 9, 12, 13, 14, 15, 18, 19, 22, 23, 24, 25});
    SuiteOfNetworks suite = evaluation.choose(archive, {1});
    EXPECT_THAT(suite.safe, ElementsAre(1)) << "as far as sixteen seeds can tell";
    EXPECT_EQ(suite.networks.size(), 2u);
    const std::vector<Missed> missed = evaluation.confirm(suite, from(100, 40), always);
    ASSERT_EQ(missed.size(), 1u);
    EXPECT_EQ(missed[0].seed, 107u);
    const int before = evaluated;
    suite = evaluation.choose(archive, {1});
    EXPECT_EQ(evaluated - before, 1 + 1 + 17) << "the relatives only with the new seed";
    EXPECT_THAT(suite.reliable, ElementsAre(1));
    EXPECT_TRUE(evaluation.confirm(suite, from(200, 40), always).empty());
}

TEST_F(SuiteEvaluationTest, TheConfirmationEndsWithTheTime) {
    Archive archive(1);
    archive.take(reliable(1, {1}, 10), {1}, 0, 100);
    SuiteEvaluation evaluation(plays(), {2});
    const SuiteOfNetworks suite = evaluation.choose(archive, {1});
    EXPECT_FALSE(evaluation.confirm(suite, from(0, 16), always).empty());
    EXPECT_TRUE(evaluation.confirm(suite, from(0, 16), [] { return false; }).empty());
}

TEST_F(SuiteEvaluationTest, SaysWithWhichSeedsNobodyReachesAGoal) {
    Archive archive(1);
    for (const std::uint32_t id : {1u, 2u}) archive.take(reliable(id, {1}, 10), {1}, 0, 100);
    SuiteEvaluation evaluation(plays(), {2, 3, 17, 4});
    const std::vector<Missed> missed = evaluation.missed(evaluation.choose(archive, {1}));
    ASSERT_EQ(missed.size(), 1u);
    EXPECT_EQ(missed[0].seed, 17u);
}

TEST_F(SuiteEvaluationTest, SaysWhenSomebodyWasNotEvaluated) {
    Archive archive(1);
    for (const std::uint32_t id : {1u, 2u, 3u}) archive.take(reliable(id, {1}, 10), {1}, 0, 100);
    SuiteEvaluation::Plays some = plays();
    some.evaluate = [this, all = some.evaluate](const Genome& genome, std::span<const std::uint32_t> seeds,
                                                std::int64_t steps) {
        return evaluated < 2 ? all(genome, seeds, steps) : std::vector<Replay>();
    };
    SuiteEvaluation evaluation(some, {2, 3});
    (void)evaluation.choose(archive, {1});
    EXPECT_TRUE(evaluation.wasCutShort());
    evaluated = 0;
    SuiteEvaluation patient(plays(), {2, 3});
    (void)patient.choose(archive, {1});
    EXPECT_FALSE(patient.wasCutShort());
}

TEST(SuiteChoice, EachNetworkIsEvaluatedAsLongAsItPlayedInTheSearch) {
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
    EXPECT_EQ(chosen.size(), 4u) << "some to spare";
}

TEST(SuiteChoice, HasNetworksToSpareButNotAll) {
    std::vector<Evidence> candidates(9);
    for (Evidence& one : candidates) {
        for (int play = 0; play < 16; play++) one.add({1});
    }
    EXPECT_THAT(chooseSuite(candidates, 1), ElementsAre(0u, 1u, 2u, 3u));
}

// Five relatives miss one of sixteen plays; one that reaches the goal now and then masters it.
class Relatives : public ::testing::Test {
  protected:
    static constexpr std::size_t kHard = 7;
    void take(std::uint32_t id, int hits) {
        Judgement judged = reliable(id, {1}, 10);
        judged.hits[0] = hits;
        if (hits < 10) judged.reliable = judged.confirmed = {0};
        archive.take(judged, {1}, 0, 100);
    }
    std::optional<Evidence> play(std::uint32_t id) {
        evaluated.push_back(id);
        Evidence seen;
        for (std::size_t i = 0; i < 16; i++) {
            const bool stranger = id >= 6;
            seen.add({(i == kHard) == stranger ? std::uint8_t{1} : std::uint8_t{0}});
        }
        return seen;
    }
    SuiteOfNetworks choose(const std::map<std::uint32_t, EvaluatedNetwork>& before = {}) {
        return safestSuite(
            archive, {1},
            [&](const std::shared_ptr<const Genome>& genome, std::int64_t) { return play(genome->id); },
            before);
    }
    void SetUp() override {
        for (std::uint32_t id = 1; id <= 5; id++) take(id, 10);
    }

    Archive archive{1};
    std::vector<std::uint32_t> evaluated;
};

TEST_F(Relatives, AreNotEnoughWhereTheyAllMiss) {
    take(6, 3);
    const SuiteOfNetworks suite = choose();
    EXPECT_THAT(evaluated, ::testing::Contains(6u)) << "five that miss by chance would have been enough";
    EXPECT_THAT(suite.reliable, ElementsAre(1));
    EXPECT_THAT(suite.safe, ElementsAre(0)) << "only one masters that play";
    ASSERT_EQ(suite.missed.size(), 1u);
    EXPECT_EQ(suite.missed[0].play, kHard);
    take(7, 3);
    const SuiteOfNetworks more = choose();
    EXPECT_THAT(more.safe, ElementsAre(1));
    EXPECT_TRUE(more.missed.empty());
}

TEST_F(Relatives, LeaveAPlayThatNobodyMasters) {
    const SuiteOfNetworks suite = choose();
    EXPECT_THAT(suite.reliable, ElementsAre(0));
    ASSERT_EQ(suite.missed.size(), 1u);
    EXPECT_EQ(suite.missed[0].play, kHard);
}

TEST(SuiteChoice, TurnsFirstToThoseWhoWereEvaluatedBefore) {
    Archive archive(1);
    std::map<std::uint32_t, EvaluatedNetwork> before;
    Evidence always;
    for (int i = 0; i < 16; i++) always.add({1});
    for (const std::uint32_t id : {1u, 2u, 3u, 4u}) {
        archive.take(reliable(id, {1}, 10), {1}, 0, 100);
        if (id <= 2) before[id] = {archive.near(0).front().genome, 100, always};
    }
    std::vector<std::uint32_t> evaluated;
    const SuiteOfNetworks suite = safestSuite(
        archive, {1},
        [&](const std::shared_ptr<const Genome>& genome, std::int64_t) {
            evaluated.push_back(genome->id);
            return std::optional(always);
        },
        before);
    EXPECT_THAT(evaluated, ::testing::UnorderedElementsAre(1u, 2u));
    EXPECT_THAT(suite.safe, ElementsAre(1));
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
