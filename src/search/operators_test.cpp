#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>

#include "search/crossover.h"
#include "search/mutation.h"
#include "search/selection.h"

namespace ounce {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Pointwise;

constexpr Encoding kPairs{.groupSize = 2, .min = 0, .max = 480};

Chromosome testOf(Codons codons, std::size_t useful = 100) { return {std::move(codons), 0, useful}; }

TEST(Codons, SamplesLengthsAndValuesWithinTheirBounds) {
    Stream random(1);
    const Encoding encoding{
        .groupSize = 3, .min = 5, .max = 8, .minSample = 2, .maxSample = 5, .maxLength = 20};
    std::array<int, 6> lengths{};
    for (int i = 0; i < 3000; i++) {
        const Codons codons = sampleCodons(encoding, random);
        ASSERT_EQ(codons.size() % 3, 0u);
        lengths.at(encoding.groups(codons))++;
        for (Codon codon : codons) {
            ASSERT_GE(codon, 5);
            ASSERT_LT(codon, 8);
        }
    }
    EXPECT_EQ(lengths[0] + lengths[1] + lengths[5], 0);
    for (int length = 2; length < 5; length++) EXPECT_NEAR(lengths.at(length), 1000, 120);
}

TEST(Codons, NeverSamplesBeyondTheGreatestLength) {
    Stream random(1);
    const Encoding encoding{.groupSize = 1, .minSample = 10, .maxSample = 50, .maxLength = 4};
    EXPECT_EQ(sampleCodons(encoding, random).size(), 4u);
}

TEST(Codons, WrapValuesIntoTheRange) {
    const Encoding encoding{.min = 10, .max = 19};
    EXPECT_EQ(encoding.wrap(10), 10);
    EXPECT_EQ(encoding.wrap(19), 19);
    EXPECT_EQ(encoding.wrap(20), 10);
    EXPECT_EQ(encoding.wrap(9), 19);
    EXPECT_EQ(encoding.wrap(-11), 19);
}

TEST(Mutation, ChangesOneGroupOnAverage) {
    const Chromosome test = testOf(Codons(20, 7));
    EXPECT_THAT(mutationProbabilities(test, kPairs, MutationOperator::VariableLength),
                Pointwise(DoubleNear(1e-12), std::vector<double>(10, 0.1)));
}

TEST(Mutation, BiasedPrefersLaterGroups) {
    const Chromosome test = testOf(Codons(6, 7));
    EXPECT_THAT(
        mutationProbabilities(test, kPairs, MutationOperator::BiasedVariableLength),
        ElementsAre(DoubleNear(1.0 / 6, 1e-12), DoubleNear(2.0 / 6, 1e-12), DoubleNear(3.0 / 6, 1e-12)));
}

TEST(Mutation, ConstrainedCutsOffWhatDidNotHelp) {
    const Chromosome test = testOf(Codons(20, 7), 3);
    EXPECT_EQ(mutationProbabilities(test, kPairs, MutationOperator::VariableLengthConstrained).size(), 4u);
    EXPECT_EQ(mutationProbabilities(test, kPairs, MutationOperator::BiasedVariableLengthConstrained).size(),
              4u);
    Stream random(1);
    const MutationOptions options{.kind = MutationOperator::VariableLengthConstrained};
    for (int i = 0; i < 100; i++) EXPECT_LE(mutate(test, kPairs, options, random).size(), 2 * (4 + 4));
}

TEST(Mutation, EventBiasedTreatsRareKindsLikeFrequentOnes) {
    Chromosome test = testOf(Codons(8, 7));
    test.kinds = {1, 1, 1, 2};
    EXPECT_THAT(
        mutationProbabilities(test, kPairs, MutationOperator::EventBiased),
        ElementsAre(DoubleNear(1.0 / 6, 1e-12), DoubleNear(1.0 / 6, 1e-12), DoubleNear(1.0 / 6, 1e-12), 0.5));
}

TEST(Mutation, InsertsChangesAndDeletesAboutEquallyOften) {
    const Chromosome test = testOf({100, 200});
    Stream random(5);
    int inserted = 0, parameters = 0, all = 0;
    const MutationOptions options{.gaussianPower = 40};  // so that a change hardly ever rounds to nothing
    for (int i = 0; i < 3000; i++) {
        const Codons mutant = mutate(test, kPairs, options, random);
        ASSERT_NE(mutant, test.codons);
        if (mutant.size() == 4) {
            EXPECT_EQ(Codons(mutant.begin() + 2, mutant.end()), test.codons)
                << "a new group comes before the old one";
            inserted++;
        } else if (mutant[0] == 100) {
            parameters++;
        } else {
            all++;
        }
    }
    // The only group of a test is never deleted, so three of the four changes are left.
    EXPECT_NEAR(inserted, 1000, 120);
    EXPECT_NEAR(parameters, 1000, 130);
    EXPECT_NEAR(all, 1000, 130);
}

TEST(Mutation, DeletesGroups) {
    Stream random(2);
    std::array<int, 5> sizes{};
    for (int i = 0; i < 2000; i++) sizes.at(mutate(testOf({1, 2, 3, 4}), kPairs, {}, random).size() / 2)++;
    EXPECT_EQ(sizes[0], 0);
    EXPECT_GT(sizes[1], 300);
    EXPECT_GT(sizes[3], 300);
}

TEST(Mutation, KeepsWithinLengthAndRange) {
    Encoding encoding = kPairs;
    encoding.maxLength = 3;
    encoding.max = 9;
    Stream random(9);
    Codons codons{0, 9, 0, 9, 0, 9};
    for (int i = 0; i < 2000; i++) {
        codons = mutate(testOf(codons), encoding, {}, random);
        ASSERT_LE(codons.size(), 6u);
        ASSERT_GE(codons.size(), 2u);
        for (Codon codon : codons) ASSERT_TRUE(codon >= 0 && codon <= 9);
    }
}

TEST(Crossover, ExchangesTailsAtTheSameRelativePlace) {
    const Codons first{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, second{10, 11, 12, 13, 14, 15};
    auto [one, other] = crossAt(first, second, kPairs, 0.5, 0.5);
    EXPECT_THAT(one, ElementsAre(0, 1, 2, 3, 4, 5, 14, 15));
    EXPECT_THAT(other, ElementsAre(10, 11, 12, 13, 6, 7, 8, 9));
}

TEST(Crossover, TakesSomethingOfBothParents) {
    const Codons first{0, 1, 2, 3}, second{10, 11, 12, 13};
    for (double point : {0.0, 0.3, 0.999}) {
        auto [one, other] = crossAt(first, second, kPairs, point, point);
        EXPECT_THAT(one, ElementsAre(0, 1, 12, 13));
        EXPECT_THAT(other, ElementsAre(10, 11, 2, 3));
    }
}

TEST(Crossover, LeavesShortParentsAlone) {
    auto [one, other] = crossAt({1, 2}, {3, 4, 5, 6}, kPairs, 0.5, 0.5);
    EXPECT_THAT(one, ElementsAre(1, 2));
    EXPECT_THAT(other, ElementsAre(3, 4, 5, 6));
}

TEST(Crossover, CutsChildrenToTheGreatestLength) {
    Encoding encoding = kPairs;
    encoding.maxLength = 4;
    const Codons parent{0, 1, 2, 3, 4, 5, 6, 7};
    auto [one, other] = crossAt(parent, parent, encoding, 0.9, 0.1);
    EXPECT_EQ(one.size(), 8u);
    EXPECT_EQ(other.size(), 4u);
}

TEST(RankSelection, ProbabilitiesAddUpAndGrowWithTheRank) {
    for (std::size_t size : {1u, 2u, 30u}) {
        double sum = 0, before = 0;
        for (std::size_t rank = 0; rank < size; rank++) {
            const double p = rankProbability(rank, size, defaultRankBias(size));
            EXPECT_GT(p, before);
            sum += before = p;
        }
        EXPECT_NEAR(sum, 1, 1e-12);
    }
}

TEST(RankSelection, ChoosesAsOftenAsTheProbabilitiesSay) {
    Stream random(4);
    std::array<int, 4> count{};
    for (int i = 0; i < 10000; i++) count.at(selectByRank(4, random))++;
    for (std::size_t rank = 0; rank < 4; rank++) {
        EXPECT_NEAR(count.at(rank), 10000 * rankProbability(rank, 4, defaultRankBias(4)), 250);
    }
}

TEST(TournamentSelection, MoreChallengersFindBetterMembers) {
    Stream random(4);
    auto better = [](std::size_t a, std::size_t b) { return a > b; };
    double few = 0, many = 0;
    for (int i = 0; i < 2000; i++) {
        few += static_cast<double>(selectByTournament(100, 1, better, random));
        many += static_cast<double>(selectByTournament(100, 9, better, random));
    }
    EXPECT_NEAR(few / 2000, 66, 3);   // the greater of two
    EXPECT_NEAR(many / 2000, 90, 3);  // the greatest of ten
}

}  // namespace
}  // namespace ounce
