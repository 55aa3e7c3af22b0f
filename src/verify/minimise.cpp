#include "verify/minimise.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/cast.h"
#include "base/number.h"
#include "verify/replay.h"

namespace ounce::verify {
namespace {

using Kind = InputEvent::Kind;
using Inputs = std::vector<InputEvent>;

// Which inputs belong together: a press with its release, a click with the move that leads to it. The number
// of the action for each input.
std::vector<std::size_t> actionsOf(const Inputs& inputs) {
    constexpr std::size_t kNoAction = static_cast<std::size_t>(-1);
    std::vector<std::size_t> actions(inputs.size(), kNoAction);
    std::size_t count = 0;
    for (std::size_t i = 0; i < inputs.size(); i++) {
        if (actions[i] != kNoAction) continue;
        actions[i] = count++;
        const InputEvent& first = inputs[i];
        std::size_t press = i;
        if (first.kind == Kind::MouseMove && i + 1 < inputs.size() && inputs[i + 1].kind == Kind::MouseDown &&
            inputs[i + 1].step == first.step) {
            press = i + 1;
            actions[press] = actions[i];
        }
        const bool key = inputs[press].kind == Kind::KeyDown;
        if (!key && inputs[press].kind != Kind::MouseDown) continue;
        for (std::size_t k = press + 1; k < inputs.size(); k++) {
            if (inputs[k].kind != (key ? Kind::KeyUp : Kind::MouseUp)) continue;
            if (key && inputs[k].name != inputs[press].name) continue;
            actions[k] = actions[i];
            break;
        }
    }
    return actions;
}

void shift(Inputs& inputs, std::size_t from, std::int64_t by) {
    for (std::size_t i = from; i < inputs.size(); i++)
        inputs[i].step = static_cast<std::uint64_t>(static_cast<std::int64_t>(inputs[i].step) + by);
}

// Answers that are easier to type than this one, the easiest first.
std::vector<Value> smallerAnswers(const Value& answer) {
    const std::string text = toText(answer).utf8();
    std::vector<std::string> texts = {"", "0", "1", "2", "a"};
    const double number = toNumber(answer);
    if (std::isfinite(number) && number != 0) {
        for (const double smaller :
             {std::trunc(number / 100), std::trunc(number / 10), std::trunc(number / 2),
              number - (number > 0 ? 1 : -1), std::trunc(number), -number})
            texts.push_back(numberToText(smaller == 0 ? 0 : smaller));
    }
    const auto cost = [](const std::string& t) {
        const double value = toNumber(Value(String(t)));
        return std::pair(t.empty() ? std::size_t{2} : t.size(), std::isfinite(value) ? std::abs(value) : 1e9);
    };
    std::vector<Value> all;
    for (const std::string& smaller : texts) {
        if (smaller != text && cost(smaller) < cost(text)) all.emplace_back(String(smaller));
    }
    return all;
}

class Minimiser {
  public:
    Minimiser(const Program& program, const spec::Monitor& monitor, Witness witness,
              const MinimiseLimits& limits, const Job& job)
        : program_(program), monitors_{monitor}, best_(std::move(witness)), limits_(limits), job_(job) {}

    // False: it does not violate the property.
    bool begin() {
        best_.property = monitors_[0].name;
        best_.programHash.clear();  // not to be computed for every run
        best_.states.clear();
        return attempt(best_.log.inputs, best_.log.steps);
    }

    void improve() {
        while (dropActions()) {
        }
        makeAnswersSmall();
        roundPositions();
        lengthenPauses();
        shortenPauses();
        while (dropActions()) {
        }
    }

    Witness take() {
        // What is drawn now may differ from what was drawn then: written down anew.
        best_.log.draws = recordedDraws(program_, best_);
        best_.log.complete = true;
        best_.foreign = false;
        best_.mocks.clear();
        return std::move(best_);
    }

  private:
    [[nodiscard]] bool spent() const {
        return runs_ >= limits_.runs || steps_ >= limits_.steps || job_.isOver();
    }

    bool attempt(const Inputs& inputs, std::uint64_t steps) {
        if (spent() && runs_ > 0) return false;
        Witness candidate = best_;
        candidate.log.inputs = inputs;
        candidate.log.steps = std::min(steps, Log::kMostSteps);
        const Replay replay = replayWitness(program_, monitors_, candidate);
        runs_++;
        steps_ += replay.steps;
        if (!replay.reproduced) return false;
        candidate.log.steps = std::max<std::uint64_t>(replay.step, 1);
        std::erase_if(candidate.log.inputs,
                      [&](const InputEvent& event) { return event.step >= candidate.log.steps; });
        candidate.violationStep = replay.step;
        candidate.message = replay.message;
        best_ = std::move(candidate);
        return true;
    }

