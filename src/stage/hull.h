// The convex hull of what is visible of a skin, found as the renderer finds it: by looking at every whole
// skin unit, row by row, from both sides.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "stage/effects.h"
#include "stage/transform.h"

namespace ounce {

class Silhouette;

// Corners in skin units from the top left, in order around the shape.
using Hull = std::vector<Point>;

// `silhouette` may be null: nothing is visible.
Hull hullOf(const Silhouette* silhouette, const SkinShape& skin, const Effects& effects);

// Hulls of one silhouette under shape effects, for all threads: most programs go to and fro between a few
// values.
class HullCache {
  public:
    std::shared_ptr<const Hull> find(const Silhouette& silhouette, const SkinShape& skin,
                                     const Effects& effects);

  private:
    struct Known {
        Effects effects;  // those that change the shape
        std::shared_ptr<const Hull> hull;
    };
    std::mutex lock_;
    std::vector<Known> known_;
};

// How far the corners, each at the centre of its skin unit, lie from the drawable's origin; adding the origin
// gives their box. Rounding keeps the order of numbers, so the outermost corners stay the outermost wherever
// the drawable is.
struct HullSpan {
    double left = 0, right = 0, bottom = 0, top = 0;
};
HullSpan hullSpan(const Hull& hull, const SkinShape& skin, const Matrix& model);
Rectangle hullBox(const HullSpan& span, const Matrix& model);
// The box of the corners in the upper 8 units, where a bubble is put.
Rectangle hullTopBox(const Hull& hull, const SkinShape& skin, const Matrix& model);

}  // namespace ounce
