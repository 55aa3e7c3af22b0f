// A run from the start: a state, its machine, and the inputs handed out at their steps.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "vm/machine.h"

namespace ounce {

class Runner {
  public:
    // `inputs` are sorted by step, as readInputs gives them.
    Runner(std::shared_ptr<const Program> program, MachineOptions options, std::uint32_t seed,
           std::vector<InputEvent> inputs);

    void step();
    [[nodiscard]] State& state() { return state_; }
    [[nodiscard]] Machine& machine() { return machine_; }
    [[nodiscard]] const Program& program() const { return *program_; }
    // No script is running and no input is left to come.
    [[nodiscard]] bool finished() const { return machine_.idle() && nextInput_ == inputs_.size(); }

  private:
    std::shared_ptr<const Program> program_;
    MachineOptions options_;
    std::vector<InputEvent> inputs_;
    std::size_t nextInput_ = 0;
    State state_;
    Machine machine_;
};

}  // namespace ounce
