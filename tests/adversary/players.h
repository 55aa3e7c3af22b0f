// Those who attack a proof: somebody who plays at random, somebody who tries all short plays, and the search.
#pragma once

#include <cmath>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "base/random.h"
#include "spec/watch.h"
#include "tasks/falsify.h"
#include "vm/machine.h"

namespace ounce::adversary {

using Kind = InputEvent::Kind;

// Somebody who does one thing in a step, most of the time.
class Player {
  public:
    Player(const Program& program, std::uint32_t seed, bool namesStop, bool isRude)
        : program_(program), random_(seed), namesStop_(namesStop), isRude_(isRude) {}

    std::vector<InputEvent> next(const State& state, bool idle) {
        std::vector<InputEvent> inputs;
        const int things = isRude_ ? below(3) : 1;
        for (int i = 0; i < things; i++) thing(state, idle, inputs);
        return inputs;
    }

  private:
    int below(int n) { return static_cast<int>(random_.next() * n); }
    static InputEvent event(Kind kind, std::string name = {}) {
        InputEvent e;
        e.kind = kind;
        e.name = std::move(name);
        return e;
    }
    Value typed() {
        static const std::vector<std::string> kTexts = {
            "",  "0",   "1",  "2",   "3",   "-1",  "2.5", "0.5", "a", "A",    "b",    "hi", "1.5",
            "5", "100", "-0", "1e3", "0x2", " 2 ", "aa",  "2.4", "!", "-2.5", "9999", "4x", "Infinity"};
        if (below(4) == 0) return Value(String(fmt::format("{}", below(41) - 20)));
        return Value(String(kTexts[static_cast<std::size_t>(below(static_cast<int>(kTexts.size())))]));
    }

    void thing(const State& state, bool idle, std::vector<InputEvent>& inputs) {
        if (state.shownQuestion && below(2) == 0) {
            InputEvent e = event(Kind::Answer);
            e.value = typed();
            inputs.push_back(std::move(e));
            return;
        }
        switch (below(9)) {
            case 0:
            case 1: {
                static const char* const kKeys[] = {" ", "a", "ArrowUp", "q"};
                const char* key = kKeys[below(4)];
                inputs.push_back(event(below(3) == 0 ? Kind::KeyUp : Kind::KeyDown, key));
                break;
            }
            case 2:
            case 3: pointer(state, inputs); break;
            case 4: inputs.push_back(event(below(2) == 0 ? Kind::MouseUp : Kind::MouseDown)); break;
            case 5: drag(state, inputs); break;
            case 6:
                if (idle || isRude_) inputs.push_back(event(Kind::GreenFlag));
                break;
            case 7:
                if (namesStop_ || isRude_) inputs.push_back(event(Kind::StopAll));
                break;
            default: outside(inputs); break;
        }
    }

    // To a sprite, or anywhere; and perhaps a click there.
    void pointer(const State& state, std::vector<InputEvent>& inputs) {
        InputEvent move = event(Kind::MouseMove);
        const std::int32_t place =
            state.pane[static_cast<std::size_t>(below(static_cast<int>(state.pane.size())))];
        const TargetState& t = *state.targets[static_cast<std::size_t>(place)];
        const bool near = below(2) == 0 && std::abs(t.x) < 240 && std::abs(t.y) < 180;
        move.x = near ? std::round(t.x) : below(481) - 240;
        move.y = near ? std::round(t.y) : below(361) - 180;
        inputs.push_back(move);
        if (below(2) == 0) return;
        inputs.push_back(event(Kind::MouseDown));
        if (below(2) == 0) inputs.push_back(event(Kind::MouseUp));
    }

    void drag(const State& state, std::vector<InputEvent>& inputs) {
        for (const std::int32_t place : state.pane) {
            const TargetState& t = *state.targets[static_cast<std::size_t>(place)];
            if (!t.draggable || !t.visible || t.isClone) continue;
            InputEvent e = event(Kind::DragTo, program_.sprites[static_cast<std::size_t>(t.sprite)].name);
            e.x = below(481) - 240;
            e.y = below(361) - 180;
            inputs.push_back(std::move(e));
            return;
        }
    }

    // Sliders, other players, noise.
    void outside(std::vector<InputEvent>& inputs) {
        if (below(3) == 0) {
            InputEvent e = event(Kind::Loudness);
            e.value = Value(static_cast<double>(below(101)));
            inputs.push_back(std::move(e));
            return;
        }
        for (const ProgramMonitor& monitor : program_.monitors) {
            if (monitor.mode == "slider") set("s", Value(static_cast<double>(below(101))), inputs);
        }
        for (const VariableSlot& variable : program_.sprites[0].variables) {
            if (variable.cloud) set(variable.name, Value(below(50) / 4.0), inputs);
        }
    }
    static void set(const std::string& name, Value value, std::vector<InputEvent>& inputs) {
        if (!inputs.empty()) return;
        InputEvent e = event(Kind::SetVariable, "_stage_");
        e.variable = name;
        e.value = std::move(value);
        inputs.push_back(std::move(e));
    }

