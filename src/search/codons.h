// The genotype: a list of codons in groups of equal size. What a group means is the problem's business; the
// first codon of a group chooses, the others are parameters of the choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/codon.h"
#include "base/stream.h"

namespace ounce {

using Codons = std::vector<Codon>;

// How codons look in one problem. Lengths are counted in groups.
struct Encoding {
    std::size_t groupSize = 2;
    Codon min = 0, max = 480;  // both included, except when sampling: Whisker samples below max
    std::size_t minSample = 2, maxSample = 20;  // the length of random individuals; maxSample is excluded
    std::size_t maxLength = 20;

    [[nodiscard]] std::size_t groups(const Codons& codons) const { return codons.size() / groupSize; }
    [[nodiscard]] std::span<const Codon> group(const Codons& codons, std::size_t index) const {
        return std::span(codons).subspan(index * groupSize, groupSize);
    }
    // The codon of [min, max] that a value beyond the range stands for.
    [[nodiscard]] Codon wrap(std::int64_t value) const {
        const std::int64_t width = static_cast<std::int64_t>(max) - min + 1;
        const std::int64_t offset = (value - min) % width;
        return static_cast<Codon>(min + (offset < 0 ? offset + width : offset));
    }
};

Codon sampleCodon(const Encoding& encoding, Stream& random);
// Appends one random group.
void appendRandomGroup(const Encoding& encoding, Stream& random, Codons& codons);
// A random individual.
Codons sampleCodons(const Encoding& encoding, Stream& random);

}  // namespace ounce
