// Variable-length mutation of codon lists and its variants.
#pragma once

#include <cstdint>

#include "search/codons.h"
#include "search/problem.h"

namespace ounce {

enum class MutationOperator : std::uint8_t {
    VariableLength,             // every group is equally likely to change: one per mutation on average
    VariableLengthConstrained,  // only what still led to an improvement, and one group more; the rest is cut
                                // off
    BiasedVariableLength,       // later groups are more likely to change
    BiasedVariableLengthConstrained,  // both
    EventBiased,  // kinds of groups are equally likely to change, however often they occur
};

struct MutationOptions {
    MutationOperator kind = MutationOperator::VariableLength;
    double probability = 1;    // that a child is mutated at all
    double gaussianPower = 5;  // deviation of a changed codon
};

// A mutant of the test. It differs from the test wherever that is possible: an equal one would cost an
// execution and tell nothing.
Codons mutate(const Chromosome& test, const Encoding& encoding, const MutationOptions& options,
              Stream& random);

// How likely each group is to change. `test` may have more groups than the constrained operators look at: the
// result has one entry for each group that stays.
std::vector<double> mutationProbabilities(const Chromosome& test, const Encoding& encoding,
                                          MutationOperator kind);

}  // namespace ounce
