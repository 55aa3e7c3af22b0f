// The two tasks by which the NEAT paper measures: exclusive or, and two poles on a cart (with velocities).
#pragma once

#include <cstdint>

namespace ounce::neuro {

struct TaskResult {
    bool solved = false;
    int generations = 0;
    std::int64_t evaluations = 0;
    int hidden = 0;  // nodes of the network that solved it, which connections that count lead to
    int connections = 0;
};

// Gives up after so many generations.
TaskResult solveXor(std::uint64_t seed, int generations);
TaskResult balancePoles(std::uint64_t seed, int generations);

}  // namespace ounce::neuro
