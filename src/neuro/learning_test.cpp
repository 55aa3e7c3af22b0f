// Networks learn from what others did, and suites of networks that reach goals together.
#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>

#include "neuro/config.h"
#include "neuro/generation.h"
#include "neuro/suite_choice.h"
#include "neuro/test_game.h"
#include "testing/suite_json.h"

namespace ounce::neuro {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LearningTest : public ::testing::Test {
  protected:
    LearningTest() : context_(gameOf(kCatch)) {}

    std::int32_t input(const char* group, const char* feature) const {
        return context_.vocabulary.findInput(group, feature);
    }
    std::int32_t output(const char* event) const { return context_.vocabulary.findOutput(event); }

    Genome fresh(std::uint64_t seed) const {
        const std::vector<std::int32_t> inputs{input("Bowl", "X"), input("Apple", "X"), input("Apple", "Y"),
                                               input("Apple", "DISTBowlX"), input("Apple", "DISTBowlY")};
        const std::vector<std::int32_t> outputs{context_.vocabulary.waitOutput(),
                                                output("KeyPressEvent-left arrow"),
                                                output("KeyPressEvent-right arrow")};
        Stream random(seed);
        return freshGenome(context_.vocabulary, {}, inputs, outputs, static_cast<std::uint32_t>(seed),
                           random);
    }
    // Who goes where the apple is.
    std::vector<Example> catches(std::size_t count) const {
        std::vector<Example> examples;
        Stream random(3);
        for (std::size_t i = 0; i < count; i++) {
            const double apple = 2 * random.uniform() - 1, bowl = 2 * random.uniform() - 1;
            Example example;
            example.seen = {{input("Bowl", "X"), bowl},
                            {input("Apple", "X"), apple},
                            {input("Apple", "DISTBowlX"), (bowl - apple) / 2}};
            example.output = output(apple < bowl ? "KeyPressEvent-left arrow" : "KeyPressEvent-right arrow");
            example.parameters = {std::abs(apple - bowl) / 2};
            examples.push_back(std::move(example));
        }
        return examples;
    }
    static std::vector<const Example*> pointers(const std::vector<Example>& examples) {
        std::vector<const Example*> all;
        for (const Example& example : examples) all.push_back(&example);
        return all;
    }

