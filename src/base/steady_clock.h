// The clock of this machine, for those who begin a Job: the command line, a worker, a server. Everybody else
// is given one.
#pragma once

namespace ounce {

// Seconds since some fixed time, never going back; never part of a result that must repeat itself.
double secondsNow();

}  // namespace ounce
