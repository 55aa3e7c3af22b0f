// A test as data: what the user does when, and what must hold when. No code, so a test can be recorded,
// searched for, shortened, written down and read by people.
//
// A test starts from the project as loaded, with the green flag clicked and the random numbers seeded, before
// the first step. "At n" means: when n steps are done. Checks at n come first, then the events at n, then the
// next step.
//
// A test says everything that a log (vm/log.h) says: a recorded run is a test without checks
// (recording.h), and so is a witness.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testing/check.h"
#include "vm/choices.h"
#include "vm/user.h"

namespace ounce {

struct TimedEvent {
    std::uint64_t at = 0;  // steps done
    UserEvent event{};
    bool operator==(const TimedEvent&) const = default;
};

// When a check has to hold.
enum class Span : std::uint8_t {
    Now,     // at its time
    Once,    // at the end of one step at least, from `from` to its time
    Always,  // at the end of each of them
};

struct TimedCheck {
    std::uint64_t at = 0;  // steps done
    Check check{};
    Span span = Span::Now;
    std::uint64_t from = 0;  // steps done; of Once and Always

    // What is expected when, in words.
    [[nodiscard]] std::string text() const;
    bool operator==(const TimedCheck&) const = default;
};

// What a variable begins with instead of what the project says; set before the flag.
struct InitialValue {
    std::string sprite{};  // empty: of the stage
    std::string variable{};
    Value value{};
    bool operator==(const InitialValue&) const = default;
};

struct TestCase {
    std::string name{};
    std::string description{};
    std::uint32_t seed = 1;      // of the program's random numbers
    std::vector<Draws> draws{};  // what came out where; behind it the seed decides
    std::vector<InitialValue> initial{};
    bool skip = false;                 // keeps its place in reports, is not run
    std::uint64_t steps = 0;           // how long it is
    std::vector<TimedEvent> events{};  // sorted by time; the order within one time is kept
    std::vector<TimedCheck> checks{};  // sorted by time
    std::vector<std::string> watch{};  // properties of the suite that must not be violated in it

    // Sorts by time and makes the test long enough for everything in it.
    void settle();
    bool operator==(const TestCase&) const = default;
};

// Whisker's `timer` runs faster than its waits.
constexpr double kWhiskerTimerStep = 0.075;

struct Suite {
    std::string project{};  // what it was made for; for people
    Mode mode = Mode::Whisker;
    double timerStep = kWhiskerTimerStep;   // mode Whisker: seconds that `timer` advances per step
    Numbers numbers = Numbers::Mulberry32;  // the program's random numbers, and where the pointer begins
    std::string userName{};                 // what the username block reports
    double startDate = kUsualStartDate;     // when every test begins, by the program's calendar
    std::string algorithm{};                // how the suite was made: "mosa"; empty: by hand
    std::uint32_t seed = 0;                 // of the search that made it
    std::string properties{};               // a .props file: what its tests may watch
    std::vector<TestCase> tests{};

    [[nodiscard]] MachineOptions machineOptions() const { return machineOptions(mode); }
    // The same in another mode.
    [[nodiscard]] MachineOptions machineOptions(Mode instead) const;
    [[nodiscard]] std::int64_t assertions() const;
    bool operator==(const Suite&) const = default;
};

}  // namespace ounce
