// User models as somebody who shows a search how to play: asked again and again what they would do in a
// state.
#pragma once

#include <memory>
#include <vector>

#include "models/play.h"
#include "vm/machine.h"
#include "vm/user.h"

namespace ounce::models {

class UserGuide {
  public:
    // Of `models` only user models act.
    UserGuide(std::shared_ptr<const BoundModels> models, std::shared_ptr<const Program> program,
              const MachineOptions& options, std::uint32_t seed);

    // The state goes on in a copy, as long as the models do the same: a key that stays pressed is one event.
    UserEvent next(const State& state);

  private:
    std::shared_ptr<const BoundModels> models_;
    std::shared_ptr<const Program> program_;
    MachineOptions options_;
    State state_;
    Machine machine_;
    ModelPlay play_;
    std::vector<UserEvent> pending_{};  // seen while looking ahead
};

}  // namespace ounce::models
