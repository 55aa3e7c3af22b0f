// Mocks: what a block that leaves something to chance gives instead. The paper's kinds: by the number of the
// call (sequential), by a condition on the state, by the time since the start. Outside of what a mock says,
// chance decides as always.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/value.h"
#include "vm/choices.h"
#include "vm/program.h"

namespace ounce::verify {

// The blocks that Bastet and Whisker mock.
enum class MockedFunction : std::uint8_t {
    RandomBetween,          // pick random
    GoToRandomPosition,     // go to random position: outcomes are pairs x, y
    GlideToRandomPosition,  // glide … to random position: the same
};
constexpr std::size_t kMockedFunctions = 3;
// "randomBetween", …: the words of the file.
std::string_view mockName(MockedFunction function);

// A variable, or x, y of a sprite, that is set.
struct Assignment {
    std::string actor{};  // empty: the stage
    std::string variable{};
    Value value{};
    bool operator==(const Assignment&) const = default;
};

// What one call gives.
struct MockEffect {
    std::string when{};            // a condition in the language of properties; empty: always
    double fromMs = 0, toMs = -1;  // since the start, `toMs` excluded; toMs < fromMs: any time
    std::vector<double> outcomes{};
    std::vector<Assignment> assigns{};
    bool operator==(const MockEffect&) const = default;
};

struct Mock {
    enum class Kind : std::uint8_t { Sequential, Conditional, Timed };
    MockedFunction function = MockedFunction::RandomBetween;
    std::string actor{};  // whose calls; empty: everyone's
    Kind kind = Kind::Sequential;
    std::vector<Assignment> initially{};  // before its first call
    std::vector<MockEffect> effects{};    // sequential: one a call
    bool operator==(const Mock&) const = default;
};

// Which function a draw of that statement belongs to; false: none that can be mocked.
bool mockedFunctionOf(const Program& program, std::int32_t statement, const Domain& domain,
                      MockedFunction& function);

}  // namespace ounce::verify
