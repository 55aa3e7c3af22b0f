// Playing a test: from a moment of the program to a verdict. A moment is a value; whoever keeps one can stop
// anywhere, go on from there, and try something else.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "spec/watch.h"
#include "testing/companion.h"
#include "testing/result.h"
#include "testing/suite.h"
#include "vm/look.h"
#include "vm/machine.h"
#include "vm/user.h"

namespace ounce {

// The program and the hands of its user, between two steps.
struct Moment {
    State state;
    User user{};
    bool operator==(const Moment&) const = default;
};

// Where a test starts: loaded, the green flag clicked, no step done, the random numbers seeded. The same
// moment serves all tests of a program; `reseed` gives each its own random numbers.
Moment testStart(const Program& program, const MachineOptions& options, std::uint32_t seed);
void reseed(Moment& moment, std::uint32_t seed);
// The flag is clicked before anyone watches: what counts as executed at the start, a byte per statement.
void coverStart(const Program& program, std::uint8_t* coverage);

// What to note down besides the verdict.
struct PlayOptions {
    bool coverage = true;
    bool picture = false;                                    // of the stage when the test fails
    const std::vector<spec::Monitor>* properties = nullptr;  // to be watched; a violation fails the test
    const Companions* companions = nullptr;                  // who goes along with the test
    bool blame = false;  // which block changed what a failed check looks at; plays the test a second time
};

// Plays a test piece by piece. Continues from any moment: what lies before it counts as done.
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
    [[nodiscard]] std::int64_t asserted() const { return asserted_; }
    // For observers, choices and coverage.
    [[nodiscard]] Machine& machine() { return machine_; }

  private:
    bool checkNow();
    void actNow();

    const TestCase& test_;
    Moment& moment_;
    Machine machine_;
    Look look_;
    std::size_t nextEvent_ = 0, nextCheck_ = 0;
    std::int64_t asserted_ = 0;
    const TimedCheck* failedCheck_ = nullptr;
    CheckOutcome outcome_;
    std::optional<spec::Watch> watch_{};
    Companion* companion_ = nullptr;
};

// A whole test from `start` (whose random numbers are seeded anew, as the test says).
TestResult playTest(const Program& program, const MachineOptions& options, const Moment& start,
                    const TestCase& test, const PlayOptions& what = {});

// The properties that a test watches: all of `always`, and those of its suite that it names.
std::vector<spec::Monitor> watchedBy(const TestCase& test, const std::vector<spec::Monitor>& ofSuite,
                                     const std::vector<spec::Monitor>& always = {});
// "property «points» is violated: …", of the first that is; empty: none is.
std::string violationText(const std::vector<spec::PropertyResult>& properties);
// Puts into a result what became of the properties that were watched. A violation fails the test; a property
// that cannot be watched is an error, unless the test did not pass anyway.
void addProperties(TestResult& result, std::vector<spec::PropertyResult> properties);
// What the suite says, bound to a program. Empty if there is nothing to watch.
std::vector<spec::Monitor> propertiesOf(const Suite& suite, const Program& program);

// The stage with monitors as a PNG; empty without renderer.
std::string pngOf(const Machine& machine);

}  // namespace ounce
