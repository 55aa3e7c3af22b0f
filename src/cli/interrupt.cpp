#include "cli/interrupt.h"

#include <csignal>

namespace ounce {

namespace {

// A signal handler can reach nothing else. Set once, before the first signal is listened to.
std::atomic<bool>* wanted = nullptr;

void onInterrupt(int signal) {
    wanted->store(true, std::memory_order_relaxed);
    std::signal(signal, SIG_DFL);
}

const Stop& theStop() {
    static const Stop stop;
    wanted = &stop.flag();
    return stop;
}

}  // namespace

Stop listenForInterrupt() {
    const Stop& stop = theStop();
    stop.flag() = false;
    std::signal(SIGINT, onInterrupt);
    std::signal(SIGTERM, onInterrupt);
    return stop;
}

bool wasInterrupted() { return theStop().isRequested(); }

}  // namespace ounce
