#include "base/nearest.h"

#include <gtest/gtest.h>
#include <vector>

namespace ounce {
namespace {

const std::vector<std::string> kSprites{"Stage", "Ball", "Bowl", "Rotten Apple", "Äpfel"};

TEST(NearestName, FindsTheNameWithTheFewestSlips) {
    EXPECT_EQ(nearestName("Bal", kSprites), "Ball");
    EXPECT_EQ(nearestName("Balll", kSprites), "Ball");
    EXPECT_EQ(nearestName("Blal", kSprites), "Ball");  // exchanged letters are one slip
    EXPECT_EQ(nearestName("Bowk", kSprites), "Bowl");
    EXPECT_EQ(nearestName("Roten Aple", kSprites), "Rotten Apple");
}

TEST(NearestName, DoesNotCountUpperAndLowerCase) {
    EXPECT_EQ(nearestName("stage", kSprites), "Stage");
    EXPECT_EQ(nearestName("ROTTEN APPLE", kSprites), "Rotten Apple");
    EXPECT_EQ(nearestName("äpfel", kSprites), "Äpfel");
}

TEST(NearestName, CountsLettersNotBytes) { EXPECT_EQ(nearestName("Apfel", kSprites), "Äpfel"); }

TEST(NearestName, DoesNotGuessWildly) {
    EXPECT_EQ(nearestName("Cat", kSprites), std::nullopt);
    EXPECT_EQ(nearestName("", kSprites), std::nullopt);
    EXPECT_EQ(nearestName("x", std::vector<std::string>{"y"}), std::nullopt);
    EXPECT_EQ(nearestName("Ball", std::vector<std::string>{}), std::nullopt);
    EXPECT_EQ(nearestName(std::string(100000, 'a'), std::vector<std::string>{std::string(100001, 'a')}),
              std::nullopt);
}

TEST(NearestName, TakesTheFirstOfEquallyNearOnes) {
    EXPECT_EQ(nearestName("Cats", std::vector<std::string>{"Cat1", "Cat2"}), "Cat1");
}

TEST(NearestName, TakesViewsToo) {
    constexpr std::string_view kEvents[] = {"keyDown", "keyUp"};
    EXPECT_EQ(nearestName("keydwn", kEvents), "keyDown");
}

TEST(DidYouMean, IsAPieceOfAdvice) {
    EXPECT_EQ(didYouMean("Bal", kSprites), "did you mean «Ball»?");
    EXPECT_EQ(didYouMean("Cat", kSprites), "");
}

}  // namespace
}  // namespace ounce
