// Networks as oracles: when a few plays are suspicious, and how often plays are that should not be.
#include "neuro/surprise.h"

#include <cmath>
#include <gmock/gmock.h>
#include <limits>

#include "neuro/generation.h"
#include "neuro/network_mutation.h"
#include "neuro/test_game.h"

namespace ounce::neuro {
namespace {

const Signal kNode{Signal::Kind::Node, "7", {}};
const Signal kTarget{Signal::Kind::Target, {}, {}};

// A node that differs in every play and one that never does; a target that is always reached.
WatchedPlay drawn(Stream& random, double shift = 0) {
    WatchedPlay play;
    for (const char* name : {"7", "8"}) {
        Aspects& aspects = play.signals[{Signal::Kind::Node, name, {}}];
        for (float& aspect : aspects) aspect = settled(name[0] == '7' ? random.gaussian() + shift : 0.5);
    }
    Aspects& target = play.signals[kTarget];
    target.fill(std::numeric_limits<float>::quiet_NaN());
    target[kLast] = 1;
    return play;
}

std::vector<WatchedPlay> several(int count, Stream& random, double shift = 0) {
    std::vector<WatchedPlay> plays;
    for (int i = 0; i < count; i++) plays.push_back(drawn(random, shift));
    return plays;
}

TEST(Surprise, RaisesAsManyFalseAlarmsAsItSaysAtMost) {
    Stream random(4);
    int alarms = 0;
    for (int n = 0; n < 40; n++) {
        const Reference reference(several(60, random), 0.05, 1);
        for (int i = 0; i < 10; i++)
            alarms += reference.judge(several(5, random)).suspicion != Suspicion::None ? 1 : 0;
    }
    EXPECT_LE(alarms, 20) << "5 % of 400";
}

TEST(Surprise, SeesWhatIsElsewhere) {
    Stream random(4);
    const Reference reference(several(100, random), 0.01, 1);
    for (int i = 0; i < 10; i++)
        EXPECT_EQ(reference.judge(several(6, random, 2)).suspicion, Suspicion::Surprise)
            << "moved by two deviations";
    std::vector<WatchedPlay> narrow = several(6, random);
    for (WatchedPlay& play : narrow)
        play.signals[kNode][kMean] = 0.01f * static_cast<float>(&play - &narrow[0]);
    EXPECT_EQ(reference.judge(narrow).suspicion, Suspicion::Surprise) << "usual values, but all in one place";
    std::vector<WatchedPlay> other = several(6, random);
    for (WatchedPlay& play : other) play.signals[{Signal::Kind::Node, "8", {}}][3] = 0.502f;
    EXPECT_EQ(reference.judge(other).suspicion, Suspicion::Surprise) << "what was the same in all plays";
}

TEST(Surprise, SaysWhatItIsAbout) {
    Stream random(4);
    const Reference reference(several(100, random), 0.01, 1);
    std::vector<WatchedPlay> plays = several(6, random);
    EXPECT_EQ(reference.judge(plays).suspicion, Suspicion::None);
    for (WatchedPlay& play : plays) play.signals[kTarget][kLast] = 0;
    EXPECT_EQ(reference.judge(plays).suspicion, Suspicion::TargetMissed);
    EXPECT_EQ(reference.judge(plays, [](const Signal& s) { return s != kTarget; }).suspicion, Suspicion::None)
        << "a target that the program does not have is not asked for";
    for (WatchedPlay& play : plays) play.signals[{Signal::Kind::NewEvent, "KeyPressEvent-q", {}}][kLast] = 1;
    EXPECT_EQ(reference.judge(plays).suspicion, Suspicion::NewEvent);
}

class OracleTest : public ::testing::Test {
  protected:
    JudgeContext context_{gameOf(kCatch)};
};

// Its plays under seeds that are unusual on the unchanged program already would suspect every mutant. At such
// a rate of alarms many plays are unusual.
TEST_F(OracleTest, SuspectsOnlyWhatDiffers) {
    NeatestOptions options;
    options.config.budget.steps = 30000;
    options.config.judge.play.steps = 200;
    options.config.judge.confirmations = 5;
    const auto found = generateNetworks(context_.program, "Catch", options, 1, {});
    ASSERT_TRUE(found);
    std::size_t unlike = 0;
    for (std::uint64_t seed = 1; seed <= 12; seed++) {
        NetworkMutationOptions how;
        how.references = 12;
        how.plays = 3;
        how.rate = 1;
        how.networks = 1;
        how.sample = 12;
        const NetworkMutation analysis =
            analyzeNetworks(context_.program, found->dynamic, how, {.seed = seed});
        EXPECT_EQ(analysis.networks, 1u);
        EXPECT_EQ(analysis.mutants.size(), 12u);
        EXPECT_EQ(analysis.killed(), analysis.killedOfDiffering());
        unlike += analysis.mutants.size() - analysis.differing();
    }
    EXPECT_GT(unlike, 0u) << "otherwise nothing was asked";
}

// A block that is gone takes nothing from what a network sees: it is not asked which blocks there are.
TEST_F(OracleTest, SeesAVariantWithTheEyesOfTheOriginal) {
    const Vocabulary own(
        gameOf("sprite Bowl\n  costume \"bowl\" rect 60 20 #0000ff\n\n"
               "when flag clicked\nmove (10) steps\n\n"
               "sprite Apple\n  costume \"apple\" rect 20 20 #ff0000\n"));
    auto looking = gameOf(
        "sprite Bowl\n  costume \"bowl\" rect 60 20 #0000ff\n\n"
        "when flag clicked\nif <touching (Apple v)?> then\n  move (10) steps\nend\n\n"
        "sprite Apple\n  costume \"apple\" rect 20 20 #ff0000\n");
    EXPECT_EQ(own.findInput("Bowl", "DISTAppleX"), kNone);
    const Vocabulary eyes(gameOf("sprite Bowl\n  costume \"bowl\" rect 60 20 #0000ff\n\n"
                                 "when flag clicked\nmove (10) steps\n\n"
                                 "sprite Apple\n  costume \"apple\" rect 20 20 #ff0000\n"),
                          Dialect::Whisker08, looking.get());
    EXPECT_NE(eyes.findInput("Bowl", "DISTAppleX"), kNone);
    EXPECT_EQ(eyes.inputs(), Vocabulary(looking).inputs());
}

}  // namespace
}  // namespace ounce::neuro
