// States that come again are recognised, and equal keys mean an equal future.
#include "vm/canonical.h"

#include <gtest/gtest.h>
#include <map>

#include "cases.h"

namespace ounce::properties {
namespace {

// The line of a step without what only counts steps: the numbers of step, time and passes.
std::string withoutStep(std::string line) {
    for (const char* name : {"\"step\":", "\"time\":", "\"passes\":", "\"done\":"}) {
        const std::size_t at = line.find(name);
        if (at == std::string::npos) continue;
        const std::size_t end = line.find_first_of(",}", at);
        line.erase(at, end - at);
    }
    return line;
}

std::string withoutTimer(std::string line) {
    const std::size_t at = line.find("\"timer\":");
    if (at == std::string::npos) return line;
    return line.erase(at, line.find(',', at) - at);
}

// What both do under the same random inputs.
std::string future(const Case& one, const State& from, std::uint32_t seed, int steps) {
    State state = from;
    Machine machine(*one.program, state, one.options);
    TraceWriter writer(*one.program, state);
    machine.watch(writer);
    Random random(seed);
    std::string text;
    for (int i = 0; i < steps; i++) {
        std::vector<InputEvent> inputs;
        static const char* const kKeys[] = {"ArrowLeft", "ArrowRight", " ", "a"};
        const double what = random.next();
        if (what < 0.2)
            inputs.push_back({.kind = InputEvent::Kind::KeyDown, .name = kKeys[static_cast<int>(what * 20)]});
        else if (what < 0.3)
            inputs.push_back({.kind = InputEvent::Kind::KeyUp, .name = kKeys[static_cast<int>(what * 10)]});
        else if (what < 0.4)
            inputs.push_back({.kind = InputEvent::Kind::MouseMove, .x = what * 100, .y = what * 50});
        else if (what < 0.45)
            inputs.push_back({.kind = InputEvent::Kind::Answer, .value = String("4")});
        machine.step(inputs);
        text += withoutTimer(withoutStep(writer.line(machine, false))) + '\n';
    }
    return text;
}

void equalKeysMeanEqualFutures(const Case& one, int& met) {
    const Canonical canonical(*one.program, one.options.mode);
    std::map<StateKey, State> seen;
    Traced run(one);
    for (std::uint64_t i = 0; i < one.steps; i++) {
        run.step();
        const auto [at, isNew] = seen.try_emplace(canonical(run.state()), run.state());
        if (isNew) continue;
        met++;
        for (const std::uint32_t seed : {1u, 2u})
            ASSERT_EQ(future(one, run.state(), seed, 12), future(one, at->second, seed, 12))
                << one.name << ": the states after " << at->second.step << " and " << run.state().step
                << " steps have the same key";
        if (seen.size() + 20 < i) return;
    }
}

TEST(Canonical, EqualKeysMeanEqualFutures) {
    int met = 0;
    for (Case& one : littlePrograms()) {
        one.steps = std::max<std::uint64_t>(one.steps, 40);
        equalKeysMeanEqualFutures(one, met);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(met, 500) << "too few states came again for the test to say anything";
}

// Left alone, some games end, or wait for their player.
TEST(Canonical, EqualKeysOfGamesMeanEqualFutures) {
    std::vector<Case> all = games(600, 24);
    if (all.empty()) GTEST_SKIP() << "there is no corpus";
    int met = 0;
    for (Case& one : all) {
        one.inputs.resize(1);  // the flag
        equalKeysMeanEqualFutures(one, met);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(met, 0) << "no state came again: the test says nothing";
}

struct Loop {
    const char* name;
    const char* script;  // of a sprite, behind the green flag
    int period;          // in steps; 0: never comes again
};

// A step is 33 or 34 ms: with waits, only every third stands at the same place in that rhythm.
const Loop kLoops[] = {
    {"turning", "forever\n  turn right (90) degrees\nend", 4},
    {"turning by thirds", "forever\n  turn right (120) degrees\nend", 3},
    {"moving to and fro", "forever\n  move (10) steps\n  move (-10) steps\nend", 1},
    {"changing sides",
     "forever\n  go to x: (0) y: (0)\n  if <(x position) = (0)> then\n    turn right (180) "
     "degrees\n  end\nend",
     2},
    {"an idle program", "say [hello]", 1},
    {"a polling loop", "wait until <key (space v) pressed?>", 1},
    {"a list that is filled and emptied",
     "forever\n  add (1) to [l v]\n  if <(length of [l v]) > (4)> then\n    delete all of [l v]\n  end\n  "
     "turn "
     "right (0) degrees\nend",
     5},
    {"a counter modulo seven", "forever\n  set [n v] to (((n) + (1)) mod (7))\n  turn right (0) degrees\nend",
     7},
    {"a counter without end", "forever\n  change [n v] by (1)\n  turn right (0) degrees\nend", 0},
    {"waiting a tenth of a second", "forever\n  wait (0.1) seconds\nend", 3},
    {"waiting and turning", "forever\n  turn right (180) degrees\n  wait (0.1) seconds\nend", 6},
    {"a clone made and deleted",
     "forever\n  create clone of (myself v)\n  turn right (0) degrees\nend\n\nwhen I start as a clone\nturn "
     "right (0) degrees\ndelete this clone",
     1},
    {"saying two things", "forever\n  say [a]\n  say [b]\nend", 1},
    {"thinking for a while", "forever\n  think [hm] for (0.1) seconds\nend", 3},
    {"a message to itself",
     "broadcast (go v)\n\nwhen I receive [go v]\nturn right (180) degrees\nbroadcast (go v)", 2},
    {"costumes in turn", "forever\n  next costume\nend", 2},
    {"showing and hiding", "forever\n  show\n  turn right (0) degrees\n  hide\n  show\nend", 1},
    {"an effect that goes round",
     "forever\n  change [ghost v] effect by (25)\n  if <(n) = (3)> then\n    clear "
     "graphic effects\n    set [n v] to (-1)\n  end\n  change [n v] by (1)\nend",
     4},
    {"layers", "forever\n  go [forward v] (1) layers\n  turn right (180) degrees\nend", 2},
    {"a random turn", "forever\n  turn right ((pick random (0) to (1)) * (180)) degrees\nend", 0},
};

int periodOf(const Loop& loop, std::string& why) {
    auto project = readText(
        std::string(
            "stage\n  variable n = 0\n  list l\n\nsprite Cat\n  costume \"a\" circle 20 orange\n  costume "
            "\"b\" circle 30 blue\n\nwhen flag clicked\n") +
            loop.script + "\n",
        "loop.scratch", "");
    if (!project) {
        why = project.error().message();
        return -1;
    }
    auto program = compile(std::move(*project));
    const MachineOptions options;
    State state = initialState(**program, options, 1);
    Machine machine(**program, state, options);
    machine.greenFlag();
    const Canonical canonical(**program, options.mode);
    std::map<StateKey, int> seen;
    for (int step = 0; step < 200; step++) {
        const auto [at, isNew] = seen.try_emplace(canonical(state), step);
        if (!isNew) return step - at->second;
        machine.step();
    }
    return 0;
}

TEST(Canonical, ProgramsThatLoopComeBackAfterTheirPeriod) {
    for (const Loop& loop : kLoops) {
        std::string why;
        EXPECT_EQ(periodOf(loop, why), loop.period) << loop.name << " " << why;
    }
}

TEST(Canonical, TheGeneratorCountsOnlyWhereItDecides) {
    auto project = readText(
        "stage\n\nsprite Cat\n  costume \"a\" circle 20 orange\n\nwhen flag clicked\nforever\n  turn right "
        "((pick random (0) to (1)) * (180)) degrees\nend\n",
        "draws.scratch", "");
    ASSERT_TRUE(project);
    auto program = compile(std::move(*project));
    const MachineOptions options;
    const State one = initialState(**program, options, 1), two = initialState(**program, options, 2);
    EXPECT_NE(Canonical(**program, options.mode)(one), Canonical(**program, options.mode)(two));
    EXPECT_EQ(Canonical(**program, options.mode, false)(one), Canonical(**program, options.mode, false)(two));
}

}  // namespace
}  // namespace ounce::properties
