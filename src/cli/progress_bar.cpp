#include "cli/progress_bar.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "cli/output.h"

namespace ounce {

double secondsNow() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

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
    const double now = secondsNow();
    if (shown_ && now - lastTime_ < 0.05) return;
    lastTime_ = now;
    shown_ = true;
    fmt::print(terminal(), "\r\x1b[K{}", line(part, text));
    std::fflush(terminal());
}

void ProgressBar::clear() {
    if (!shown_) return;
    shown_ = false;
    fmt::print(terminal(), "\r\x1b[K");
    std::fflush(terminal());
}

}  // namespace ounce
