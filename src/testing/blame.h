// Which block is to be looked at when a check fails: the one that last changed what the check looks at. A run
// can be repeated exactly, so nothing needs to be written down before a check fails.
#pragma once

#include "testing/moment.h"
#include "testing/result.h"

namespace ounce {

// Plays the test again up to the failed check and watches its value. An empty id: nothing changed it.
BlockPlace blame(const Program& program, const MachineOptions& options, const Moment& start,
                 const TestCase& test, const TimedCheck& failed);

// A block by its statement, with the text of its line.
BlockPlace placeOf(const Program& program, std::int32_t statement);

}  // namespace ounce
