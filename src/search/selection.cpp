#include "search/selection.h"

#include <vector>

namespace ounce {

double defaultRankBias(std::size_t size) {
    const double n = static_cast<double>(size);
    return 2 * n / (n + 1);
}

double rankProbability(std::size_t rank, std::size_t size, double bias) {
    if (size == 1) return 1;
    const double n = static_cast<double>(size);
    return (2 - bias + 2 * (bias - 1) * static_cast<double>(rank) / (n - 1)) / n;
}

std::size_t selectByRank(std::size_t size, Stream& random) {
    const double bias = defaultRankBias(size);
    double left = random.uniform();
    for (std::size_t rank = 0; rank + 1 < size; rank++) {
        left -= rankProbability(rank, size, bias);
        if (left < 0) return rank;
    }
    return size - 1;
}

std::size_t selectByTournament(std::size_t size, std::size_t challengers,
                               const std::function<bool(std::size_t, std::size_t)>& better, Stream& random) {
    std::size_t winner = random.below(size);
    for (std::size_t i = 0; i < challengers; i++) {
        const std::size_t challenger = random.below(size);
        if (better(challenger, winner)) winner = challenger;
    }
    return winner;
}

std::optional<std::size_t> selectLeast(std::span<const std::optional<std::size_t>> counters, Stream& random) {
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < counters.size(); i++) {
        if (!counters[i]) continue;
        const bool fewer = candidates.empty() || *counters[i] < *counters[candidates.front()];
        if (fewer) candidates.clear();
        if (fewer || *counters[i] == *counters[candidates.front()]) candidates.push_back(i);
    }
    if (candidates.empty()) return std::nullopt;
    return candidates[random.below(candidates.size())];
}

}  // namespace ounce
