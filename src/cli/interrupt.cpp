#include "cli/interrupt.h"

#include <csignal>

namespace ounce {

namespace {

// A signal handler can reach nothing else.
std::atomic<bool> wanted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void onInterrupt(int signal) {
    wanted = true;
    std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& listenForInterrupt() {
    wanted = false;
    std::signal(SIGINT, onInterrupt);
    std::signal(SIGTERM, onInterrupt);
    return wanted;
}

bool wasInterrupted() { return wanted; }

}  // namespace ounce
