// What may still happen: a game that is over need not be played to its end.
#include "neuro/future.h"

#include <gtest/gtest.h>

#include "neuro/judge.h"
#include "neuro/test_game.h"
#include "vm/machine.h"

namespace ounce::neuro {
namespace {

// Touching the ball is the end; the clouds go on.
constexpr const char* kRunner = R"(stage
  variable balls = 0

when flag clicked
forever
  wait (1) seconds
  broadcast (ball v)
end

when I receive [over v]
stop [other scripts in stage v]

sprite Runner
  costume "runner" rect 20 40 #0000ff

when I receive [over v]
hide

sprite Ball
  costume "ball" rect 20 20 #ff0000
  at x: 150 y: 0

when I receive [ball v]
set x to (150)
repeat (20)
  change x by (-15)
  if <touching (Runner v)?> then
    broadcast (over v)
    stop [this script v]
  end
end
change [balls v] by (1)

sprite Cloud
  costume "cloud" rect 20 20 #ffffff
  at x: 0 y: 150

when flag clicked
forever
  change x by (1)
end
)";

StatementIndex find(const JudgeContext& context, Opcode opcode) {
    for (const StatementIndex s : context.statements) {
        if (context.program->statements[static_cast<std::size_t>(s)].opcode == opcode) return s;
    }
    return kNone;
}

TEST(Future, EndsWhereOnlyLoopsAreLeftThatLeadNowhere) {
    const JudgeContext context(gameOf(kRunner));
    Moment moment = context.start;
    Machine machine(*context.program, moment.state, context.machine);
    Future future(context.fitness.flow());
    const StatementIndex counted = find(context, Opcode::data_changevariableby);
    const StatementIndex moved = find(context, Opcode::motion_changexby);
    auto looksAfter = [&](int steps) {
        for (int i = 0; i < steps; i++) moment.user.step(machine);
        future.look(moment.state);
    };
    looksAfter(1);
    EXPECT_TRUE(future.holds(counted)) << "a ball may come by";
    EXPECT_TRUE(future.holds(moved));
    looksAfter(100);
    EXPECT_FALSE(future.holds(counted)) << "nobody sends balls any more";
    EXPECT_FALSE(future.holds(find(context, Opcode::looks_hide)));
}

TEST(Future, SparesPlaysWhatCannotBeReached) {
    const JudgeContext context(gameOf(kRunner));
    Player player(context.vocabulary, context.fitness, context.machine);
    JudgeRules rules;
    const Genome nobody;
    const Replay shorter = replay(player, context, rules, nobody, 1);
    rules.deadEnds = false;
    const Replay whole = replay(player, context, rules, nobody, 1);
    EXPECT_EQ(whole.steps, rules.play.steps);
    EXPECT_LT(shorter.steps, 200);
    EXPECT_EQ(shorter.covered, whole.covered);
}

// What a user can start may happen at any time, and what follows a call, too.
TEST(Future, HoldsWhatUsersCanStartAndWhatFollowsACall) {
    const JudgeContext context(gameOf(R"(sprite Cat
  costume "cat" rect 20 40 #0000ff

when [space v] key pressed
say [Hello!]

when flag clicked
dance
hide

define dance
wait (3) seconds
)"));
    Moment moment = context.start;
    Machine machine(*context.program, moment.state, context.machine);
    Future future(context.fitness.flow());
    for (int i = 0; i < 10; i++) moment.user.step(machine);
    future.look(moment.state);
    EXPECT_TRUE(future.holds(find(context, Opcode::looks_say)));
    EXPECT_TRUE(future.holds(find(context, Opcode::looks_hide)));
    for (int i = 0; i < 200; i++) moment.user.step(machine);
    future.look(moment.state);
    EXPECT_TRUE(future.holds(find(context, Opcode::looks_say)));
    EXPECT_FALSE(future.holds(find(context, Opcode::looks_hide)));
}

}  // namespace
}  // namespace ounce::neuro
