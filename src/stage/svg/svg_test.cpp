#include "stage/svg/svg.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "stage/svg/clean.h"
#include "stage/svg/number.h"
#include "stage/svg/path.h"
#include "stage/svg/scratch2.h"
#include "stage/svg/stroke.h"

namespace ounce {
namespace {

std::string svg(const std::string& inside,
                const std::string& attributes = "width=\"10\" height=\"10\" viewBox=\"0 0 10 10\"") {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" " + attributes + ">" + inside + "</svg>";
}

int opaque(const std::string& file, double scale = 1) {
    const auto picture = prepareSvg(file, false);
    if (!picture) return -1;
    const Bitmap bitmap = rasterizeSvg(*picture, scale);
    int count = 0;
    for (std::size_t i = 3; i < bitmap.rgba.size(); i += 4) count += bitmap.rgba[i] > 0;
    return count;
}

TEST(SvgRaster, FractionalSizesAreCut) {
    const auto picture =
        prepareSvg(svg("<rect width=\"20\" height=\"20\"/>", "viewBox=\"0 0 10.6 10.6\""), false);
    ASSERT_TRUE(picture);
    EXPECT_EQ(rasterizeSvg(*picture, 1).width, 10);
    EXPECT_EQ(rasterizeSvg(*picture, 2).width, 21);
    EXPECT_EQ(svgRasterSize(*picture, 1.0 / 16).width, 0);
}

TEST(SvgNumber, DigitsAreAddedUpInSinglePrecision) {
    const auto read = [](std::string_view text) { return readSvgNumber(text); };
    EXPECT_EQ(read("9.14677"), 9.1467704772949219F);
    EXPECT_NE(read("9.14677"), 9.14677F);
    EXPECT_EQ(read("-.5"), -.5F);
    EXPECT_EQ(read("+12e-1"), 12 * 0.1F);
    EXPECT_EQ(read("2em"), 2.F);
    EXPECT_EQ(read("2e"), 2.F);
    for (const char* wrong : {"", "-", ".", "5.", "x", "nan", "inf", "1e99"})
        EXPECT_FALSE(read(wrong)) << wrong;
    std::string_view rest = "1.5.5-3";
    EXPECT_EQ(readSvgNumber(rest), 1.5F);
    EXPECT_EQ(readSvgNumber(rest), .5F);
    EXPECT_EQ(readSvgNumber(rest), -3.F);
    EXPECT_TRUE(rest.empty());
}

TEST(SvgRaster, SizeUnlikeTheViewBoxCropsOrShrinks) {
    const std::string full = "<rect width=\"10\" height=\"10\"/>";
    EXPECT_EQ(opaque(svg(full)), 100);
    EXPECT_EQ(opaque(svg(full, "width=\"5\" height=\"5\" viewBox=\"0 0 10 10\"")), 25);
    EXPECT_EQ(
        opaque(svg("<rect width=\"5\" height=\"5\"/>", "width=\"20\" height=\"20\" viewBox=\"0 0 10 10\"")),
        100);
    const auto picture = prepareSvg(svg(full, "width=\"100%\" height=\"100%\" viewBox=\"0 0 10 10\""), false);
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->intrinsicWidth, 150);
}

TEST(SvgRaster, TinyPicturesHaveNone) {
    const auto picture = prepareSvg(
        svg("<rect width=\"1\" height=\"1\"/>", "width=\"0.4\" height=\"0.4\" viewBox=\"0 0 0.4 0.4\""),
        false);
    ASSERT_TRUE(picture);
    EXPECT_EQ(rasterizeSvg(*picture, 4).width, 0);
}

TEST(SvgRaster, APathCountsWhereOneOfFourSamplesLies) {
    // Corners are rounded to sixteenths: a strip from x = 0.9 to 1 starts at 14/16 and covers the sample
    // there, one from 0.91 starts at 15/16 and covers none.
    const auto strip = [](const std::string& from) {
        return opaque(svg("<path d=\"M" + from + " 0H1V10H" + from + "ZM3 3C4 8 6 3 8 9L3 9Z\"/>"));
    };
    EXPECT_EQ(strip("0.9") - strip("0.91"), 10);
    EXPECT_EQ(strip("0.8"), strip("0.9"));
    // A rectangle has soft edges and is drawn at least a pixel wide, around its middle.
    EXPECT_EQ(opaque(svg("<rect x=\"0.9\" width=\"0.1\" height=\"10\"/>")), 20);
}

TEST(SvgRaster, StrokesAreAsWideAsTheySay) {
    EXPECT_EQ(opaque(svg("<path d=\"M2 5H8\" stroke=\"red\" stroke-width=\"2\" fill=\"none\"/>")), 12);
    EXPECT_EQ(opaque(svg("<path d=\"M2 5H8\" style=\"stroke:red;stroke-width:2px;stroke-linecap:square\"/>")),
              16);
    EXPECT_EQ(
        opaque(
            svg("<g stroke=\"red\" stroke-width=\"2\" transform=\"scale(0.5)\"><path d=\"M4 10H16\"/></g>")),
        12);
}

TEST(SvgClean, RemovesWhatTheSanitiserRemoves) {
    EXPECT_EQ(opaque(svg("<defs><rect id=\"a\" width=\"5\" height=\"5\"/></defs><use href=\"#a\"/>")), 0);
    EXPECT_EQ(opaque(svg("<image href=\"http://example.com/a.png\" width=\"5\" height=\"5\"/>")), 0);
    EXPECT_EQ(opaque(svg("<a><rect width=\"5\" height=\"5\"/></a>")), 25);
    EXPECT_EQ(opaque(svg("<sodipodi:namedview><rect width=\"5\" height=\"5\"/></sodipodi:namedview>")), 25);
    EXPECT_EQ(opaque(svg("<script>alert(1)</script><rect width=\"5\" height=\"5\"/>")), 25);
}

TEST(SvgClean, HostileFilesEndSoon) {
    std::string deep = "<svg viewBox=\"0 0 10 10\">";
    for (int i = 0; i < 20000; i++) deep += "<g>";
    EXPECT_EQ(opaque(deep), 0);
    EXPECT_EQ(opaque(svg("<path d=\"M 1e308 1e308 C nan inf 5\" stroke=\"red\"/>")), 0);
    EXPECT_GE(opaque(svg("<path d=\"M0 0C0 3e9 3e18 0 3e27 9\" stroke=\"red\" stroke-width=\"1e30\"/>")), 0);
    EXPECT_EQ(opaque("<svg"), 0);
    EXPECT_EQ(opaque("nothing"), -1);
}

// Small files that keep libraries busy for minutes. What is too much is left out before it is drawn, and what
// is left has an end: if one of these does not, the test does not either.
TEST(SvgBudget, HostileFilesEndSoon) {
    unsigned seed = 1;
    const auto place = [&] {
        seed = seed * 1664525 + 1013904223;
        return fmt::format("{} {}", seed >> 16 & 511, (seed >> 25) * 3);
    };
    const auto path = [&](int lines, const char* more = "") {
        std::string data = place();
        for (int i = 0; i < lines; i++) data += fmt::format("L{}", place());
        return fmt::format("<path {} d=\"M{}\" stroke=\"red\"/>", more, data);
    };
    const auto many = [](int count, const auto& part) {
        std::string all;
        for (int i = 0; i < count; i++) all += part(i);
        return all;
    };
    const auto isIncomplete = [&](const std::string& inside) {
        const auto picture =
            prepareSvg(svg(inside, "width=\"480\" height=\"360\" viewBox=\"0 0 480 360\""), false);
        return picture && picture->incomplete && rasterizeSvg(*picture, 1).width == 480;
    };
    EXPECT_TRUE(isIncomplete(many(60, [&](int) { return path(3000); })));
    EXPECT_TRUE(isIncomplete(path(100000)));
    EXPECT_TRUE(isIncomplete(path(3000, "stroke-dasharray=\"0.001 0.001\"")));
    EXPECT_TRUE(isIncomplete(many(20000, [](int) {
        return std::string("<g opacity=\"0.9\"><rect width=\"480\" height=\"360\"/></g>");
    })));
    EXPECT_TRUE(isIncomplete(many(1000, [](int i) {
        return fmt::format(
            "<mask id=\"m{0}\" mask=\"url(#m{1})\"><rect width=\"480\" height=\"360\"/></mask>"
            "<rect width=\"480\" height=\"360\" mask=\"url(#m{0})\"/>",
            i, i - 1);
    })));
    EXPECT_TRUE(isIncomplete(fmt::format("<text>{}</text>", std::string(1000000, 'x'))));
    EXPECT_TRUE(isIncomplete(many(100000, [](int) { return std::string("<circle r=\"300\"/>"); })));
}

TEST(SvgBudget, WhatPeopleDrawFits) {
    std::string drawing;
    for (int i = 0; i < 5000; i++)  // a traced picture: long, and it hardly crosses itself
        drawing += fmt::format("L{} {}", i % 100 * 4, i / 100 * 7 + i % 2);
    const auto picture =
        prepareSvg(svg(fmt::format("<path d=\"M0 0{}\"/><text>Hello</text>", drawing)), false);
    ASSERT_TRUE(picture);
    EXPECT_FALSE(picture->incomplete);
}

TEST(SvgPath, ReadsAllCommands) {
    const auto pieces = parsePath("m1 2l1 1h2v-1C0 0 1 1 2 2s1 1 2 2Q1 1 2 0t1 1a5 5 0 013 3z");
    std::string kinds;
    for (const PathPiece& piece : pieces) kinds += piece.kind;
    EXPECT_EQ(kinds, "MLLLCCCCCZ");
    EXPECT_EQ(writePath(parsePath("M0 0L1-.5"), 1), "M 0.0 0.0L 1.0 -0.5");
}

TEST(SvgTransform, ComposesFromLeftToRight) {
    const Point p = parseTransform("translate(10, 20) scale(2) rotate(90)").apply({1, 0});
    EXPECT_NEAR(p.x, 10, 1e-9);
    EXPECT_NEAR(p.y, 22, 1e-9);
}

TEST(SvgScratch2, TextBecomesLinesBelowItsOrigin) {
    SvgNode root = readSvgTree(svg(
        "<text x=\"5\" y=\"6\" font-family=\"Helvetica\" font-size=\"22\">one\ntwo</text><linearGradient/>"));
    completeGradients(root);
    applyScratch2Quirks(root);
    const SvgNode& text = root.children[0];
    EXPECT_EQ(text.get("font-family"), "Sans Serif");
    EXPECT_EQ(text.find("x"), nullptr);
    EXPECT_EQ(text.get("transform"), "matrix(1 0 0 1 2 -3)");
    ASSERT_EQ(text.children.size(), 2u);
    EXPECT_EQ(text.children[1].get("dy"), "1.13em");
    EXPECT_EQ(text.children[1].children[0].text, "two");
    EXPECT_EQ(root.children[1].get("x2"), "0");
}

TEST(SvgScratch2, TheDrawingIsMeasured) {
    const auto picture = prepareSvg(svg("<rect x=\"20\" y=\"30\" width=\"10\" height=\"5\"/>"), true);
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->x, 19.5);
    EXPECT_EQ(picture->width, 11);
}

}  // namespace
}  // namespace ounce
