// The evolution alone solves the two tasks of the NEAT paper.
#include "tasks.h"

#include <gtest/gtest.h>

namespace ounce::neuro {
namespace {

// A few seeds; bench/neatest/neat_tasks.cpp runs a hundred and compares with the literature.
TEST(Tasks, SolvesXor) {
    for (std::uint64_t seed = 1; seed <= 3; seed++) {
        const TaskResult result = solveXor(seed, 150);
        EXPECT_TRUE(result.solved) << "seed " << seed;
        EXPECT_GT(result.hidden, 0) << "without a hidden node there is no way";
    }
}

TEST(Tasks, BalancesTwoPoles) {
    const TaskResult result = balancePoles(1, 100);
    EXPECT_TRUE(result.solved);
    EXPECT_GT(result.evaluations, 0);
}

}  // namespace
}  // namespace ounce::neuro
