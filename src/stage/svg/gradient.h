// Gradients and clip paths of shapes whose transform went into their data: copies, moved along.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "stage/svg/path.h"
#include "stage/svg/tree.h"

namespace ounce {

class MovedDefinitions {
  public:
    // Knows the gradients and clip paths below `root`, as they are now.
    explicit MovedDefinitions(const SvgNode& root);

    // What to write instead of a paint `url(#…)` of a path with that data; none if it is no gradient.
    std::optional<std::string> movedGradient(const std::string& paint, const std::string& pathData,
                                             const Affine& matrix);
    std::optional<std::string> movedClipPath(const std::string& reference, const Affine& matrix);

    // The copies, to be called when no more are made.
    void addTo(SvgNode& root);

  private:
    void collect(const SvgNode& node);

    std::map<std::string, SvgNode> known_;  // by id
    std::map<std::string, SvgNode> made_;   // by their new id
};

}  // namespace ounce
