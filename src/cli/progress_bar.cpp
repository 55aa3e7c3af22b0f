#include "cli/progress_bar.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/steady_clock.h"
#include "cli/output.h"

namespace ounce {

ProgressBar::ProgressBar(bool wanted) : wanted_(wanted && showsProgress()) {}

std::string ProgressBar::line(double part, std::string_view text) {
    constexpr int kWidth = 24;
    const int filled = static_cast<int>(kWidth * std::clamp(part, 0.0, 1.0));
    std::string bar;
    for (int i = 0; i < kWidth; i++) bar += i < filled ? "█" : "░";
    return fmt::format("{} {:3.0f} %  {}", bar, 100 * std::clamp(part, 0.0, 1.0), text);
}

void ProgressBar::show(double part, std::string_view text) {
    if (!wanted_) return;
    const std::lock_guard lock(mutex_);
    const double now = secondsNow();
    if (shown_ && now - lastTime_ < 0.05) return;
    lastTime_ = now;
    shown_ = true;
    fmt::print(terminal(), "\r\x1b[K{}", line(part, text));
    std::fflush(terminal());
}

ProgressListener ProgressBar::listener() {
    if (!wanted_) return {};
    return [this](const Progress& progress) {
        show(progress.part, progress.phase.empty()
                                ? progress.sentence
                                : fmt::format("{}: {}", progress.phase, progress.sentence));
    };
}

void ProgressBar::clear() {
    const std::lock_guard lock(mutex_);
    if (!shown_) return;
    shown_ = false;
    fmt::print(terminal(), "\r\x1b[K");
    std::fflush(terminal());
}

}  // namespace ounce
