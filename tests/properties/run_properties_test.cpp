// What must hold for every program: the same seed gives the same bytes, a copied state goes its own way, what
// was drawn can be replayed. Checked on the little programs of tests/programs and on games of the corpus.
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../programs/program_file.h"
#include "base/cast.h"
#include "project/load.h"
#include "vm/runner.h"
#include "vm/trace.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

struct Case {
    std::string name;
    std::shared_ptr<const Program> program;
    MachineOptions options;
    std::vector<InputEvent> inputs;
    std::uint64_t steps = 0;
};

// Keys and a moving, clicking mouse, so that a game has something to do.
std::vector<InputEvent> play(std::uint64_t steps) {
    using Kind = InputEvent::Kind;
    static const char* const kKeys[] = {"ArrowLeft", "ArrowRight", "ArrowUp", " ", "a"};
    std::vector<InputEvent> events{InputEvent{}};
    Random random(7);
    for (std::uint64_t step = 1; step < steps; step++) {
        const char* key = kKeys[static_cast<int>(random.next() * 5)];
        if (step % 7 == 0) events.push_back({.step = step, .kind = Kind::KeyDown, .name = key});
        if (step % 7 == 3) events.push_back({.step = step, .kind = Kind::KeyUp, .name = key});
        InputEvent mouse{.step = step, .kind = Kind::MouseMove};
        mouse.x = random.next() * 480 - 240;
        mouse.y = random.next() * 360 - 180;
        if (step % 11 == 0) mouse.kind = Kind::MouseDown;
        if (step % 11 == 1) mouse.kind = Kind::MouseUp;
        if (step % 3 == 0 || mouse.kind != Kind::MouseMove) events.push_back(mouse);
        if (step % 40 == 0) events.push_back({.step = step, .kind = Kind::Answer, .value = String("3")});
    }
    return events;
}

std::vector<Case> littlePrograms() {
    std::vector<Case> cases;
    for (const std::string& path : programs::allPrograms()) {
        if (path.find("/limits/") != std::string::npos) continue;
        auto file = programs::ProgramFileReader().read(path);
        if (!file) continue;
        auto project = readText(file->text, path, "");
        if (!project) continue;
        auto program = compile(std::move(*project));
        if (!program) continue;
        for (Mode mode : file->modes) {
            Case one;
            one.name = programs::nameOf(path);
            one.program = *program;
            one.options = file->options;
            one.inputs = file->inputs;
            one.steps = file->steps;
            one.options.mode = mode;
            cases.push_back(std::move(one));
        }
    }
    return cases;
}

