#include "vm/runner.h"

namespace ounce {

Runner::Runner(std::shared_ptr<const Program> program, MachineOptions options, std::uint32_t seed,
               std::vector<InputEvent> inputs)
    : program_(std::move(program)),
      options_(std::move(options)),
      inputs_(std::move(inputs)),
      state_(initialState(*program_, options_, seed)),
      machine_(*program_, state_, options_) {}

void Runner::step() {
    const std::size_t first = nextInput_;
    while (nextInput_ < inputs_.size() && inputs_[nextInput_].step <= state_.step) nextInput_++;
    machine_.step(std::span(inputs_).subspan(first, nextInput_ - first));
}

}  // namespace ounce
