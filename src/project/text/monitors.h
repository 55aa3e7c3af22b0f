// Monitors in the text form: `monitor 5 5` behind the variable or list that it shows, or a line of its own
// for other blocks, `monitor "sensing_timer" id "timer" 5 33`.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "project/project.h"

namespace ounce::text {

// Which monitors are written, and where.
class Monitors {
  public:
    Monitors() = default;  // none
    explicit Monitors(const Project& project);

    // "  monitor 5 5 large", or nothing.
    [[nodiscard]] std::string of(std::string_view variableOrList, bool list) const;
    // Those of other blocks, a line each.
    [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

  private:
    std::unordered_map<std::string_view, const Monitor*> variables_, lists_;
    std::vector<std::string> lines_;
};

}  // namespace ounce::text