    // Larger pieces first. Whether anything went.
    bool dropActions() {
        bool dropped = false;
        std::size_t size = std::max<std::size_t>(1, best_.log.inputs.size() / 2);
        for (;; size = std::max<std::size_t>(1, size / 2)) {
            for (std::size_t end = best_.log.inputs.size(); end > 0 && !spent();) {
                // The actions that begin among [begin, end), the first flag apart.
                end = std::min(end, best_.log.inputs.size());
                const std::size_t begin = end > size ? end - size : 0;
                if (drop(begin, end)) dropped = true;
                end = begin;
            }
            if (size == 1 || spent()) return dropped;
        }
    }

    bool drop(std::size_t begin, std::size_t end) {
        const Inputs& inputs = best_.log.inputs;
        const std::vector<std::size_t> actions = actionsOf(inputs);
        const auto flag = std::find_if(inputs.begin(), inputs.end(),
                                       [](const InputEvent& e) { return e.kind == Kind::GreenFlag; });
        std::vector<bool> gone(inputs.size() + 1);
        for (std::size_t i = begin; i < end && i < inputs.size(); i++) gone[actions[i]] = true;
        if (flag != inputs.end()) gone[actions[static_cast<std::size_t>(flag - inputs.begin())]] = false;
        Inputs left;
        for (std::size_t i = 0; i < inputs.size(); i++) {
            if (!gone[actions[i]]) left.push_back(inputs[i]);
        }
        return left.size() < inputs.size() && attempt(left, best_.log.steps);
    }

    void makeAnswersSmall() {
        for (std::size_t i = 0; i < best_.log.inputs.size(); i++) {
            if (best_.log.inputs[i].kind != Kind::Answer) continue;
            // A number that went down a little may go down further.
            for (bool again = true; again && !spent();) {
                again = false;
                for (const Value& smaller : smallerAnswers(best_.log.inputs[i].value)) {
                    Inputs inputs = best_.log.inputs;
                    inputs[i].value = smaller;
                    again = attempt(inputs, best_.log.steps) && i < best_.log.inputs.size();
                    if (again || spent()) break;
                }
            }
        }
    }

    void roundPositions() {
        for (std::size_t i = 0; i < best_.log.inputs.size(); i++) {
            Inputs inputs = best_.log.inputs;
            InputEvent& event = inputs[i];
            const auto round = [](const std::optional<double>& v) {
                return v ? std::optional<double>(std::round(*v)) : std::optional<double>();
            };
            const auto x = round(event.x), y = round(event.y);
            if (x == event.x && y == event.y) continue;
            event.x = x, event.y = y;
            attempt(inputs, best_.log.steps);
        }
    }

    // A person needs a while between two things.
    void lengthenPauses() {
        for (std::size_t i = 1; i < best_.log.inputs.size() && !spent(); i++) {
            const Inputs& inputs = best_.log.inputs;
            if (inputs[i].kind == Kind::SetVariable || inputs[i - 1].kind == Kind::SetVariable) continue;
            const std::vector<std::size_t> actions = actionsOf(inputs);
            const bool same = actions[i] == actions[i - 1];
            if (same && inputs[i].step == inputs[i - 1].step && inputs[i - 1].kind == Kind::MouseMove)
                continue;
            const std::uint64_t wanted = same ? kHumanTap : kHumanPause;
            const std::uint64_t pause = inputs[i].step - inputs[i - 1].step;
            if (pause >= wanted) continue;
            Inputs longer = inputs;
            shift(longer, i, static_cast<std::int64_t>(wanted - pause));
            attempt(longer, best_.log.steps + wanted + kHumanPause);
        }
    }

    // Nobody wants to wait for nothing.
    void shortenPauses() {
        for (std::size_t i = 1; i < best_.log.inputs.size(); i++) {
            for (const std::uint64_t part : {0, 2, 4}) {
                if (spent() || i >= best_.log.inputs.size()) return;
                const Inputs& inputs = best_.log.inputs;
                const std::uint64_t pause = inputs[i].step - inputs[i - 1].step;
                if (pause <= kHumanPause) break;
                const std::uint64_t less = part == 0 ? pause - kHumanPause : (pause - kHumanPause) / part;
                if (less == 0) break;
                Inputs shorter = inputs;
                shift(shorter, i, -static_cast<std::int64_t>(less));
                if (attempt(shorter, best_.log.steps) && part == 0) break;
            }
        }
    }

    const Program& program_;
    std::vector<spec::Monitor> monitors_;
    Witness best_;
    MinimiseLimits limits_;
    const Job& job_;
    std::uint64_t runs_ = 0, steps_ = 0;
};

}  // namespace

Witness minimise(const Program& program, const std::vector<spec::Monitor>& monitors,
                 std::size_t propertyIndex, Witness witness, const MinimiseLimits& limits, const Job& job) {
    if (propertyIndex >= monitors.size() || !monitors[propertyIndex].error.empty()) return witness;
    Minimiser minimiser(program, monitors[propertyIndex], witness, limits, job);
    if (!minimiser.begin()) return witness;
    minimiser.improve();
    Witness result = minimiser.take();
    result.programHash = hashOf(program);
    return result;
}

}  // namespace ounce::verify
