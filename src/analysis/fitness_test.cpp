#include "analysis/fitness.h"

#include <gtest/gtest.h>

#include "analysis/distance_collector.h"
#include "project/load.h"
#include "vm/runner.h"

namespace ounce {
namespace {

std::shared_ptr<const Program> programOf(const std::string& text) {
    auto project = readText(text, "test.scratch", "");
    EXPECT_TRUE(project) << project.error().message();
    auto program = compile(std::move(*project));
    EXPECT_TRUE(program) << program.error().message();
    return *program;
}

GoalIndex goalNamed(const Fitness& fitness, const std::string& name) {
    for (std::size_t i = 0; i < fitness.goals().size(); i++) {
        if (fitness.describe(static_cast<GoalIndex>(i)) == name) return static_cast<GoalIndex>(i);
    }
    ADD_FAILURE() << "no goal " << name;
    return 0;
}

RunTrace run(const Fitness& fitness, int steps) {
    Runner runner(std::make_shared<const Program>(fitness.program()), {}, 1, {InputEvent{}});
    DistanceCollector collector(fitness);
    collector.attach(runner.machine());
    for (int i = 0; i < steps; i++) runner.step();
    return collector.trace(runner.machine());
}

void cover(const Fitness& fitness, RunTrace& trace, const std::string& name) {
    trace.covered[static_cast<std::size_t>(
        fitness.goals()[static_cast<std::size_t>(goalNamed(fitness, name))].statement)] = 1;
}

constexpr auto kFigure10 = R"(
stage
  variable x = 61
sprite Cat

when flag clicked
if <(x) > [50]> then
  if <(x) > [60]> then
    change [x v] by (1)
    say [Hi]
  end
end
)";

// The paper's example: interrupted on the right path, only the control flow distance is left.
TEST(Fitness, CountsStatementsOnTheRightPath) {
    const Fitness fitness(programOf(kFigure10));
    const GoalIndex say = goalNamed(fitness, "Cat: say [Hi]");
    RunTrace trace = fitness.emptyTrace();
    for (const char* name :
         {"Cat: when flag clicked", "Cat: if <(x) > [50]> then", "Cat: if <(x) > [60]> then"})
        cover(fitness, trace, name);
    for (std::size_t i = 0; i < trace.distances.size(); i += 2) trace.distances[i] = 0;
    EXPECT_EQ(fitness.depths(trace)[static_cast<std::size_t>(say)], fitness.path(say, trace).size());
    EXPECT_EQ(fitness.partsOfAll(trace)[static_cast<std::size_t>(say)].value,
              fitness.parts(say, trace).value);
    EXPECT_EQ(fitness.parts(say, trace).approachLevel, 0);
    EXPECT_EQ(fitness.parts(say, trace).branchDistance, 0);
    EXPECT_EQ(fitness.parts(say, trace).controlFlowDistance, 2);
    EXPECT_DOUBLE_EQ(fitness.fitness(say, trace), 2.0 / 3);
    cover(fitness, trace, "Cat: change [x v] by (1)");
    EXPECT_EQ(fitness.parts(say, trace).controlFlowDistance, 1);
    EXPECT_DOUBLE_EQ(fitness.fitness(say, trace), 1.0 / 2);
    cover(fitness, trace, "Cat: say [Hi]");
    EXPECT_EQ(fitness.fitness(say, trace), 0);
}

TEST(Fitness, FollowsAlgorithm6) {
    const Fitness fitness(programOf(R"(
stage
  variable x = 42
sprite Cat

when flag clicked
if <(x) > [50]> then
  if <(x) > [60]> then
    say [Hi]
  end
end
)"));
    const RunTrace trace = run(fitness, 1);
    EXPECT_DOUBLE_EQ(fitness.fitness(goalNamed(fitness, "Cat: say [Hi]"), trace), 2 * 1 + 9.0 / 10 + 1);
    EXPECT_DOUBLE_EQ(fitness.fitness(goalNamed(fitness, "Cat: if <(x) > [60]> then"), trace), 9.0 / 10 + 1);
}

TEST(Fitness, KnowsBranches) {
    const Fitness fitness(programOf(R"(
stage
  variable x = 42
sprite Cat

when flag clicked
repeat (3)
  if <(x) = [50]> then
    repeat until <(x) = [60]>
    end
  end
end
)"));
    const RunTrace trace = run(fitness, 10);
    auto value = [&](const char* name) { return fitness.fitness(goalNamed(fitness, name), trace); };
    EXPECT_EQ(value("Cat: when flag clicked: true"), 0);
    EXPECT_EQ(value("Cat: repeat (3): true"), 0);
    EXPECT_EQ(value("Cat: repeat (3): false"), 0);
    EXPECT_EQ(value("Cat: if <(x) = [50]> then: false"), 0);
    EXPECT_DOUBLE_EQ(value("Cat: if <(x) = [50]> then: true"), 8.0 / 9 + 1);
    EXPECT_DOUBLE_EQ(value("Cat: repeat until <(x) = [60]>: true"), 2 + 8.0 / 9 + 1);
}

TEST(Fitness, MergesRuns) {
    const Fitness fitness(programOf(kFigure10));
    RunTrace one = run(fitness, 0);
    EXPECT_EQ(one, fitness.emptyTrace());
    const RunTrace two = run(fitness, 1);
    one.merge(two);
    EXPECT_EQ(one, two);
}

// A search extends a run from the snapshot at its end.
TEST(Fitness, GoesOnFromASnapshot) {
    const auto program = programOf(R"(
stage
  variable x = 0
sprite Cat

when flag clicked
repeat until <(x) > [50]>
  change [x v] by (1)
  say [Hi] for (0.1) seconds
end
)");
    const Fitness fitness(program);
    Runner runner(program, {}, 1, {InputEvent{}});
    DistanceCollector collector(fitness);
    collector.attach(runner.machine());
    for (int i = 0; i < 20; i++) runner.step();
    const State state = runner.state();
    const RunTrace trace = collector.trace(runner.machine());
    auto goOn = [&] {
        for (int i = 0; i < 20; i++) runner.step();
        return collector.trace(runner.machine());
    };
    const RunTrace once = goOn();
    runner.state() = state;
    collector.restart(trace);
    EXPECT_EQ(goOn(), once);
    EXPECT_LT(once.distances[0], trace.distances[0]);
}

TEST(Fitness, FindsGoals) {
    const Fitness fitness(programOf(kFigure10));
    const GoalIndex say = goalNamed(fitness, "Cat: say [Hi]");
    const StatementIndex statement = fitness.goals()[static_cast<std::size_t>(say)].statement;
    EXPECT_EQ(fitness.find(std::to_string(statement)), say);
    EXPECT_EQ(fitness.find(fitness.id(say)), say);
    EXPECT_EQ(fitness.find("nothing of that kind"), std::nullopt);
}

TEST(Fitness, ShowsThePathAndWhatIsMissing) {
    const Fitness fitness(programOf(R"(
stage
  variable x = 42
sprite Cat

when flag clicked
if <(x) > [50]> then
  broadcast (go v)
end

when I receive [go v]
say [Hi]
)"));
    const auto path = fitness.path(goalNamed(fitness, "Cat: say [Hi]"), run(fitness, 2));
    ASSERT_EQ(path.size(), 3U);
    EXPECT_EQ(fitness.names().name(path[0].node), "flag clicked");
    EXPECT_EQ(path[0].distance, 0);
    EXPECT_EQ(fitness.names().name(path[1].node), "Cat: if <(x) > [50]> then");
    EXPECT_EQ(path[1].distance, 9);
    EXPECT_EQ(fitness.names().name(path[2].node), "message go");
    EXPECT_FALSE(path[2].executed);
}

// ---- distances of conditions ----

// The distance to the then-branch, and if that was taken, minus the distance to the other one.
double distanceOf(const std::string& head, const std::string& condition, int steps = 2) {
    const Fitness fitness(
        programOf(head + "\nwhen flag clicked\nforever\nif <" + condition + "> then\nend\nend\n"));
    const RunTrace trace = run(fitness, steps);
    return trace.distances[0] > 0 ? trace.distances[0] : -trace.distances[1];
}

TEST(Distance, FollowsKorelForNumbers) {
    const std::string head = "stage\n  variable x = 42\nsprite Cat\n";
    EXPECT_EQ(distanceOf(head, "(x) > [50]"), 9);
    EXPECT_EQ(distanceOf(head, "(x) > [40]"), -2);
    EXPECT_EQ(distanceOf(head, "(x) < [40]"), 3);
    EXPECT_EQ(distanceOf(head, "(x) = [40]"), 2);
    EXPECT_EQ(distanceOf(head, "(x) = [42]"), -1);
    EXPECT_EQ(distanceOf(head, "not <(x) > [40]>"), 2);
    EXPECT_EQ(distanceOf(head, "<(x) > [50]> and <(x) < [40]>"), 12);
    // One of two: less than each of them, and it falls when either falls.
    EXPECT_EQ(distanceOf(head, "<(x) > [50]> or <(x) < [40]>"), 9.0 / 12 * 3);
    EXPECT_EQ(distanceOf(head, "<(x) > [40]> and <(x) < [50]>"), -2.0 / 10 * 8);
    EXPECT_GT(distanceOf(head, "<(x) = [cat]> or <(x) > [50]>"),
              distanceOf(head, "<(x) = [cat]> or <(x) > [45]>"))
        << "a text that is not equal hides no number";
    EXPECT_EQ(distanceOf(head, "not <<(x) > [40]> or <(x) > [30]>>"), 14);
    EXPECT_EQ(distanceOf(head, ""), 1);
}

TEST(Distance, OfTextsIsOneOrNothing) {
    const std::string head = "stage\n  variable x = \"apple\"\nsprite Cat\n";
    EXPECT_EQ(distanceOf(head, "(x) = [pear]"), 1);
    EXPECT_EQ(distanceOf(head, "(x) = [APPLE]"), -1);
    EXPECT_EQ(distanceOf(head, "(x) > [pear]"), 1);
    EXPECT_EQ(distanceOf(head, "(x) < [pear]"), -1);
}

TEST(Distance, IsNeverInfinite) {
    const std::string head = "stage\n  variable x = \"Infinity\"\nsprite Cat\n";
    EXPECT_EQ(distanceOf(head, "(x) < [0]"), 1e9);
    EXPECT_EQ(distanceOf(head, "(x) = [0]"), 1e9);
}

TEST(Distance, OfSensingIsMeasuredOnTheStage) {
    const std::string head =
        "stage\nsprite Dog\n  costume \"c\" rect 20 20 #00ff00\n  at x: 130 y: 40\nsprite Cat\n"
        "  costume \"c\" rect 20 20 #ff0000\n  at x: 100 y: 0\n";
    EXPECT_EQ(distanceOf(head, "touching (Dog v)?"), 50);
    EXPECT_NEAR(distanceOf(head, "touching (edge v)?"), 130, 1);
    EXPECT_EQ(distanceOf(head, "key (space v) pressed?"), 1);
    EXPECT_EQ(distanceOf(head, "mouse down?"), 1);
    EXPECT_EQ(distanceOf(head, "(loudness) > [10]"), 12);
    EXPECT_EQ(distanceOf(head, "(distance to (Dog v)) < [20]"), 31);
    EXPECT_EQ(distanceOf(head, "touching color [#0000ff]?"), 1);
    const double green = distanceOf(head, "touching color [#00ff00]?") * 600;
    EXPECT_GT(green, 35);  // the nearest corner is 36 away
    EXPECT_LT(green, 45);
    const double own = distanceOf(head, "color [#ff0000] is touching [#00ff00]?") * 600;
    EXPECT_GT(own, 20);
    EXPECT_LT(own, 55);
    EXPECT_EQ(distanceOf(head, "color [#0000ff] is touching [#00ff00]?"), 1);
}

TEST(Distance, OfWhatIsHiddenIsWorseAndStillHasAGradient) {
    auto touching = [](double x) {
        return distanceOf("stage\nsprite Dog\n  hidden\n  costume \"c\" rect 20 20 #00ff00\n  at x: " +
                              std::to_string(x) + " y: 0\nsprite Cat\n  costume \"c\" rect 20 20 #ff0000\n",
                          "touching (Dog v)?");
    };
    EXPECT_GT(touching(0), 599);
    EXPECT_LT(touching(50), touching(100));
}

// Watching must not draw again what the program drew.
TEST(Distance, LeavesRandomNumbersAlone) {
    const auto program = programOf(R"(
stage
  variable x = 0
sprite Cat

when flag clicked
forever
  if <(pick random (1) to (10)) = [3]> then
    change [x v] by (1)
  end
  if <<touching (edge v)?> and <touching (mouse-pointer v)?>> then
    move (pick random (1) to (10)) steps
  end
end

when [timer v] > (pick random (1) to (10))
change [x v] by (100)
)");
    const Fitness fitness(program);
    Runner plain(program, {}, 1, {InputEvent{}}), watched(program, {}, 1, {InputEvent{}});
    DistanceCollector collector(fitness);
    collector.attach(watched.machine());
    for (int i = 0; i < 400; i++) {
        plain.step();
        watched.step();
    }
    EXPECT_EQ(plain.state(), watched.state());
}

}  // namespace
}  // namespace ounce
