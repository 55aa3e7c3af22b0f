// Relative single point crossover.
#pragma once

#include <cstdint>
#include <utility>

#include "search/codons.h"

namespace ounce {

enum class CrossoverOperator : std::uint8_t {
    SinglePointRelative,  // at the same relative place of both parents
    SinglePoint,          // at places that are drawn for each parent
};

struct CrossoverOptions {
    CrossoverOperator kind = CrossoverOperator::SinglePointRelative;
    double probability = 0.7;
};

// Both parents are cut at the border of groups nearest to the relative place `point` in [0, 1), never before
// their first group nor behind their last, and exchange what follows. Parents of less than two groups are
// returned as they are. Children are cut to the greatest length.
std::pair<Codons, Codons> crossAt(const Codons& first, const Codons& second, const Encoding& encoding,
                                  double firstPoint, double secondPoint);

std::pair<Codons, Codons> cross(const Codons& first, const Codons& second, const Encoding& encoding,
                                CrossoverOperator kind, Stream& random);

}  // namespace ounce
