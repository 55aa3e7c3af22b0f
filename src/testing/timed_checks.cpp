#include "testing/timed_checks.h"

namespace ounce {

void TimedChecks::collect() {
    if (collected_ == test_.checks.size()) return;
    memory_.then.resize(test_.checks.size());
    memory_.happened.resize(test_.checks.size());
    for (; collected_ < test_.checks.size(); collected_++) {
        const TimedCheck& timed = test_.checks[collected_];
        if (timed.span != Span::Now || timed.check.since) looksBack_.push_back(collected_);
    }
}

void TimedChecks::goOnFrom(std::uint64_t step, CheckMemory memory) {
    memory_ = std::move(memory);
    collect();
    while (next_ < test_.checks.size() && test_.checks[next_].at < step) next_++;
}

CheckOutcome TimedChecks::evaluate(std::size_t index, Look& look) const {
    return test_.checks[index].check.evaluate(look, memory_.then[index]);
}

CheckOutcome TimedChecks::judge(std::size_t index, Look& look) const {
    CheckOutcome outcome = evaluate(index, look);
    if (test_.checks[index].span == Span::Once) outcome.holds = memory_.happened[index] != 0;
    return outcome;
}

}  // namespace ounce
