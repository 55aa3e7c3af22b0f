// A line on standard error that says how far a command is; nothing at all when that is not a terminal.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "base/job.h"

namespace ounce {

class ProgressBar {
  public:
    explicit ProgressBar(bool wanted);
    ~ProgressBar() { clear(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    // `part` is in [0, 1]. Draws at most every twentieth of a second. From any thread.
    void show(double part, std::string_view text);
    void clear();
    // Shows what a job reports for as long as it lives; none if nobody would see it.
    [[nodiscard]] ProgressListener listener();

    // The line that show draws, for a terminal of any width.
    static std::string line(double part, std::string_view text);

  private:
    std::mutex mutex_;
    bool shown_ = false, wanted_;
    double lastTime_ = 0;
};

}  // namespace ounce
