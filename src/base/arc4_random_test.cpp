#include "base/arc4_random.h"

#include <gtest/gtest.h>

namespace ounce {
namespace {

// The numbers that the documentation of seedrandom shows for this seed.
TEST(Arc4Random, GivesTheNumbersOfSeedrandom) {
    Arc4Random random("hello.");
    EXPECT_EQ(random.next(), 0.9282578795792454);
    EXPECT_EQ(random.next(), 0.3752569768646784);
}

TEST(Arc4Random, SkipsNumbers) {
    Arc4Random one("1"), other("1");
    for (int i = 0; i < 20; i++) one.next();
    other.skip(20);
    EXPECT_EQ(one.next(), other.next());
}

TEST(Arc4Random, TakesAnySeed) {
    const std::string seed(1000, 'x');
    EXPECT_NE(Arc4Random(seed).next(), Arc4Random("").next());
}

}  // namespace
}  // namespace ounce
