#include "base/stream.h"

#include <array>
#include <gtest/gtest.h>
#include <set>
#include <vector>

#include "base/parallel.h"

namespace ounce {
namespace {

TEST(Stream, GivesTheSameNumbersForTheSameSeed) {
    Stream a(7), b(7), c(8);
    for (int i = 0; i < 100; i++) EXPECT_EQ(a.bits(), b.bits());
    EXPECT_NE(Stream(7).bits(), c.bits());
}

TEST(Stream, SplitsIntoStreamsThatDiffer) {
    const Stream root(1);
    std::set<std::uint64_t> first;
    for (std::uint64_t i = 0; i < 1000; i++) first.insert(root.split(i).bits());
    EXPECT_EQ(first.size(), 1000u);
    EXPECT_EQ(root.split(3), root.split(3));
}

TEST(Stream, SplittingDoesNotAdvance) {
    Stream a(5), b(5);
    (void)a.split(1);
    EXPECT_EQ(a.bits(), b.bits());
}

TEST(Stream, DrawsEveryValueBelowABoundAboutEquallyOften) {
    Stream stream(11);
    std::array<int, 6> count{};
    for (int i = 0; i < 60000; i++) count[stream.below(6)]++;
    for (int n : count) EXPECT_NEAR(n, 10000, 400);
}

TEST(Stream, StaysBetweenItsBounds) {
    Stream stream(2);
    std::set<std::int64_t> seen;
    for (int i = 0; i < 200; i++) seen.insert(stream.between(-2, 1));
    EXPECT_EQ(seen, (std::set<std::int64_t>{-2, -1, 0, 1}));
}

TEST(Stream, DrawsGaussianNumbers) {
    Stream stream(3);
    double sum = 0, squares = 0;
    constexpr int kDraws = 20000;
    for (int i = 0; i < kDraws; i++) {
        const double g = stream.gaussian();
        sum += g;
        squares += g * g;
    }
    EXPECT_NEAR(sum / kDraws, 0, 0.03);
    EXPECT_NEAR(squares / kDraws, 1, 0.05);
}

TEST(InParallel, DoesEverythingOnceWithAnyNumberOfThreads) {
    for (const std::size_t threads : {0u, 1u, 2u, 7u}) {
        std::vector<int> done(100, 0);
        inParallel(done.size(), threads, [&](std::size_t i, std::size_t worker) {
            EXPECT_LT(worker, std::max<std::size_t>(threads, 1));
            done[i]++;
        });
        EXPECT_EQ(done, std::vector<int>(100, 1)) << threads;
    }
}

}  // namespace
}  // namespace ounce
