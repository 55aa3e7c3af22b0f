// A proof without visiting states: an abstract run of all scripts that knows of every variable, position and
// look only the range in which it lies. For counters that grow without end, where exploration has none.
//
// Scripts are looked at one by one, again and again, until nothing new is learnt. A script is not disturbed
// until it yields; there, whatever the others may have written by then is possible, too (as in Miné's
// analysis of threads). So what a script has written is seen by others, and by the property, only where it
// yields. Ranges that keep growing are widened to the next number that the program or the property names,
// then to infinity; two rounds more take back what was too much.
//
// What is not modelled is unknown: a block that the analysis has no word for makes unknown whatever the table
// of blocks says that it writes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/job.h"
#include "spec/monitor.h"
#include "verify/range.h"
#include "vm/machine_options.h"
#include "vm/program.h"
#include "vm/state.h"

namespace ounce::verify {

// What holds at the end of every step.
class Invariants {
  public:
    enum class Trait : std::uint8_t { X, Y, Direction, Size, Visible, Costume };
    static constexpr std::int32_t kTraits = 6;

    // Of a sprite's original or of all its clones together; none: there is no such clone.
    [[nodiscard]] std::optional<Range> of(std::int32_t sprite, bool clone, Trait trait) const;
    [[nodiscard]] std::optional<Range> variable(std::int32_t sprite, bool clone, std::int32_t slot) const;
    // How a value may differ from the one at the end of the step before, if the flag was not clicked in this
    // step: below 0 it may fall, above 0 it may rise. Of originals, and only of what was asked for.
    [[nodiscard]] std::optional<Range> change(std::int32_t sprite, Trait trait) const;
    [[nodiscard]] std::optional<Range> changeOfVariable(std::int32_t sprite, std::int32_t slot) const;

    // What of a state lies outside, in words; empty: it is one of those that are described.
    [[nodiscard]] std::string outside(const State& state) const;

    std::vector<std::int32_t> first{};  // by actor, that is 2 × sprite + whether a clone: its first cell
    std::vector<std::optional<Range>> ranges{};             // by cell
    std::vector<std::pair<std::int32_t, Range>> changes{};  // cells that were asked for
};

struct IntervalOptions {
    MachineOptions machine{};
    bool anyInitialValues = false;  // as in ExploreOptions
};

// None: the program has something that the analysis cannot bear (a custom block that calls itself), or it
// takes too long.
std::optional<Invariants> invariantsOf(const Program& program, const spec::Monitor& monitor,
                                       const IntervalOptions& options, const Job& job = {});

// Whether a property follows from ranges. Only `always` and `never`, and conditions at the ends of steps.
bool follows(const spec::Monitor& monitor, const Invariants& invariants);
// The ranges that it speaks of, in words: «Bowl.x from -263 to 263».
std::string describe(const spec::Monitor& monitor, const Invariants& invariants);

}  // namespace ounce::verify
