// Programs in text form for the tests of witnesses.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "project/load.h"
#include "spec/monitor.h"
#include "spec/parse.h"
#include "vm/program.h"

namespace ounce::verify {

inline std::shared_ptr<const Program> programOf(const std::string& text) {
    auto project = readText(text, "test.scratch", "");
    EXPECT_TRUE(project) << project.error().message();
    auto program = compile(std::move(*project));
    EXPECT_TRUE(program) << program.error().message();
    return *program;
}

inline std::vector<spec::Monitor> monitorsOf(const std::string& properties, const Program& program) {
    auto spec = spec::parse(properties, "test.props");
    EXPECT_TRUE(spec) << spec.error().message();
    return spec::bind(*spec, program);
}

inline InputEvent input(std::uint64_t step, InputEvent::Kind kind, const std::string& name = {}) {
    InputEvent event;
    event.step = step;
    event.kind = kind;
    event.name = name;
    return event;
}
inline InputEvent answerAt(std::uint64_t step, const std::string& text) {
    InputEvent event = input(step, InputEvent::Kind::Answer);
    event.value = Value(String(text));
    return event;
}

// Asks three sums of random numbers; a wrong answer costs a point, which it should not.
inline constexpr const char* kSums = R"(stage
  variable score = 0
  variable a = 0
  variable b = 0

sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
set [score v] to (0)
repeat (3)
  go to (random position v)
  set [a v] to (pick random (1) to (10))
  set [b v] to (pick random (1) to (10))
  ask [sum?] and wait
  if <(answer) = ((a) + (b))> then
    change [score v] by (1)
  else
    change [score v] by (-1)
  end
end
say [done]
)";

// Moves with the arrows, jumps with a letter; the well is at (30, -20).
inline constexpr const char* kWell = R"(stage
  variable jumps = 0

sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
go to x: (0) y: (0)
forever
  if <key (right arrow v) pressed?> then
    change x by (10)
  end
  if <key (down arrow v) pressed?> then
    change y by (-10)
  end
end

when [j v] key pressed
change [jumps v] by (1)

when this sprite clicked
change [jumps v] by (10)
)";

}  // namespace ounce::verify
