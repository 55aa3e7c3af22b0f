// From a program that fails to a small one that fails in the same way: statements, callbacks and spare
// attempts go, arguments become simple.
#pragma once

#include <functional>

#include "contracts/core/generator.h"
#include "contracts/core/program.h"

namespace ounce::contracts {

// The simplest value of a type that needs no environment; none: there is none.
std::optional<Expression> simplest(const World& world, const Language& language, TypeId type);

struct ShrinkLimits {
    std::size_t runs = 1500;
};

// `fails` runs a program; the given one must fail.
Program shrink(const World& world, const Language& language, Program program,
               const std::function<bool(const Program&)>& fails, ShrinkLimits limits = {});

}  // namespace ounce::contracts
