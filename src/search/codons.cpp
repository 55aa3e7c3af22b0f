#include "search/codons.h"

#include <algorithm>

namespace ounce {

Codon sampleCodon(const Encoding& encoding, Stream& random) {
    const std::int64_t last = std::max<std::int64_t>(encoding.min, std::int64_t{encoding.max} - 1);
    return static_cast<Codon>(random.between(encoding.min, last));
}

void appendRandomGroup(const Encoding& encoding, Stream& random, Codons& codons) {
    for (std::size_t i = 0; i < encoding.groupSize; i++) codons.push_back(sampleCodon(encoding, random));
}

Codons sampleCodons(const Encoding& encoding, Stream& random) {
    const std::size_t spread =
        encoding.maxSample > encoding.minSample ? encoding.maxSample - encoding.minSample : 1;
    std::size_t length = encoding.minSample + random.below(spread);
    length = std::clamp<std::size_t>(length, 1, encoding.maxLength);
    Codons codons;
    codons.reserve(length * encoding.groupSize);
    for (std::size_t i = 0; i < length; i++) appendRandomGroup(encoding, random, codons);
    return codons;
}

}  // namespace ounce
