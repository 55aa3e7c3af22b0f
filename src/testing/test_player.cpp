#include "testing/test_player.h"

#include <algorithm>

namespace ounce {

TestPlayer::TestPlayer(const Program& program, const MachineOptions& options, Moment& moment,
                       const TestCase& test)
    : test_(test), moment_(moment), machine_(program, moment.state, options), look_(machine_.reading()) {
    if (!test.draws.empty()) machine_.choices = &draws_.emplace(program, test.draws);
    while (nextEvent_ < test.events.size() && test.events[nextEvent_].at < moment.state.step) nextEvent_++;
    while (nextCheck_ < test.checks.size() && test.checks[nextCheck_].at < moment.state.step) nextCheck_++;
}

bool TestPlayer::checkNow() {
    for (; nextCheck_ < test_.checks.size(); nextCheck_++) {
        const TimedCheck& next = test_.checks[nextCheck_];
        if (next.at > moment_.state.step) break;
        asserted_++;
        look_.refresh();
        outcome_ = next.check.evaluate(look_);
        if (outcome_.holds) continue;
        failedCheck_ = &next;
        return false;
    }
    return true;
}

void TestPlayer::actNow() {
    for (; nextEvent_ < test_.events.size(); nextEvent_++) {
        const TimedEvent& next = test_.events[nextEvent_];
        if (next.at > moment_.state.step) break;
        moment_.user.perform(machine_, next.event);
    }
}

void TestPlayer::playTo(std::uint64_t step) {
    while (!failed() && moment_.state.step < std::min(step, test_.steps)) {
        if (!checkNow()) return;
        actNow();
        if (companion_) companion_->beforeStep();
        moment_.user.step(machine_);
        if (companion_) companion_->afterStep();
        if (watch_) watch_->afterStep();
    }
}

void TestPlayer::watch(const std::vector<spec::Monitor>& properties) {
    // The flag is clicked before a test starts.
    watch_.emplace(properties, machine_, moment_.state.step == 0);
}

void TestPlayer::watch(const std::vector<spec::Monitor>& properties, spec::WatchState kept) {
    watch_.emplace(properties, machine_, std::move(kept));
}

std::vector<spec::PropertyResult> TestPlayer::properties() const {
    return watch_ ? watch_->results() : std::vector<spec::PropertyResult>{};
}

void TestPlayer::playToEnd() {
    playTo(test_.steps);
    if (failed() || !checkNow()) return;
    actNow();
}

}  // namespace ounce
