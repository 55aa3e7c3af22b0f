// Watches properties while a machine runs. Listens to events only if a property speaks of some; without a
// property nothing listens at all.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "spec/distance.h"
#include "spec/inputs.h"
#include "spec/monitor.h"
#include "vm/inputs.h"
#include "vm/observer.h"

namespace ounce {
class Machine;
}

namespace ounce::spec {

// What is to be kept beside a machine's state.
struct WatchState {
    std::vector<MonitorState> monitors{};
    std::vector<Nearness> nearness{};  // of each, if that is measured; else empty
    bool flagIsStarting = false;       // the flag stops everything before it starts
    bool operator==(const WatchState&) const = default;
};

// How a property did in a run.
struct PropertyResult {
    std::string name{}, explanation{};
    Outcome outcome = Outcome::Holds;
    std::uint64_t step = 0;  // in which it was violated; the first is 1
    std::string message{};   // what was seen then, or why it could not be watched
    [[nodiscard]] double seconds() const { return static_cast<double>(step) / kStepsPerSecond; }
    bool operator==(const PropertyResult&) const = default;
};

class Watch final : public Observer {
  public:
    // Begins to watch. Both stay where they are while this does; the machine must do so, too, since it is
    // listened to. `flagClicked`: the flag was clicked right before, when nobody watched. `measures`: also
    // how far the properties are from being violated.
    Watch(const std::vector<Monitor>& monitors, Machine& machine, bool flagClicked = false,
          bool measures = false);
    // Goes on from what was kept together with the machine's state.
    Watch(const std::vector<Monitor>& monitors, Machine& machine, WatchState state);

    // To be called after each step.
    void afterStep();
    // Hears of every comparison, also of those that cannot come out otherwise than in the last step.
    ComparisonObserver* comparisons = nullptr;

    [[nodiscard]] const WatchState& state() const { return state_; }
    // Together with a state of the machine.
    void restore(WatchState state) {
        state_ = std::move(state);
        expectAnything();
    }
    [[nodiscard]] bool anyViolated() const;
    [[nodiscard]] bool allWatched() const;  // no property is in error
    [[nodiscard]] std::vector<PropertyResult> results() const;

    void input(const InputEvent& event) override;
    void broadcast(std::int32_t message) override;
    void answered() override;
    void clicked(std::int32_t target) override;
    void said(std::int32_t target, bool think, const Value& text) override;
    void cloned(std::int32_t clone) override;
    void deleting(std::int32_t clone) override;
    void stoppedAll() override;

  private:
    void listen();
    void happens(const Happening& happening);
    void expectAnything();
    [[nodiscard]] Nearness* nearnessOf(std::size_t monitor) {
        return state_.nearness.empty() ? nullptr : &state_.nearness[monitor];
    }
    [[nodiscard]] std::int32_t spriteAt(std::int32_t target) const;

    const std::vector<Monitor>& monitors_;
    Machine& machine_;
    Look look_;
    WatchState state_;
    Inputs inputs_;
    std::vector<InputSet> awaits_{};  // by monitor: looks again when one of these changes
    bool heard_ = false;              // something happened in this step
};

// [{name, status, step, seconds, message}], as in every --json.
Json toJson(const std::vector<PropertyResult>& results);

// The same without a machine that runs, for whoever has only the monitors.
PropertyResult resultOf(const Monitor& monitor, const MonitorState& state);

}  // namespace ounce::spec
