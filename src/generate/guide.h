// Somebody who knows how to play, for a search that would take long to find it out: a user model, for
// example. Its plays are the first tests, and new tests begin with pieces of them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "generate/context.h"
#include "search/codons.h"
#include "vm/user.h"

namespace ounce {

class Guide {
  public:
    virtual ~Guide() = default;
    // What to do next, in the state to which a test has come. To do nothing is to wait.
    virtual UserEvent next(const State& state) = 0;
};

// A new one for each play; the seed is that of its own random numbers.
using Guides = std::function<std::unique_ptr<Guide>(std::uint32_t seed)>;

// The codons of a test in which the guide plays: what it wants to do becomes one of the events that make
// sense at the time. Ends after `most` events, or when nothing can happen any more.
Codons playGuided(const GenerationContext& context, Guide& guide, std::size_t most);

}  // namespace ounce
