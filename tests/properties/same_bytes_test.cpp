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
    {"catch", Mode::Scratch, "9cd4861dbd3f037866e1223c7316489c"},
    {"catch", Mode::Whisker, "9cd4861dbd3f037866e1223c7316489c"},
    {"clicker", Mode::Scratch, "52bca3610d01a819a3f80ce0e16798c5"},
    {"clicker", Mode::Whisker, "52bca3610d01a819a3f80ce0e16798c5"},
    {"drawing", Mode::Scratch, "7533f898cb755292ace8630f74bfeae6"},
    {"drawing", Mode::Whisker, "7533f898cb755292ace8630f74bfeae6"},
    {"maze", Mode::Scratch, "4a79d5407853b2d124d658843a05368b"},
    {"maze", Mode::Whisker, "4a79d5407853b2d124d658843a05368b"},
    {"quiz", Mode::Scratch, "9c25ff1338ff47c6c6444de18dcf561f"},
    {"quiz", Mode::Whisker, "b34551f9a0dfab0336868322bd537b13"},
    {"story", Mode::Scratch, "ebaee5c8eab9db313a8876c138116dbd"},
    {"story", Mode::Whisker, "de2384e0ee5b77fec6106fe75d32076c"},
};

TEST(SameBytes, TracesOfTheExamplesAreTheSameInEveryBuild) {
    for (const Expected& expected : kExpected) {
        const std::string path =
            (std::filesystem::path(OUNCE_SOURCE_DIR) / "examples" / expected.example).string() + ".scratch";
        auto project = loadProject(path);
        ASSERT_TRUE(project) << project.error().message();
        auto program = compile(std::move(*project));
        ASSERT_TRUE(program) << program.error().message();
        Case one;
        one.name = expected.example;
        one.program = *program;
        one.inputs = play(300);
        one.steps = 300;
        one.options.mode = expected.mode;
        EXPECT_EQ(md5(Traced(one).rest()), expected.sum)
            << expected.example << (expected.mode == Mode::Whisker ? " in mode whisker" : " in mode scratch");
    }
}

}  // namespace
}  // namespace ounce::properties
