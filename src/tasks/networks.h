// Networks that play a program, instead of tests that are always the same.
#pragma once

#include <memory>
#include <string>

#include "base/job.h"
#include "base/result.h"
#include "neuro/generation.h"

namespace ounce::tasks {

struct NetworksRequest {
    std::shared_ptr<const Program> program{};
    std::string project{};  // its name
    neuro::NeatestOptions options{};
};

// The answer's JSON is neuro::toJson. Fails only if something to learn from cannot be read.
Result<neuro::NetworkGeneration> generateNetworks(const NetworksRequest& request, const Job& job);

}  // namespace ounce::tasks