    JudgeContext context_;
};

TEST_F(LearningTest, TheGradientIsTheSlopeOfTheLoss) {
    for (std::uint64_t seed = 1; seed <= 5; seed++) {
        Genome genome = fresh(seed);
        genome.hidden = Activation::Tanh;
        const Example example = catches(7).back();
        Gradient gradient(genome, context_.vocabulary);
        std::vector<double> change(genome.connections.size(), 0);
        gradient.loss(example, 0.1, change);
        for (std::size_t i = 0; i < change.size(); i++) {
            constexpr double kStep = 1e-5;
            auto lossWith = [&](double by) {
                Genome moved = genome;
                moved.connections[i].weight += by;
                return Gradient(moved, context_.vocabulary).loss(example, 0.1, {});
            };
            EXPECT_NEAR(change[i], (lossWith(kStep) - lossWith(-kStep)) / (2 * kStep), 1e-6)
                << seed << ' ' << i;
        }
    }
}

TEST_F(LearningTest, DisabledAndUnknownThingsDoNotCount) {
    Genome genome = fresh(1);
    genome.connections[0].enabled = false;
    Example example = catches(1)[0];
    example.seen.push_back({input("Bowl", "Y"), 0.5});  // the genome has no such node
    Gradient gradient(genome, context_.vocabulary);
    std::vector<double> change(genome.connections.size(), 0);
    EXPECT_GT(gradient.loss(example, 0, change), 0);
    EXPECT_EQ(change[0], 0);
}

TEST_F(LearningTest, DoesWhatItWasShown) {
    const std::vector<Example> examples = catches(200), others = catches(260);
    Genome genome = fresh(2);
    const double before = lossOf(genome, context_.vocabulary, pointers(examples));
    Stream random(1);
    learn(genome, context_.vocabulary, pointers(examples), {}, random);
    EXPECT_LT(lossOf(genome, context_.vocabulary, pointers(examples)), before / 2);
    // The others are 60 more of the same.
    EXPECT_LT(lossOf(genome, context_.vocabulary, pointers(others)), before / 2);
    Genome again = fresh(2);
    Stream same(1);
    learn(again, context_.vocabulary, pointers(examples), {}, same);
    EXPECT_EQ(again, genome);
}

TEST_F(LearningTest, NothingToLearnFromChangesNothing) {
    Genome genome = fresh(2);
    Stream random(1);
    learn(genome, context_.vocabulary, {}, {}, random);
    EXPECT_EQ(genome, fresh(2));
}

TEST_F(LearningTest, ATestIsALesson) {
    TestCase test;
    test.seed = 5;
    test.steps = 40;
    test.events = {{2, {.kind = UserEvent::Kind::KeyPress, .name = "right arrow", .steps = 5}},
                   {12, {.kind = UserEvent::Kind::KeyPress, .name = "left arrow", .steps = 20}},
                   {12, {.kind = UserEvent::Kind::KeyPress, .name = "q", .steps = 1}}};
    const Lesson lesson = lessonOf(context_, test, {});
    // Right, the time until left, left, the rest; nothing listens to q.
    ASSERT_EQ(lesson.examples.size(), 4u);
    EXPECT_EQ(lesson.examples[0].output, output("KeyPressEvent-right arrow"));
    EXPECT_THAT(lesson.examples[0].parameters, ElementsAre(0.5));
    EXPECT_EQ(lesson.examples[1].output, context_.vocabulary.waitOutput());
    EXPECT_THAT(lesson.examples[1].parameters, ElementsAre(9.0 / 50));
    EXPECT_EQ(lesson.examples[2].output, output("KeyPressEvent-left arrow"));
    EXPECT_THAT(lesson.examples[2].parameters, ElementsAre(1));  // longer than a network can
    // What is seen is the state in which it was done: five times twelve to the right.
    auto bowl = [&](const Example& example) {
        for (const SeenFeature& seen : example.seen) {
            if (seen.input == input("Bowl", "X")) return seen.value * 240;
        }
        return -999.0;
    };
    EXPECT_DOUBLE_EQ(bowl(lesson.examples[0]), 24);
    EXPECT_DOUBLE_EQ(bowl(lesson.examples[2]), 84);
    // `change x by (-12)` is reached, the win is not.
    EXPECT_GT(std::count(lesson.covered.begin(), lesson.covered.end(), 1), 10);
    EXPECT_LT(std::count(lesson.covered.begin(), lesson.covered.end(), 1),
              static_cast<std::ptrdiff_t>(lesson.covered.size()));
}

TEST_F(LearningTest, ReadsRecordingsOfWhisker) {
    const std::string id = context_.fitness.id(context_.goals[0]);
    const std::string json =
        R"({"0": {"0": {"features": {"Bowl": {"X": 0.25, "Nothing": 1}, "Ghost": {"X": 0.1},
        "Nobody": {"X": 1}}, "action": "keypressevent-Left arrow", "parameter": {"Steps": 0.4}},
        "1": {"features": {}, "action": "KeyPressEvent-z", "parameter": {}}, "coverage": [")" +
        id + R"(", "none"]}})";
    const auto lessons = readGroundTruth(context_, json, "it");
    ASSERT_TRUE(lessons) << lessons.error().message();
    ASSERT_EQ(lessons->size(), 1u);
    const Lesson& lesson = lessons->front();
    ASSERT_EQ(lesson.examples.size(), 1u);
    EXPECT_EQ(lesson.examples[0].output, output("KeyPressEvent-left arrow"));
    EXPECT_THAT(lesson.examples[0].parameters, ElementsAre(0.4));
    ASSERT_EQ(lesson.examples[0].seen.size(), 2u);
    EXPECT_EQ(lesson.examples[0].seen[0].input, input("Bowl", "X"));
    EXPECT_EQ(lesson.examples[0].seen[0].value, 0.25);
    EXPECT_EQ(lesson.covered[0], 1);
    EXPECT_EQ(std::count(lesson.covered.begin(), lesson.covered.end(), 1), 1);
    for (const char* bad : {"[]", "{\"0\": 1}", "{\"0\": {\"0\": {\"action\": \"x\"}}}", "{"})
        EXPECT_FALSE(readGroundTruth(context_, bad, "it")) << bad;
}

