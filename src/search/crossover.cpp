#include "search/crossover.h"

#include <algorithm>

namespace ounce {

std::pair<Codons, Codons> crossAt(const Codons& first, const Codons& second, const Encoding& encoding,
                                  double firstPoint, double secondPoint) {
    const std::size_t firstGroups = encoding.groups(first), secondGroups = encoding.groups(second);
    if (firstGroups < 2 || secondGroups < 2) return {first, second};
    auto cut = [&](std::size_t groups, double point) {
        return (static_cast<std::size_t>(static_cast<double>(groups - 1) * point) + 1) * encoding.groupSize;
    };
    const std::size_t firstCut = cut(firstGroups, firstPoint), secondCut = cut(secondGroups, secondPoint);
    auto join = [&](const Codons& head, std::size_t headCut, const Codons& tail, std::size_t tailCut) {
        Codons child(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(headCut));
        child.insert(child.end(), tail.begin() + static_cast<std::ptrdiff_t>(tailCut), tail.end());
        child.resize(std::min(child.size(), encoding.maxLength * encoding.groupSize));
        return child;
    };
    return {join(first, firstCut, second, secondCut), join(second, secondCut, first, firstCut)};
}

std::pair<Codons, Codons> cross(const Codons& first, const Codons& second, const Encoding& encoding,
                                CrossoverOperator kind, Stream& random) {
    const double point = random.uniform();
    return crossAt(first, second, encoding, point,
                   kind == CrossoverOperator::SinglePoint ? random.uniform() : point);
}

}  // namespace ounce
