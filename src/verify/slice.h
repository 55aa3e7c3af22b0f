// Leaves out the scripts that cannot influence a property, by what the table of blocks says that each block
// reads, writes, starts and stops.
//
// What a script that is left out could still change is how many passes a step takes: it may ask for a redraw,
// which ends the step, or keep it going. So the explorer lets every step of a slice end after any pass. And
// what stops all scripts at some time becomes a stop sign that may be clicked at any time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "spec/monitor.h"
#include "verify/influence.h"
#include "vm/program.h"

namespace ounce::verify {

struct Slice {
    std::shared_ptr<const Program> program{};
    bool anyStop = false;                // some script that was left out stops all
    std::size_t kept = 0, removed = 0;   // scripts
    std::vector<std::string> sprites{};  // of which something was left out
};

// Whether the property names the stop sign.
bool hearsStops(const spec::Monitor& monitor);

// None: everything matters.
std::optional<Slice> sliceFor(const Program& program, const spec::Monitor& monitor,
                              const Influence& influence);

}  // namespace ounce::verify
