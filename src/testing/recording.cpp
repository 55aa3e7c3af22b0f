#include "testing/recording.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/cast.h"
#include "vm/key_names.h"

namespace ounce {
namespace {

using Kind = InputEvent::Kind;
using Does = UserEvent::Kind;

class Converter {
  public:
    explicit Converter(const Log& log) : inputs_(log.inputs), used_(inputs_.size()) {}

    RecordedTest convert(const Log& log) {
        out_.test.name = "recorded run";
        out_.test.seed = log.seed;
        out_.test.steps = log.steps;
        out_.test.draws = log.draws;
        bool flagSeen = false;
        for (std::size_t i = 0; i < inputs_.size(); i++) {
            if (used_[i]) continue;
            if (inputs_[i].kind == Kind::GreenFlag && inputs_[i].step == 0 && !flagSeen) {
                flagSeen = true;  // every test begins with it
                continue;
            }
            convert(i);
        }
        if (!flagSeen) note("every test begins with the green flag, which was not clicked first here");
        if (log.machine != suiteOf(log, {}).machineOptions())
            note("a suite says nothing of passes, warp, turbo and the renderer: tests have the usual ones");
        out_.test.settle();
        return std::move(out_);
    }

  private:
    void note(const std::string& sentence) {
        if (std::find(out_.notes.begin(), out_.notes.end(), sentence) == out_.notes.end())
            out_.notes.push_back(sentence);
    }

    UserEvent& add(std::uint64_t step, Does kind) {
        TimedEvent& timed = out_.test.events.emplace_back();
        timed.at = step;
        timed.event.kind = kind;
        return timed.event;
    }

    // How long what begins here is held; 0: until the end.
    std::int32_t heldFor(std::size_t from, Kind release) {
        for (std::size_t i = from + 1; i < inputs_.size(); i++) {
            if (used_[i] || inputs_[i].kind != release || inputs_[i].name != inputs_[from].name) continue;
            const std::uint64_t steps = inputs_[i].step - inputs_[from].step;
            if (steps == 0) return 0;  // let go of by an event of its own
            used_[i] = true;
            return static_cast<std::int32_t>(std::min<std::uint64_t>(steps, 1u << 30));
        }
        return 0;
    }

    void convert(std::size_t i) {
        const InputEvent& input = inputs_[i];
        switch (input.kind) {
            case Kind::GreenFlag: add(input.step, Does::GreenFlag); break;
            case Kind::StopAll: add(input.step, Does::StopAll); break;
            case Kind::KeyDown:
            case Kind::KeyUp: {
                const auto word = scratchWordForKey(input.name);
                if (!word) {
                    note("a key that Scratch does not know is left out");
                    break;
                }
                const bool down = input.kind == Kind::KeyDown;
                const std::int32_t steps = down ? heldFor(i, Kind::KeyUp) : 0;
                UserEvent& event = add(input.step, down ? Does::KeyPress : Does::KeyRelease);
                event.name = *word;
                event.steps = steps;
                break;
            }
            case Kind::MouseMove: {
                moveTo(input);
                const bool clicks = i + 1 < inputs_.size() && inputs_[i + 1].kind == Kind::MouseDown &&
                                    inputs_[i + 1].step == input.step && !inputs_[i + 1].x &&
                                    !inputs_[i + 1].y;
                if (clicks) {
                    used_[i + 1] = true;
                    press(i + 1, true);
                } else {
                    UserEvent& event = add(input.step, Does::MouseMove);
                    event.x = x_, event.y = y_;
                }
                break;
            }
            case Kind::MouseDown: {
                const bool moves = input.x || input.y;
                moveTo(input);
                press(i, moves);
                break;
            }
            case Kind::MouseUp: add(input.step, Does::MouseUp); break;
            case Kind::Answer: add(input.step, Does::TypeText).text = toText(input.value).utf8(); break;
            case Kind::ClickSprite:
            case Kind::DragTo: {
                UserEvent& event =
                    add(input.step, input.kind == Kind::DragTo ? Does::DragSprite : Does::ClickSprite);
                event.name = input.name;
                event.clone = input.clone;
                event.x = input.x.value_or(0), event.y = input.y.value_or(0);
                break;
            }
            case Kind::ClickStage: add(input.step, Does::ClickStage); break;
            case Kind::SetVariable:
                if (input.step > 0) {
                    note(fmt::format("a test sets variables only at its start: «{}» is set later",
                                     input.variable));
                    break;
                }
                out_.test.initial.push_back(
                    {input.name == "Stage" || input.name == "_stage_" ? std::string() : input.name,
                     input.variable, input.value});
                break;
            case Kind::Loudness: add(input.step, Does::Sound).volume = toNumber(input.value); break;
        }
    }

    void moveTo(const InputEvent& input) {
        x_ = input.x.value_or(x_);
        y_ = input.y.value_or(y_);
    }
    void press(std::size_t i, bool moves) {
        const std::int32_t steps = heldFor(i, Kind::MouseUp);
        UserEvent& event = add(inputs_[i].step, moves ? Does::ClickAt : Does::MouseDown);
        event.steps = steps;
        if (moves) event.x = x_, event.y = y_;
    }

    const std::vector<InputEvent>& inputs_;
    std::vector<bool> used_;
    double x_ = 0, y_ = 0;  // of the mouse
    RecordedTest out_{};
};

}  // namespace

RecordedTest recordedTest(const Log& log) { return Converter(log).convert(log); }

Suite suiteOf(const Log& log, TestCase test) {
    Suite suite;
    suite.mode = log.machine.mode;
    suite.timerStep = log.machine.whiskerTimerStep;
    suite.numbers = log.machine.numbers;
    suite.userName = log.machine.userName;
    suite.startDate = log.machine.startDate;
    suite.tests = {std::move(test)};
    return suite;
}

}  // namespace ounce
