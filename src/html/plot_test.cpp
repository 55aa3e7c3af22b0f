#include "html/plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>

namespace ounce::html {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Plot, HasRoundNumbersAtItsAxes) {
    EXPECT_THAT(ticks(100, 5), ElementsAre(0, 20, 40, 60, 80, 100));
    EXPECT_THAT(ticks(7, 8), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
    EXPECT_THAT(ticks(0.35, 8), ElementsAre(0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35));
    EXPECT_THAT(ticks(12345, 4), ElementsAre(0, 5000, 10000));
    EXPECT_THAT(ticks(0, 5), ElementsAre(0));
    EXPECT_THAT(ticks(std::numeric_limits<double>::infinity(), 5), ElementsAre(0));
}

TEST(Plot, GoesUpInSteps) {
    const std::string svg = stepPlot({.points = {{0, 50}, {5, 100}},
                                      .xEnd = 10,
                                      .xLabel = "seconds",
                                      .yLabel = "blocks <reached>",
                                      .yUnit = " %",
                                      .description = "from 50 % to 100 %"});
    // Half of the height until half of the width, the full height until the end.
    EXPECT_THAT(svg, HasSubstr("<path class=\"curve\" d=\"M70.0 117.0H385.0V14.0H700.0\"/>"));
    EXPECT_THAT(svg, HasSubstr(">blocks &lt;reached&gt;</text>"));
    EXPECT_THAT(svg, HasSubstr(">80 %</text>"));
    EXPECT_THAT(svg, HasSubstr("aria-label=\"from 50 % to 100 %\""));
}

TEST(Plot, OfNothingIsStillAPicture) {
    const std::string svg = stepPlot({.xEnd = 0, .yEnd = 0});
    EXPECT_THAT(svg, HasSubstr("</svg>"));
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
    EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

}  // namespace
}  // namespace ounce::html
