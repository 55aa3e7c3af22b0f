// Programs to try properties on: the little ones of tests/programs and games of the corpus, each with inputs.
#pragma once

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "../programs/program_file.h"
#include "../shared_folder.h"
#include "project/load.h"
#include "vm/load_program.h"
#include "vm/runner.h"
#include "vm/trace.h"

namespace ounce::properties {

struct Case {
    std::string name;
    std::shared_ptr<const Program> program;
    MachineOptions options;
    std::vector<InputEvent> inputs;
    std::uint64_t steps = 0;
};

// Keys and a moving, clicking mouse, so that a game has something to do.
inline std::vector<InputEvent> play(std::uint64_t steps) {
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

inline std::vector<Case> littlePrograms() {
    std::vector<Case> cases;
    for (const std::string& path : programs::allPrograms()) {
        if (path.find("/limits/") != std::string::npos) continue;
        auto file = programs::ProgramFileReader().read(path);
        if (!file) throw std::runtime_error(path + " cannot be read");
        auto project = readText(file->text, path, std::filesystem::path(path).parent_path().string());
        if (!project) throw std::runtime_error(path + " is not a program");
        auto program = compile(std::move(*project));
        if (!program) throw std::runtime_error(path + " cannot be compiled");
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

// A project with somebody who plays.
inline Case gameOf(const std::string& path, std::uint64_t steps, Mode mode) {
    auto program = loadProgram(path);
    if (!program) throw std::runtime_error(program.error().message());
    Case one;
    one.name = std::filesystem::path(path).filename();
    one.program = *program;
    one.inputs = play(steps);
    one.steps = steps;
    one.options.passes = 50;
    one.options.mode = mode;
    return one;
}

inline std::vector<Case> games(std::uint64_t steps, std::size_t most) {
    std::vector<std::string> files;
    for (const char* folder : {"neatest-ase22/games", "whisker/examples", "raspberrypilearning"}) {
        if (!std::filesystem::exists(corpus() / folder)) continue;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus() / folder)) {
            if (entry.path().extension() == ".sb3") files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<Case> cases;
    for (const std::string& path : files) {
        if (cases.size() == most) break;
        cases.push_back(gameOf(path, steps, cases.size() % 2 == 0 ? Mode::Scratch : Mode::Whisker));
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
        machine_.watch(writer_);
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

}  // namespace ounce::properties
