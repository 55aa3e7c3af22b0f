#include "vm/arc_tangent.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>

namespace ounce {
namespace {

// What Math.atan and Math.atan2 answer in Node and Chromium.
TEST(ArcTangent, IsThatOfBrowsers) {
    // Bouncing off the left edge in direction -31.
    EXPECT_EQ(arcTangent(-0.8571673007021123, 0.5150380749100543), -1.0297442586766543);
    EXPECT_EQ(arcTangent(1.0), std::numbers::pi / 4);
    EXPECT_EQ(arcTangent(0x1p100), std::numbers::pi / 2);
    EXPECT_EQ(arcTangent(-0x1p100), -std::numbers::pi / 2);
    EXPECT_EQ(arcTangent(0x1.0p41, -0x1.8p-20), 0x1.921fb54442d19p+0);
    EXPECT_EQ(arcTangent(0x1.8p41, -0x1.0p-20), std::numbers::pi / 2);
    EXPECT_EQ(arcTangent(1e-30, -1.0), std::numbers::pi);
}

TEST(ArcTangent, KeepsSignsAndQuadrants) {
    for (double y : {-300.0, -1.0, -0.1, 0.1, 1.0, 300.0}) {
        EXPECT_NEAR(arcTangent(y), std::atan(y), 1e-15);
        for (double x : {-300.0, -2.0, -1e-9, 0.0, 1e-9, 1.0, 300.0}) {
            EXPECT_NEAR(arcTangent(y, x), std::atan2(y, x), 1e-15);
        }
    }
    EXPECT_TRUE(std::signbit(arcTangent(-0.0)));
    EXPECT_TRUE(std::signbit(arcTangent(-0.0, 5.0)));
    EXPECT_TRUE(std::isnan(arcTangent(std::numeric_limits<double>::quiet_NaN())));
    EXPECT_TRUE(std::isnan(arcTangent(std::numeric_limits<double>::quiet_NaN(), 1.0)));
}

}  // namespace
}  // namespace ounce
