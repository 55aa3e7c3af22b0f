#include "search/mutation.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ounce {

namespace {

enum class Change : std::uint8_t { Insert, Parameters, All, Delete };

bool isConstrained(MutationOperator kind) {
    return kind == MutationOperator::VariableLengthConstrained ||
           kind == MutationOperator::BiasedVariableLengthConstrained;
}

// Groups that stay: all of them, or those until the last improvement and one more.
std::size_t keptGroups(const Chromosome& test, const Encoding& encoding, MutationOperator kind) {
    const std::size_t groups = encoding.groups(test.codons);
    return isConstrained(kind) ? std::min(groups, test.usefulGroups + 1) : groups;
}

std::vector<double> byKind(const Chromosome& test, std::size_t groups) {
    std::map<std::uint32_t, std::size_t> count;
    auto kindOf = [&](std::size_t i) { return i < test.kinds.size() ? test.kinds[i] : 0; };
    for (std::size_t i = 0; i < groups; i++) count[kindOf(i)]++;
    std::vector<double> result(groups);
    for (std::size_t i = 0; i < groups; i++) {
        result[i] = 1.0 / static_cast<double>(count[kindOf(i)]) / static_cast<double>(count.size());
    }
    return result;
}

Codons mutateOnce(const Chromosome& test, const Encoding& encoding, const MutationOptions& options,
                  std::span<const double> probabilities, Stream& random) {
    const std::size_t groups = probabilities.size();
    std::size_t length = groups;  // of the mutant as far as it is decided
    Codons mutant;
    mutant.reserve((groups + 1) * encoding.groupSize);
    auto changed = [&](Codon codon) {
        return encoding.wrap(std::llround(codon + options.gaussianPower * random.gaussian()));
    };
    for (std::size_t i = 0; i < groups; i++) {
        const auto group = encoding.group(test.codons, i);
        if (!random.chance(probabilities[i])) {
            mutant.insert(mutant.end(), group.begin(), group.end());
            continue;
        }
        std::vector<Change> possible{Change::All};
        if (encoding.groupSize > 1) possible.push_back(Change::Parameters);
        if (length < encoding.maxLength) possible.push_back(Change::Insert);
        if (length > 1) possible.push_back(Change::Delete);
        switch (possible[random.below(possible.size())]) {
            case Change::Insert:
                appendRandomGroup(encoding, random, mutant);
                mutant.insert(mutant.end(), group.begin(), group.end());
                length++;
                break;
            case Change::Parameters:
                mutant.push_back(group[0]);
                for (Codon codon : group.subspan(1)) mutant.push_back(changed(codon));
                break;
            case Change::All:
                for (Codon codon : group) mutant.push_back(changed(codon));
                break;
            case Change::Delete: length--; break;
        }
    }
    return mutant;
}

}  // namespace

std::vector<double> mutationProbabilities(const Chromosome& test, const Encoding& encoding,
                                          MutationOperator kind) {
    const std::size_t groups = keptGroups(test, encoding, kind);
    const double n = static_cast<double>(groups);
    switch (kind) {
        case MutationOperator::EventBiased: return byKind(test, groups);
        case MutationOperator::BiasedVariableLength:
        case MutationOperator::BiasedVariableLengthConstrained: {
            std::vector<double> result(groups);
            for (std::size_t i = 0; i < groups; i++)
                result[i] = 2 * static_cast<double>(i + 1) / (n * (n + 1));
            return result;
        }
        default: return std::vector<double>(groups, 1 / n);
    }
}

Codons mutate(const Chromosome& test, const Encoding& encoding, const MutationOptions& options,
              Stream& random) {
    const std::vector<double> probabilities = mutationProbabilities(test, encoding, options.kind);
    // Each try changes something with probability 1 - 1/e or more, so that this ends long before its limit.
    constexpr int kTries = 50;
    Codons mutant;
    for (int i = 0; i < kTries; i++) {
        mutant = mutateOnce(test, encoding, options, probabilities, random);
        if (mutant != test.codons) break;
    }
    return mutant;
}

}  // namespace ounce
