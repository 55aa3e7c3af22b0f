// Local search makes an evolutionary algorithm memetic: with some probability a test is extended or reduced,
// and the neighbour takes its place when it is better (Section 5.3 of the paper).
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "search/run.h"

namespace ounce {

struct LocalSearchOptions {
    double extension = 0.3;  // probabilities, per test
    double reduction = 0.3;
};

class LocalSearch {
  public:
    LocalSearch(SearchRun& run, const LocalSearchOptions& options) : run_(run), options_(options) {}

    // Applies both searches to all members. Members whose neighbour is better are replaced in place; the
    // archive of the run sees all neighbours. Returns the places that were replaced, each once, in order.
    std::vector<std::size_t> improve(std::vector<Individual>& members);

  private:
    void extend(std::vector<Individual>& members, std::vector<std::uint8_t>& replaced);
    void reduce(std::vector<Individual>& members, std::vector<std::uint8_t>& replaced);

    SearchRun& run_;
    LocalSearchOptions options_;
    std::unordered_set<std::uint64_t> extended_;  // hashes of tests that were extended before: once is enough
};

// Whether `a` covers more goals than `b`.
bool coversMore(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace ounce
