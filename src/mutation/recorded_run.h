// A test as it went on the original program, and the same test on mutants, without repeating what is the
// same.
//
// The recording says in which step each statement was first executed, or first stood at by a script. Before
// that step a mutant that changes the statement behaves as the original, so its run goes on from a place that
// was kept before. A test that never comes to the statement says nothing about the mutant.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/job.h"
#include "mutation/translation.h"
#include "spec/watch.h"
#include "testing/moment.h"
#include "testing/timed_checks.h"

namespace ounce {

// Why a test noticed a mutant.
enum class Kill : std::uint8_t {
    None,
    Assertion,  // a check did not hold, or a property was violated
    Error,      // the program met a limit and was stopped
    Timeout,    // it did far more work than the original, or looped without end
};

struct RecordedRun {
    static constexpr std::uint64_t kNever = ~std::uint64_t{0};

    TestCase test{};
    MachineOptions options{};
    bool passed = false;
    std::string message{};               // why it did not pass
    std::vector<std::uint64_t> trace{};  // visibleHash when that many steps were done
    std::vector<std::uint64_t>
        reached{};           // by statement: the step in which it was; 0 before the first; kNever
    std::uint64_t work = 0;  // blocks executed
    Limits limits{};
    bool whole = true;  // false: the job was over before it was

    struct Place {
        Moment moment;
        spec::WatchState watch;
        CheckMemory checks;
        std::uint64_t work = 0;  // up to there
    };
    std::vector<Place> places{};  // by step
};

// `start` is the program's testStart. A test that violates one of the properties does not pass. Places are
// kept as long as they take less than `bytes`, more or less.
RecordedRun recordRun(const Program& program, const MachineOptions& options, const Moment& start,
                      TestCase test, std::size_t bytes, const std::vector<spec::Monitor>& properties = {},
                      const Job& job = {});

// How a mutant did in a test.
struct MutantRun {
    Kill kill = Kill::None;
    std::string message{};
    std::uint64_t step = 0;  // steps done when it ended
    bool sameTrace = true;   // nothing that can be seen differed from the original
    bool whole = true;       // false: the job was over before it was; nothing else counts then
};

struct MutantPlay {
    const Program& program;  // the mutant's
    const Moment& start;     // its testStart
    // None: from the start. Else from the last place before that step.
    const Translation* translation = nullptr;
    std::uint64_t before = 0;
    bool untilDifferent = false;  // only the trace is of interest
    // The same as were recorded, bound to the mutant.
    const std::vector<spec::Monitor>* properties = nullptr;
    const Job* job = nullptr;  // asked now and then
};
MutantRun playMutant(const RecordedRun& recorded, const MutantPlay& play);

}  // namespace ounce
