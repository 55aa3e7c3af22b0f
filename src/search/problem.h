// What a search needs to know about the thing it searches in. A problem has goals; a test (codons) comes near
// to some of them or covers them. A search strategy sees nothing else, so it is tested without any Scratch
// program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "search/codons.h"

namespace ounce {

// One byte per goal, 1: true.
using GoalFlags = std::vector<std::uint8_t>;

// What codons stood for when they were evaluated. A problem that wants to know it again derives its own.
struct Phenotype {
    virtual ~Phenotype() = default;
};

// What is kept of an individual for good.
struct Chromosome {
    Codons codons;
    std::size_t length = 0;        // what counts as size: among equal tests the shorter one is better
    std::size_t usefulGroups = 0;  // after that many groups nothing got better for a goal not covered so far
    // What each group turned out to be, for mutation biased by it; or empty.
    std::vector<std::uint32_t> kinds{};
    std::shared_ptr<const Phenotype> phenotype{};  // or empty
};

struct Evaluation {
    std::vector<double> fitness;  // per goal: how far it was missed; 0: covered
    std::size_t length = 0;
    std::size_t usefulGroups = 0;
    // Per goal: after how many groups it was as near as it ever came. Empty: nobody has looked.
    std::vector<std::uint32_t> nearestAt{};
    std::vector<std::uint32_t> kinds{};
    std::shared_ptr<const Phenotype> phenotype{};
    std::int64_t steps = 0;  // what the evaluation cost
    std::int64_t executions = 1;
};

// An individual of a population.
struct Individual {
    std::shared_ptr<const Chromosome> test;
    std::vector<double> fitness;
    std::vector<std::uint32_t> nearestAt{};  // see Evaluation
};

// A test that local search is to start from, with random numbers of its own.
struct LocalSearchRequest {
    const Individual* individual = nullptr;
    Stream random;
};

// What local search found: a test that may replace the one it started from.
struct Neighbour {
    Codons codons;
    Evaluation evaluation;
};

// Several individuals at once may be evaluated in parallel; the answers are in the order of the questions and
// must not depend on the number of threads. `covered` says which goals need no attention any more.
class Problem {
  public:
    virtual ~Problem() = default;

    [[nodiscard]] virtual std::size_t goals() const = 0;
    // May change between two batches: a problem may allow longer tests when short ones do not suffice.
    [[nodiscard]] virtual Encoding encoding() const = 0;
    virtual Codons sample(Stream& random) const { return sampleCodons(encoding(), random); }
    virtual std::vector<Evaluation> evaluate(std::span<const Codons> batch, const GoalFlags& covered) = 0;

    // Whether a search is only complete with this goal. Others are there because they lead somewhere.
    [[nodiscard]] virtual bool isRequired(std::size_t /*goal*/) const { return true; }

    // Whether covering this goal does not simply follow from covering another one. MIO keeps populations of
    // such goals only.
    [[nodiscard]] virtual bool isIndependent(std::size_t /*goal*/) const { return true; }

    // The local searches of Section 5.3.1 and 5.3.2. An empty answer: the search does not apply to that test,
    // or the problem has no such search. What was executed is answered even where it is not better, because
    // it costs. Extension (Algorithm 10): go on from the end of the test as long as that helps.
    virtual std::vector<std::optional<Neighbour>> extend(std::span<const LocalSearchRequest> requests,
                                                         const GoalFlags& /*covered*/) {
        return std::vector<std::optional<Neighbour>>(requests.size());
    }
    // Reduction: cut off what follows the last group that was useful. Executes nothing.
    virtual std::vector<std::optional<Neighbour>> reduce(std::span<const LocalSearchRequest> requests,
                                                         const GoalFlags& /*covered*/) {
        return std::vector<std::optional<Neighbour>>(requests.size());
    }
};

}  // namespace ounce
