// The two tasks by which the NEAT paper measures: exclusive or, and two poles on a cart (with velocities).
#pragma once

#include <cstdint>

#include "neuro/population.h"

namespace ounce::neuro {

// All inputs and the bias to all outputs: nodes 0 … inputs - 1, the bias, then the outputs.
Genome plainStart(int inputs, int outputs, Activation activation, Innovations& innovations, Stream& random);

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
