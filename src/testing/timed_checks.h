// The checks of a test while it runs: which are due, and what has to be remembered for those that look back.
#pragma once

#include <cstdint>
#include <vector>

#include "testing/suite.h"
#include "vm/look.h"

namespace ounce {

// What checks have seen so far. A value: whoever goes on from a moment of a test goes on with it.
struct CheckMemory {
    std::vector<Value> then{};             // by check: what it compares with
    std::vector<std::uint8_t> happened{};  // by check: «once» came true
    bool operator==(const CheckMemory&) const = default;
};

class TimedChecks {
  public:
    // The test stays where it is; it may grow at its end.
    explicit TimedChecks(const TestCase& test) : test_(test) {}

    // From a moment of the test on: what lies before it counts as checked.
    void goOnFrom(std::uint64_t step, CheckMemory memory = {});
    [[nodiscard]] const CheckMemory& memory() const { return memory_; }

    // To be called once after each step, and before the first: looks at what is due. Calls `failed(index,
    // outcome)` for each check that does not hold; false: enough, the rest is not looked at.
    template <class Failed>
    void look(Look& look, Failed&& failed) {
        const std::uint64_t step = look.state.step;
        if (!lookBack(look, step, failed)) return;
        for (; next_ < test_.checks.size() && test_.checks[next_].at <= step; next_++) {
            const TimedCheck& timed = test_.checks[next_];
            if (timed.span == Span::Always) {
                due_++;
                continue;  // it was looked at all the time
            }
            due_++;
            const CheckOutcome outcome = judge(next_, look);
            if (!outcome.holds && !failed(next_, outcome)) return;
        }
    }
    // Whether `look` has anything to do.
    [[nodiscard]] bool anyDue(std::uint64_t step) {
        collect();
        return !looksBack_.empty() || (next_ < test_.checks.size() && test_.checks[next_].at <= step);
    }
    // How many were due.
    [[nodiscard]] std::int64_t due() const { return due_; }

  private:
    // What a check that is due now says.
    CheckOutcome judge(std::size_t index, Look& look) const;
    CheckOutcome evaluate(std::size_t index, Look& look) const;
    void collect();
    template <class Failed>
    bool lookBack(Look& look, std::uint64_t step, Failed&& failed) {
        collect();
        for (const std::size_t index : looksBack_) {
            const TimedCheck& timed = test_.checks[index];
            if (timed.at < step) continue;
            if (timed.check.since == step) memory_.then[index] = timed.check.measure(look);
            if (timed.span == Span::Now || timed.from > step) continue;
            if (timed.span == Span::Once) {
                if (!memory_.happened[index]) memory_.happened[index] = evaluate(index, look).holds ? 1 : 0;
                continue;
            }
            const CheckOutcome outcome = evaluate(index, look);
            if (!outcome.holds && !failed(index, outcome)) return false;
        }
        return true;
    }

    const TestCase& test_;
    std::size_t next_ = 0;
    std::int64_t due_ = 0;
    std::size_t collected_ = 0;           // so many checks of the test were looked through
    std::vector<std::size_t> looksBack_;  // checks that need more than the moment they are due
    CheckMemory memory_;
};

}  // namespace ounce
