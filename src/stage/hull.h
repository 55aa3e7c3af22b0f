// The convex hull of what is visible of a skin, found as the renderer finds it: by looking at every whole
// skin unit, row by row, from both sides.
#pragma once

#include <vector>

#include "stage/effects.h"
#include "stage/transform.h"

namespace ounce {

class Silhouette;

// Corners in skin units from the top left, in order around the shape.
using Hull = std::vector<Point>;

// `silhouette` may be null: nothing is visible.
Hull hullOf(const Silhouette* silhouette, const SkinShape& skin, const Effects& effects);

// The corners on the stage, each at the centre of its skin unit.
std::vector<Point> transformedHull(const Hull& hull, const SkinShape& skin, const Matrix& model);
// Their box.
Rectangle hullBox(const Hull& hull, const SkinShape& skin, const Matrix& model);
// The box of the corners in the upper 8 units, where a bubble is put.
Rectangle hullTopBox(const Hull& hull, const SkinShape& skin, const Matrix& model);

}  // namespace ounce
