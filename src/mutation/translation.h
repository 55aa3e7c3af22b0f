// From the places of a program to those of a variant of it, so that a state of the one goes on in the other.
#pragma once

#include <optional>
#include <vector>

#include "testing/moment.h"
#include "vm/program.h"

namespace ounce {

class Translation {
  public:
    // The variant may lack statements and have others in place of them, but none besides.
    Translation(const Program& original, const Program& variant);

    // Nothing if some script stands at a statement that the variant lacks, or if the two do not fit.
    [[nodiscard]] std::optional<Moment> of(const Moment& moment) const;

  private:
    const Program& variant_;
    bool fits_ = false;
    std::vector<StatementIndex> statements_;  // by statement of the original; kNone: the variant lacks it
};

}  // namespace ounce
