// Plays a test piece by piece, for whoever wants to stop, keep a moment and go on.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "spec/watch.h"
#include "testing/companion.h"
#include "testing/moment.h"
#include "testing/timed_checks.h"
#include "vm/look.h"
#include "vm/machine.h"

namespace ounce {

// Continues from any moment: what lies before it counts as done. (What a test
// says of random outcomes is handed out from its beginning: such a test is played from its start.)
class TestPlayer {
  public:
    // All four stay where they are while the player is in use; `test` may grow at its end between two calls.
    TestPlayer(const Program& program, const MachineOptions& options, Moment& moment, const TestCase& test);

    // Plays until that many steps are done, the test is over or a check fails: checks and events before
    // `step` are done, those at `step` are not.
    void playTo(std::uint64_t step);
    // The rest of the test with everything at its end.
    void playToEnd();
    // Properties to watch from here on; a violation ends the test.
    void watch(const std::vector<spec::Monitor>& properties);
    // The same from what was kept of a run up to here.
    void watch(const std::vector<spec::Monitor>& properties, spec::WatchState kept);
    [[nodiscard]] spec::WatchState watched() const { return watch_ ? watch_->state() : spec::WatchState(); }
    [[nodiscard]] std::vector<spec::PropertyResult> properties() const;
    // Goes along from here on; stays where it is.
    void accompany(Companion& companion) { companion_ = &companion; }
    [[nodiscard]] bool failed() const { return failedCheck_ != nullptr || violated(); }
    [[nodiscard]] bool violated() const { return watch_ && watch_->anyViolated(); }
    [[nodiscard]] const TimedCheck* failedCheck() const { return failedCheck_; }
    [[nodiscard]] const CheckOutcome& outcome() const { return outcome_; }
    [[nodiscard]] std::int64_t asserted() const { return checks_.due(); }
    // What its checks have seen; to go on from a moment that was kept.
    [[nodiscard]] const CheckMemory& remembered() const { return checks_.memory(); }
    void remember(const CheckMemory& memory) { checks_.goOnFrom(moment_.state.step, memory); }
    // For observers, choices and coverage.
    [[nodiscard]] Machine& machine() { return machine_; }

  private:
    bool checkNow();
    void actNow();

    const TestCase& test_;
    Moment& moment_;
    Machine machine_;
    Look look_;
    std::size_t nextEvent_ = 0;
    TimedChecks checks_;
    const TimedCheck* failedCheck_ = nullptr;
    CheckOutcome outcome_;
    std::optional<ReplayedChoices> draws_{};
    std::optional<spec::Watch> watch_{};
    Companion* companion_ = nullptr;
};

}  // namespace ounce
