// The tasks of the NEAT paper with many seeds, to be compared with its figures.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <vector>

#include "../../tests/neat/tasks.h"

namespace {

void measure(const char* name, int seeds, const auto& solve) {
    std::vector<double> generations, evaluations, hidden;
    for (int seed = 1; seed <= seeds; seed++) {
        const ounce::neuro::TaskResult result = solve(static_cast<std::uint64_t>(seed));
        if (!result.solved) continue;
        generations.push_back(result.generations);
        evaluations.push_back(static_cast<double>(result.evaluations));
        hidden.push_back(result.hidden);
    }
    const auto n = static_cast<double>(generations.size());
    auto mean = [&](const std::vector<double>& values) {
        double sum = 0;
        for (const double value : values) sum += value;
        return sum / n;
    };
    double square = 0;
    for (const double value : evaluations) square += std::pow(value - mean(evaluations), 2);
    fmt::print("| {} | {} of {} | {:.1f} | {:.0f} ± {:.0f} | {:.2f} |\n", name, generations.size(), seeds,
               mean(generations), mean(evaluations), std::sqrt(square / n), mean(hidden));
}

}  // namespace

int main(int count, char** words) {
    const int seeds = count > 1 ? std::max(1, std::atoi(words[1])) : 100;
    fmt::print("| task | solved | generations | evaluations | hidden nodes |\n|---|---|---|---|---|\n");
    measure("exclusive or", seeds, [](std::uint64_t seed) { return ounce::neuro::solveXor(seed, 300); });
    measure("two poles", seeds, [](std::uint64_t seed) { return ounce::neuro::balancePoles(seed, 150); });
}
