#include "testing/test_player.h"

#include <algorithm>

namespace ounce {

TestPlayer::TestPlayer(const Program& program, const MachineOptions& options, Moment& moment,
                       const TestCase& test)
    : test_(test),
      moment_(moment),
      machine_(program, moment.state, options),
      look_(machine_.reading()),
      checks_(test) {
    if (!test.draws.empty()) machine_.choices = &draws_.emplace(program, test.draws);
    while (nextEvent_ < test.events.size() && test.events[nextEvent_].at < moment.state.step) nextEvent_++;
    checks_.goOnFrom(moment.state.step);
}

bool TestPlayer::checkNow() {
    if (!checks_.anyDue(moment_.state.step)) return true;
    look_.refresh();
    checks_.look(look_, [&](std::size_t index, CheckOutcome outcome) {
        failedCheck_ = &test_.checks[index];
        outcome_ = std::move(outcome);
        return false;
    });
    return failedCheck_ == nullptr;
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