    const Program& program_;
    Random random_;
    bool namesStop_, isRude_;
};

// Chance that always gives the least, or the greatest, or what it gives.
class Bias final : public Choices {
  public:
    explicit Bias(std::uint32_t which) : which_(which % 4) {}
    double pick(const Domain& domain, double drawn, std::int32_t /*statement*/) override {
        // For half of the plays chance is chance.
        if (which_ < 2) return domain.outcome(drawn);
        return domain.outcome(which_ == 2 ? 0 : std::nextafter(1.0, 0.0));
    }

  private:
    std::uint32_t which_;
};

struct Attack {
    bool violated = false, triggered = false;
    std::string message{};
};

inline Attack attack(const Program& program, const spec::Monitor& monitor, std::uint32_t seed, int steps,
                     bool isRude, const Job& job) {
    MachineOptions options;
    if (seed % 4 == 3) options.userName = "a", options.startDate += 86400000.0 * seed;
    State state = initialState(program, options, seed);
    Machine machine(program, state, options);
    Bias bias(seed / 4);
    machine.choices = &bias;
    const std::vector<spec::Monitor> monitors{monitor};
    spec::Watch watch(monitors, machine);
    Player player(program, seed * 7919 + 1, monitor.text.find("stop") != std::string::npos, isRude);
    Attack result;
    for (int step = 0; step < steps && !watch.anyViolated() && !job.isOver(); step++) {
        std::vector<InputEvent> inputs;
        if (step == 0)
            inputs.emplace_back();
        else
            inputs = player.next(state, machine.idle());
        machine.step(inputs);
        watch.afterStep();
        constexpr std::int32_t kMostClones = 12;  // more of them take long, and do nothing else
        if (state.cloneCount > kMostClones) break;
        const Limits& limits = state.limits;
        if (limits.warp || limits.work || limits.memory || limits.stackDepth) break;  // assumed not to happen
    }
    const spec::MonitorState& found = watch.state().monitors.front();
    result.violated = found.violated;
    result.triggered = found.triggered;
    result.message = found.message;
    return result;
}

// All plays of a few actions, with two steps after each.
class ShortPlays {
  public:
    ShortPlays(const Program& program, const spec::Monitor& monitor, int length, std::uint32_t seed)
        : program_(program),
          monitors_{monitor},
          state_(initialState(program, {}, seed)),
          machine_(program, state_, options_),
          watch_(monitors_, machine_),
          namesStop_(monitor.text.find("stop") != std::string::npos) {
        Bias bias(seed);
        machine_.choices = &bias;
        const InputEvent flag;
        step({&flag, 1});
        play(length);
    }
    Attack found{};

  private:
    void step(std::span<const InputEvent> inputs) {
        machine_.step(inputs);
        watch_.afterStep();
        const spec::MonitorState& monitor = watch_.state().monitors.front();
        const Limits& limits = state_.limits;
        isOver_ = limits.warp || limits.work || limits.memory || limits.stackDepth;
        found.triggered = found.triggered || monitor.triggered;
        if (!monitor.violated || isOver_) return;
        found.violated = true;
        found.message = monitor.message;
    }

    std::vector<InputEvent> actions() const {
        std::vector<InputEvent> all(1);
        all[0].kind = Kind::MouseMove;
        all[0].x = 55, all[0].y = 0;
        const auto add = [&](Kind kind, const char* name = "") -> InputEvent& {
            all.emplace_back().kind = kind;
            all.back().name = name;
            return all.back();
        };
        if (state_.shownQuestion) {
            for (const char* text : {"", "0", "1", "2.5", "a", "-1", "100", "b"})
                add(Kind::Answer).value = Value(String(std::string_view(text)));
        }
        add(Kind::KeyDown, " ");
        add(Kind::KeyDown, "a");
        InputEvent& move = add(Kind::MouseMove);
        move.x = 0, move.y = 0;
        add(Kind::MouseDown);
        add(Kind::MouseUp);
        if (namesStop_) add(Kind::StopAll);
        if (machine_.idle()) add(Kind::GreenFlag);
        return all;
    }

    void play(int length) {
        constexpr int kMostSteps = 6000;
        if (length == 0 || found.violated || isOver_ || steps_ > kMostSteps || state_.cloneCount > 12) return;
        const State state = state_;
        const spec::WatchState watch = watch_.state();
        for (const InputEvent& action : actions()) {
            state_ = state;
            watch_.restore(watch);
            step({&action, 1});
            for (int i = 0; i < 2 && !isOver_ && !found.violated; i++) step({});
            steps_ += 3;
            play(length - 1);
            isOver_ = false;
            if (found.violated) return;
        }
    }

    const Program& program_;
    const std::vector<spec::Monitor> monitors_;
    const MachineOptions options_{};
    State state_;
    Machine machine_;
    spec::Watch watch_;
    bool namesStop_, isOver_ = false;
    int steps_ = 0;
};

}  // namespace ounce::adversary
