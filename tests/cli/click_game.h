// A game that is won by three clicks.
#pragma once

namespace ounce {

constexpr const char* kClickGame = R"(stage
  variable score = 0

sprite Cat
  costume "cat" rect 40 40 #ff0000

when this sprite clicked
change [score v] by (1)
if <(score) > (2)> then
  say [won]
end
)";

}  // namespace ounce
