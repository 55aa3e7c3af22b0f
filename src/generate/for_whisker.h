// Suites for Whisker (--for whisker). Whisker does not load the program anew between two tests: it takes back
// what sprites look like and what variables hold, and leaves the rest as the last test left it: layers,
// rotation styles, pen, tempo, instruments, the counter, what hats that watch a condition saw last. The
// renderer is told about the sprites only when the program changes them again.
#pragma once

#include <cstddef>

#include "testing/suite.h"
#include "vm/program.h"

namespace ounce {

struct LeftOut {
    std::size_t layers = 0;  // checks of layers in a program that changes them
    std::size_t others = 0;  // checks that do not hold after the other tests of the suite
    [[nodiscard]] std::size_t all() const { return layers + others; }
};

// Plays the tests one after the other as Whisker does, forwards and backwards, and leaves out what does not
// hold.
LeftOut fitForWhisker(const Program& program, Suite& suite);

}  // namespace ounce
