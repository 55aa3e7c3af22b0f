// A little game for the tests of this folder: catch the apple three times.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <string>

#include "project/load.h"
#include "vm/compile.h"

namespace ounce::neuro {

inline std::shared_ptr<const Program> gameOf(const std::string& text) {
    auto project = readText(text, "test.scratch", ".");
    EXPECT_TRUE(project) << project.error().message();
    auto program = compile(std::move(*project));
    EXPECT_TRUE(program) << program.error().message();
    return *program;
}

inline constexpr const char* kCatch = R"(stage
  variable points = 5

sprite Bowl
  costume "bowl" rect 60 20 #0000ff
  at x: 24 y: -90

when flag clicked
set [points v] to (0)
forever
  if <key (left arrow v) pressed?> then
    change x by (-12)
  end
  if <key (right arrow v) pressed?> then
    change x by (12)
  end
end

sprite Apple
  costume "apple" rect 20 20 #ff0000
  at x: 120 y: 150

when flag clicked
forever
  go to x: (pick random (-200) to (200)) y: (150)
  repeat until <(y position) < (-120)>
    change y by (-8)
    if <touching (Bowl v)?> then
      change [points v] by (1)
      set y to (150)
      set x to (pick random (-200) to (200))
      if <(points) > (2)> then
        say [You win!]
        stop [all v]
      end
    end
  end
  change [points v] by (-1)
end

sprite Ghost
  costume "ghost" rect 10 10 #00ff00
  hidden

when flag clicked
wait (1) seconds
show
)";

}  // namespace ounce::neuro