std::vector<Case> games(std::uint64_t steps, std::size_t most) {
    const char* shared = std::getenv("OUNCE_SHARED");
    const fs::path corpus = (shared ? fs::path(shared) : fs::path(OUNCE_SOURCE_DIR) / "../shared") / "corpus";
    std::vector<std::string> files;
    for (const char* folder : {"neatest-ase22/games", "whisker/examples", "raspberrypilearning"}) {
        if (!fs::exists(corpus / folder)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(corpus / folder)) {
            if (entry.path().extension() == ".sb3") files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<Case> cases;
    for (const std::string& path : files) {
        if (cases.size() == most) break;
        auto project = loadProject(path);
        if (!project) continue;
        auto program = compile(std::move(*project));
        if (!program) continue;
        Case one;
        one.name = fs::path(path).filename();
        one.program = *program;
        one.inputs = play(steps);
        one.steps = steps;
        one.options.passes = 50;
        one.options.mode = cases.size() % 2 == 0 ? Mode::Scratch : Mode::Whisker;
        cases.push_back(std::move(one));
    }
    return cases;
}

// A run whose lines can be asked for one by one, from any state.
class Traced {
  public:
    Traced(const Case& one, State state)
        : case_(one),
          state_(std::move(state)),
          machine_(*one.program, state_, one.options),
          writer_(*one.program, state_) {
        machine_.observer = &writer_;
    }
    explicit Traced(const Case& one) : Traced(one, initialState(*one.program, one.options, 5)) {}

    std::string step() {
        std::vector<InputEvent> now;
        for (const InputEvent& event : case_.inputs) {
            if (event.step == state_.step) now.push_back(event);
        }
        machine_.step(now);
        return writer_.line(machine_, false);
    }
    std::string rest() {
        std::string text;
        while (state_.step < case_.steps) text += step() + '\n';
        return text;
    }
    State& state() { return state_; }
    Machine& machine() { return machine_; }

  private:
    const Case& case_;
    State state_;
    Machine machine_;
    TraceWriter writer_;
};

void copiesGoTheirOwnWay(const Case& one, std::uint64_t distance) {
    SCOPED_TRACE(one.name);
    Traced original(one);
    struct Copy {
        State state;
        std::size_t at;
    };
    std::vector<Copy> copies;
    std::string whole;
    while (original.state().step < one.steps) {
        if (original.state().step % distance == distance / 2)
            copies.push_back({original.state(), whole.size()});
        whole += original.step() + '\n';
    }
    // The original has gone on to the end; nothing of that may be seen in the copies.
    for (const Copy& copy : copies) {
        Traced again(one, copy.state);
        const std::uint64_t step = copy.state.step;
        ASSERT_EQ(again.rest(), whole.substr(copy.at)) << "copied after " << step << " steps";
        ASSERT_TRUE(again.state() == original.state()) << "copied after " << step << " steps";
        ASSERT_EQ(again.state().hash(), original.state().hash());
    }
}

TEST(Properties, TheSameSeedGivesTheSameBytes) {
    for (const Case& one : littlePrograms()) EXPECT_EQ(Traced(one).rest(), Traced(one).rest()) << one.name;
}

TEST(Properties, CopiesOfLittleProgramsGoTheirOwnWay) {
    for (const Case& one : littlePrograms()) copiesGoTheirOwnWay(one, 4);
}

TEST(Properties, CopiesOfGamesGoTheirOwnWay) {
    const std::vector<Case> all = games(200, 40);
    if (all.empty()) GTEST_SKIP() << "there is no corpus";
    for (const Case& one : all) copiesGoTheirOwnWay(one, 60);
}

TEST(Properties, AHundredRunsOfAGameAreTheSame) {
    const std::vector<Case> all = games(100, 5);
    if (all.empty()) GTEST_SKIP() << "there is no corpus";
    for (const Case& one : all) {
        const std::string first = Traced(one).rest();
        for (int i = 1; i < 100; i++) ASSERT_EQ(Traced(one).rest(), first) << one.name << ", run " << i;
    }
}

TEST(Properties, NoRunDependsOnTheOneBefore) {
    const std::vector<Case> all = games(120, 12);
    if (all.empty()) GTEST_SKIP() << "there is no corpus";
    for (std::size_t i = 0; i + 1 < all.size(); i++) {
        const std::string before = Traced(all[i]).rest();
        Traced(all[i + 1]).rest();
        ASSERT_EQ(Traced(all[i]).rest(), before) << all[i].name << " after " << all[i + 1].name;
    }
}

TEST(Properties, WhatWasDrawnCanBeReplayed) {
    std::vector<Case> all = littlePrograms();
    for (Case& one : games(150, 20)) all.push_back(std::move(one));
    int drawing = 0;
    for (const Case& one : all) {
        Traced recorded(one);
        RecordingChoices recording;
        recorded.machine().choices = &recording;
        const std::string expected = recorded.rest();
        // A generator of another seed: only the log can give the same numbers.
        Traced replayed(one, initialState(*one.program, one.options, 99));
        ReplayedChoices replaying(recording.log);
        replayed.machine().choices = &replaying;
        ASSERT_EQ(replayed.rest(), expected) << one.name;
        drawing += !recording.log.empty();
    }
    EXPECT_GT(drawing, 10);
}

TEST(Properties, EqualStatesHaveEqualHashesAndStepsChangeThem) {
    for (const Case& one : littlePrograms()) {
        Traced run(one);
        State before = run.state();
        while (run.state().step < one.steps) {
            run.step();
            const State copy = run.state();
            ASSERT_TRUE(copy == run.state()) << one.name;
            ASSERT_EQ(copy.hash(), run.state().hash()) << one.name;
            ASSERT_FALSE(copy == before) << one.name << ": a step leaves its mark at least on the clock";
            before = copy;
        }
    }
}

}  // namespace
}  // namespace ounce
