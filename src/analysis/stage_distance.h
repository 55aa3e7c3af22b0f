// How far a sprite is from touching something, on the stage: what conditions and properties measure when
// nothing touches.
#pragma once

#include "vm/look.h"

namespace ounce {

constexpr double kStageDiagonal = 600;
constexpr double kHidden = kStageDiagonal;  // on top of the distance between things that cannot be seen

double distanceToPointer(const Look& look, const TargetState& from);
// To the nearest of a sprite and its clones that is not `from` itself; kNone: there is no such sprite.
double distanceToSprite(const Look& look, const TargetState& from, std::int32_t sprite);
// From the sprite's box, whose far side is what touches. A hidden sprite has no hull but a box.
double distanceToEdge(Look& look, const TargetState& from);

}  // namespace ounce
