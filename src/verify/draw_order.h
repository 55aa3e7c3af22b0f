// Everything random of a run, in the order in which it was asked for: Bastet and Whisker want it so, where a
// log has it by block.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/mock.h"
#include "vm/choices.h"
#include "vm/state.h"

namespace ounce::verify {

// One outcome of a block that can be mocked.
struct Drawn {
    std::uint64_t step = 0;
    std::int32_t statement = kNone;
    MockedFunction function = MockedFunction::RandomBetween;
    double outcome = 0;
};

class DrawOrder final : public Choices {
  public:
    // `program` and `state` stay where they are while this is in use.
    DrawOrder(const Program& program, const State& state, const std::vector<Draws>& draws)
        : program_(program), state_(state), replayed_(program, draws) {}

    double pick(const Domain& domain, double drawn, std::int32_t statement) override {
        const double outcome = replayed_.pick(domain, drawn, statement);
        MockedFunction function{};
        if (order.size() < RecordingChoices::kMostNumbers &&
            mockedFunctionOf(program_, statement, domain, function))
            order.push_back({state_.step, statement, function, outcome});
        return outcome;
    }

    std::vector<Drawn> order{};

  private:
    const Program& program_;
    const State& state_;
    ReplayedChoices replayed_;
};

}  // namespace ounce::verify
