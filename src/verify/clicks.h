// Where a player can click something: a point at which nothing lies in front of it.
#pragma once

#include <cstdint>
#include <optional>

#include "stage/look.h"
#include "vm/inputs.h"
#include "vm/state.h"

namespace ounce::verify {

class Clicks {
  public:
    // `state` stays as it is while this is in use.
    explicit Clicks(const State& state) : state_(state) {}

    // Of a target, by its place in State::targets; 0: the stage itself. None: it is hidden, covered, or off
    // the stage.
    [[nodiscard]] std::optional<Point> pointOf(std::int32_t target);

  private:
    bool isOnTop(std::int32_t target, Point p);
    StageLook& stage();

    const State& state_;
    std::optional<StageLook> stage_{};
};

// Whether a click on a sprite or on the stage can be done in this state; true for all other inputs.
bool isPossible(const Program& program, const State& state, const InputEvent& input);

}  // namespace ounce::verify
