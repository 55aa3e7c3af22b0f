// Choosing parents from a population.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "base/stream.h"

namespace ounce {

enum class SelectionOperator : std::uint8_t { Rank, Tournament };

struct SelectionOptions {
    SelectionOperator kind = SelectionOperator::Rank;
    std::size_t tournamentSize = 5;
};

// Whitley's linear ranking of `size` members sorted from worst to best: how likely the member at `rank` (0 is
// the worst) is to be chosen. The bias is how often the best is chosen compared to a member in the middle;
// the greatest one, 2n/(n+1), makes the probability proportional to the rank.
double rankProbability(std::size_t rank, std::size_t size, double bias);
double defaultRankBias(std::size_t size);

// The place of the chosen member, in a population sorted from worst to best.
std::size_t selectByRank(std::size_t size, Stream& random);

// Feedback-directed sampling: one of the candidates whose counter is smallest; ties are drawn. A counter that
// is empty is no candidate. None: there is no candidate.
std::optional<std::size_t> selectLeast(std::span<const std::optional<std::size_t>> counters, Stream& random);

// A first pick and `challengers` that may replace it; `better(a, b)` says whether a is better than b.
std::size_t selectByTournament(std::size_t size, std::size_t challengers,
                               const std::function<bool(std::size_t, std::size_t)>& better, Stream& random);

}  // namespace ounce
