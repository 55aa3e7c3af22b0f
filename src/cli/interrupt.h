// Ctrl-C as a wish: the command ends soon and keeps what it has. A second Ctrl-C ends the program at once.
#pragma once

#include "base/job.h"

namespace ounce {

// Listens from now on; the wish is made when the user wants the command to end.
Stop listenForInterrupt();
// Whether it was made since then.
bool wasInterrupted();

// The exit code of a command that was interrupted, as shells know it.
inline constexpr int kInterrupted = 130;

}  // namespace ounce
