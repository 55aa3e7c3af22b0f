// A few plays among many: do they lie elsewhere than a few drawn at random would? Each number that plays are
// compared by is cut into ranges; how unlikely it is that so many of the few lie in one (hypergeometric) is
// the surprise of that range, as -ln of the probability.
//
// What is too much is found by drawing as few plays from all of them again and again: if the few are no
// different, they are one more such draw, and exceed all but a part r of the draws with the probability r at
// most, whatever the numbers are and however they depend on each other. So many looks need no correction.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/stream.h"

namespace ounce::neuro {

class Ranges {
  public:
    // The last `few` of `all` plays are in question.
    Ranges(std::size_t all, std::size_t few);

    // One number for each play; not a number: the play has none, which is a range of its own. `label`: of
    // whoever asks.
    void add(std::span<const float> values, std::int32_t label);
    void settle();  // after the last one

    struct Surprise {
        double greatest = 0;     // of any range
        double sum = 0;          // of all ranges, as far as they are more than usual
        std::int32_t label = 0;  // of the greatest one
    };
    [[nodiscard]] Surprise of(std::span<const std::size_t> plays) const;

    // Whether the plays in question are further out than all but this part of as many plays drawn at random:
    // by the greatest surprise or by the sum, each for a quarter of the part.
    [[nodiscard]] bool areSurprising(double part, Stream random, Surprise& surprise) const;

  private:
    struct Range {
        std::uint32_t size = 0;
        std::int32_t label = 0;
        float weight = 0;         // how many numbers have this range
        std::uint32_t place = 0;  // of its members in bits_
    };
    void addRange(std::span<const std::uint32_t> members, std::int32_t label);
    void growTable();

    std::size_t all_, few_, words_;
    std::vector<Range> ranges_;
    std::vector<std::uint64_t> bits_;             // a bit a play, words_ words a range
    std::vector<std::uint32_t> table_;            // ranges by hash; 0: none, else one more than the index
    std::vector<std::uint32_t> order_, without_;  // plays, while numbers are added
    std::vector<std::vector<double>> surprise_;   // by size of the range and how many lie in it
    std::vector<std::vector<std::uint8_t>> isInside_;  // by play and range
};

}  // namespace ounce::neuro
