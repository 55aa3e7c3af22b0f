#include "testing/suite.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/steps.h"

namespace ounce {

std::string TimedCheck::text() const {
    if (span == Span::Now) return check.text();
    const double begin = secondsOf(from), end = secondsOf(at);
    return fmt::format("{} between second {:.2f} and {:.2f}: {}", span == Span::Once ? "once" : "always",
                       begin, end, check.text());
}

void TestCase::settle() {
    const auto byTime = [](const auto& a, const auto& b) { return a.at < b.at; };
    std::stable_sort(events.begin(), events.end(), byTime);
    std::stable_sort(checks.begin(), checks.end(), byTime);
    if (!events.empty()) steps = std::max(steps, events.back().at);
    if (!checks.empty()) steps = std::max(steps, checks.back().at);
}

MachineOptions Suite::machineOptions(Mode instead) const {
    MachineOptions options;
    options.mode = instead;
    options.whiskerTimerStep = instead == Mode::Whisker ? timerStep : 0;
    options.numbers = numbers;
    options.userName = userName;
    options.startDate = startDate;
    return options;
}

std::int64_t Suite::assertions() const {
    std::int64_t count = 0;
    for (const TestCase& test : tests) count += static_cast<std::int64_t>(test.checks.size());
    return count;
}

}  // namespace ounce
