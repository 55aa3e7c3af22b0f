// Programs in text form for the tests of this folder.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <string>

#include "generate/context.h"
#include "project/load.h"

namespace ounce {

inline std::shared_ptr<const Program> programOf(const std::string& text) {
    auto project = readText(text, "test.scratch", ".");
    EXPECT_TRUE(project) << project.error().message();
    auto program = compile(std::move(*project));
    EXPECT_TRUE(program) << program.error().message();
    return *program;
}

// A key, a click, a question, a wait and a message: a little of everything a test must do.
inline constexpr const char* kQuiz = R"(stage
  variable score = 0

sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
set [score v] to (0)
wait (4) seconds
say [ready]

when this sprite clicked
ask [How much is 6 times 7?] and wait
if <(answer) = [42]> then
  change [score v] by (10)
  broadcast (right v)
else
  change [score v] by (-1)
end

sprite Dog
  costume "dog" rect 20 20 #0000ff

when I receive [right v]
repeat (3)
  change x by (10)
end
forever
  if <key (space v) pressed?> then
    say [You win!]
    stop [all v]
  end
end
)";

}  // namespace ounce
