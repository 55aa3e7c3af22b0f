// A line on standard error that says how far a command is; nothing at all when that is not a terminal.
#pragma once

#include <string>
#include <string_view>

namespace ounce {

class ProgressBar {
  public:
    explicit ProgressBar(bool wanted);
    ~ProgressBar() { clear(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    // `part` is in [0, 1]. Draws at most every twentieth of a second.
    void show(double part, std::string_view text);
    void clear();

    // The line that show draws, for a terminal of any width.
    static std::string line(double part, std::string_view text);

  private:
    bool shown_ = false, wanted_;
    double lastTime_ = 0;
};

// Seconds since some fixed time, for progress and budgets; never part of a result that must repeat itself.
double secondsNow();

}  // namespace ounce
