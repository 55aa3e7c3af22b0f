// The same seed gives the same bytes in every build: these sums hold for release and sanitizer builds, and on
// every machine. A change of behaviour that is meant changes them; the message says to what.
#include <gtest/gtest.h>

#include "base/file.h"
#include "cases.h"

namespace ounce::properties {
namespace {

struct Expected {
    const char* example;
    Mode mode;
    const char* sum;  // MD5 of the trace of 300 steps under play()'s inputs and seed 5
};

constexpr Expected kExpected[] = {
    {"catch", Mode::Scratch, ""},   {"catch", Mode::Whisker, ""},   {"clicker", Mode::Scratch, ""},
    {"clicker", Mode::Whisker, ""}, {"drawing", Mode::Scratch, ""}, {"drawing", Mode::Whisker, ""},
    {"maze", Mode::Scratch, ""},    {"maze", Mode::Whisker, ""},    {"quiz", Mode::Scratch, ""},
    {"quiz", Mode::Whisker, ""},    {"story", Mode::Scratch, ""},   {"story", Mode::Whisker, ""},
};

TEST(SameBytes, TracesOfTheExamplesAreTheSameInEveryBuild) {
    for (const Expected& expected : kExpected) {
        const std::string path =
            (std::filesystem::path(OUNCE_SOURCE_DIR) / "examples" / expected.example).string() + ".scratch";
        auto project = loadProject(path);
        ASSERT_TRUE(project) << project.error().message();
        auto program = compile(std::move(*project));
        ASSERT_TRUE(program) << program.error().message();
        Case one{expected.example, *program, {}, play(300), 300};
        one.options.mode = expected.mode;
        EXPECT_EQ(md5(Traced(one).rest()), expected.sum)
            << expected.example << (expected.mode == Mode::Whisker ? " in mode whisker" : " in mode scratch");
    }
}

}  // namespace
}  // namespace ounce::properties
