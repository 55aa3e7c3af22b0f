// Ctrl-C as a wish: the command ends soon and keeps what it has. A second Ctrl-C ends the program at once.
#pragma once

#include <atomic>

namespace ounce {

// Listens from now on. The flag is set when the user wants the command to end.
const std::atomic<bool>& listenForInterrupt();

}  // namespace ounce
