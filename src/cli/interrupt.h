// Ctrl-C as a wish: the command ends soon and keeps what it has. A second Ctrl-C ends the program at once.
#pragma once

#include <atomic>

namespace ounce {

// Listens from now on. The flag is set when the user wants the command to end.
const std::atomic<bool>& listenForInterrupt();
// Whether it was set since then.
bool wasInterrupted();

// The exit code of a command that was interrupted, as shells know it.
inline constexpr int kInterrupted = 130;

}  // namespace ounce
