// What can be made smaller in a program: statements go, two become one, what a body does is done outside of
// it, arguments become simple. Each change is described by its place, so that it is made in a copy only when
// it is its turn.
#pragma once

#include <functional>
#include <vector>

#include "contracts/core/generator.h"
#include "contracts/core/program.h"

namespace ounce::contracts {

using Change = std::function<void(Program&)>;

// Large ones first.
std::vector<Change> changesOf(const World& world, const Language& language, const Program& program);

}  // namespace ounce::contracts