TEST_F(LearningTest, ConfigurationsSayHowToLearn) {
    const auto config = parseNeatestConfig(R"({"testGenerator": "neuroevolution", "algorithm": "neatest",
        "gradientDescent": {"learningRate": 0.01, "learningRateAlgorithm": "Gradual", "epochs": 50, "batchSize": 4,
        "labelSmoothing": 0.1, "probability": 0.3, "peerToPeerSharing": true}})",
                                           "it");
    ASSERT_TRUE(config) << config.error().message();
    EXPECT_EQ(config->learning.how.rate, 0.01);
    EXPECT_TRUE(config->learning.how.gradual);
    EXPECT_EQ(config->learning.how.epochs, 50);
    EXPECT_EQ(config->learning.how.batch, 4u);
    EXPECT_EQ(config->learning.how.labelSmoothing, 0.1);
    EXPECT_EQ(config->learning.probability, 0.3);
    EXPECT_EQ(config->learning.fresh, 1);
    EXPECT_FALSE(config->learning.ownTraces);
    const auto without =
        parseNeatestConfig(R"({"testGenerator": "neuroevolution", "algorithm": "neatest"})", "it");
    ASSERT_TRUE(without);
    EXPECT_EQ(without->learning.fresh, 0);
}

TEST(Improvements, CanBeSwitchedOff) {
    NeatestConfig config;
    ASSERT_TRUE(switchOff(config, "longer-plays,racing"));
    EXPECT_FALSE(config.longerPlays);
    EXPECT_FALSE(config.judge.racing);
    EXPECT_TRUE(config.chooseSuite);
    const auto unknown = switchOff(config, "wings");
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().message(), HasSubstr("«wings»"));
    for (const std::string& word : improvementWords()) EXPECT_TRUE(switchOff(config, word)) << word;
}

Evidence evidenceOf(std::initializer_list<GoalSet> plays) {
    Evidence evidence;
    for (const GoalSet& play : plays) evidence.add(play);
    return evidence;
}

TEST(SuiteChoice, TakesNetworksThatReachTheGoalsTogether) {
    // The first reaches one goal always, the others the second in two plays of three each.
    const std::vector<Evidence> candidates{
        evidenceOf({{1, 0, 0}, {1, 0, 0}, {1, 0, 0}}), evidenceOf({{0, 0, 0}, {0, 1, 0}, {0, 1, 0}}),
        evidenceOf({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}), evidenceOf({{0, 1, 0}, {0, 0, 0}, {0, 1, 0}})};
    const std::vector<std::size_t> chosen = chooseSuite(candidates, 3, 0.3);
    EXPECT_THAT(chosen, ::testing::UnorderedElementsAre(0u, 1u, 3u));
    EXPECT_THAT(reachedAlways(candidates, chosen, 3), ElementsAre(1, 1, 0));
    const std::vector<std::size_t> one{1};
    EXPECT_THAT(reachedAlways(candidates, one, 3), ElementsAre(0, 0, 0));
}

// One network that never missed in sixteen plays may miss in the next; two of them hardly will.
TEST(SuiteChoice, IsSafeWithTwoNetworksForAGoal) {
    Archive archive(2);
    auto found = [&](std::uint32_t id, const GoalSet& reliable) {
        Judgement judged;
        judged.genome.id = id;
        judged.plays = 10;
        judged.nearness.assign(2, 0);
        for (const std::uint8_t r : reliable) judged.hits.push_back(r ? 10 : 0);
        judged.trials.assign(2, 10);
        judged.reliable = judged.confirmed = reliable;
        archive.take(judged, {1, 1}, 0, 100);
    };
    const GatherEvidence play = [](const std::shared_ptr<const Genome>& genome, std::int64_t) {
        Evidence seen;
        for (int i = 0; i < 16; i++) seen.add(genome->id == 0 ? GoalSet{1, 0} : GoalSet{1, 1});
        return std::optional(seen);
    };
    found(0, {1, 0});
    found(1, {1, 1});
    const SuiteOfNetworks suite = safestSuite(archive, {1, 1}, play);
    EXPECT_THAT(suite.reliable, ElementsAre(1, 1));
    EXPECT_THAT(suite.safe, ElementsAre(1, 0));
    found(2, {0, 1});
    EXPECT_THAT(safestSuite(archive, {1, 1}, play).safe, ElementsAre(1, 1));
}

TEST(SuiteChoice, BeginsWithWhoIsEnoughAlone) {
    const GoalSet both{1, 1};
    const std::vector<Evidence> candidates{evidenceOf({{1, 0}, {1, 0}, {1, 0}}),
                                           evidenceOf({both, both, both}),
                                           evidenceOf({{0, 1}, {0, 1}, {0, 1}})};
    EXPECT_THAT(chooseSuite(candidates, 2, 0.2), ElementsAre(1u, 0u, 2u)) << "and has some to spare";
    EXPECT_THAT(chooseSuite({}, 2), ElementsAre());
}

}  // namespace
}  // namespace ounce::neuro
