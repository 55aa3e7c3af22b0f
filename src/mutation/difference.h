// What a mutant changes, as lines of text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mutation/mutant.h"
#include "project/text/write_text.h"

namespace ounce {

struct DifferenceLine {
    enum class Kind : char { Same = ' ', Removed = '-', Added = '+' };
    Kind kind = Kind::Same;
    std::string text{};
    bool operator==(const DifferenceLine&) const = default;
};

// Makes differences from one program; remembers its text. Not to be shared by threads.
class Differences {
  public:
    explicit Differences(const Project& project) : project_(project), lines_(project.targets.size()) {}
    // The hat of the script, the line before the change, and the lines that differ; a few at most.
    std::vector<DifferenceLine> of(const Mutant& mutant);

  private:
    const Project& project_;
    std::vector<std::optional<std::vector<text::ShownLine>>> lines_;  // by target
};

// One line each: "- move (10) steps".
std::string differenceText(const std::vector<DifferenceLine>& lines, std::string_view indent = {});

}  // namespace ounce
