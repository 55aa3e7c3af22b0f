// Texels as Chromium draws them; the numbers are its own.
#include "stage/svg/plain.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stage/svg/normalize.h"
#include "stage/svg/svg.h"

namespace ounce {
namespace {

using testing::ElementsAre;

constexpr const char* kHead = "<svg xmlns=\"http://www.w3.org/2000/svg\" ";

class Drawn {
  public:
    explicit Drawn(const std::string& inside, double width = 40, double height = 40) {
        const auto picture =
            prepareSvg(fmt::format("{}width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\">{}</svg>", kHead,
                                   width, height, width, height, inside),
                       false);
        if (picture) bitmap_ = rasterizeSvg(*picture, 1);
    }
    [[nodiscard]] int alpha(int x, int y) const {
        return bitmap_.rgba[static_cast<std::size_t>((y * bitmap_.width + x) * 4 + 3)];
    }
    // Of the texels in a row, beginning there.
    [[nodiscard]] std::vector<int> row(int x, int y, int count) const {
        std::vector<int> out;
        for (int i = 0; i < count; i++) out.push_back(alpha(x + i, y));
        return out;
    }

  private:
    Bitmap bitmap_;
};

TEST(PlainSvg, EdgesOfARectangleFade) {
    const Drawn drawn("<rect x=\"5.3603\" y=\"6.1925\" width=\"20.2895\" height=\"23.6764\"/>");
    EXPECT_THAT(drawn.row(4, 15, 3), ElementsAre(0, 159, 255));
    EXPECT_THAT(drawn.row(24, 15, 3), ElementsAre(255, 159, 0));
    EXPECT_EQ(drawn.alpha(15, 6), 207);
    EXPECT_EQ(drawn.alpha(15, 29), 223);
    EXPECT_EQ(drawn.alpha(5, 6), 159);  // the paler of both
}

TEST(PlainSvg, AThinRectangleIsPaleButAPixelWide) {
    const Drawn drawn("<rect x=\"1.0811\" y=\"4.8289\" width=\"7.7659\" height=\"0.8224\"/>");
    EXPECT_EQ(drawn.alpha(4, 4), 52);
    EXPECT_EQ(drawn.alpha(4, 5), 157);
}

TEST(PlainSvg, APathThatIsARectangleIsDrawnAsOne) {
    // It comes back exactly to where it began, in single precision.
    const Drawn exact("<path d=\"M5.3603,6.1925h20.2895v23.6764h-20.2895z\"/>");
    EXPECT_THAT(exact.row(4, 15, 3), ElementsAre(0, 159, 255));
    // This one does not.
    const Drawn nearly("<path d=\"M6.1793,7.4563h2.6671v12.7093h-2.6671z\"/>");
    EXPECT_THAT(nearly.row(5, 12, 5), ElementsAre(0, 191, 255, 191, 0));
}

TEST(PlainSvg, CirclesAndTheirStrokes) {
    const Drawn disc("<circle cx=\"21.5721\" cy=\"21.68\" r=\"6.8121\"/>");
    EXPECT_NEAR(disc.alpha(17, 15), 34, 3);
    EXPECT_NEAR(disc.alpha(25, 15), 40, 3);
    EXPECT_EQ(disc.alpha(16, 15), 0);
    const Drawn ring(
        "<circle cx=\"56.5\" cy=\"56.5\" r=\"55.5\" fill=\"none\" stroke=\"red\" stroke-width=\"2\"/>", 113,
        113);
    EXPECT_NEAR(ring.alpha(46, 0), 29, 3);
    EXPECT_NEAR(ring.alpha(42, 1), 63, 3);
    EXPECT_EQ(ring.alpha(56, 56), 0);
}

TEST(PlainSvg, SmallPathsMayLieOnTheirSide) {
    // A triangle of 61 × 33 pixels.
    const Drawn drawn(
        "<polygon points=\"455.16031,218.48844 395.02748,234.28246 395.02799,202.69428\" stroke-width=\"0\" "
        "transform=\"matrix(1,0,0,1,-374.98343,-200.25102)\"/>",
        80, 36);
    EXPECT_EQ(drawn.alpha(25, 3), 64);
    EXPECT_EQ(drawn.alpha(44, 8), 64);
    EXPECT_EQ(drawn.alpha(65, 22), 0);
    EXPECT_EQ(drawn.alpha(46, 27), 0);
}

TEST(PushedDown, PathsAreWrittenAnew) {
    EXPECT_EQ(bakePath("M1,2h3v-4z", {2, 0, 0, 1, 0.5, 0}), "M 2.5 2 L 8.5 2 L 8.5 -2 Z ");
    EXPECT_EQ(bakePath("m1 1 2 0q1 1 2 0t2 0", {1, 0, 0, 1, 1, 0}), "M 2 1 L 4 1 Q 5 2 6 1 Q 7 0 8 1 ");
    EXPECT_EQ(bakePath("M0 0A5 5 0 0 1 10 0", {2, 0, 0, 2, 0, 0}), "M 0 0 A 10 10 -45 0 1 20 0 ");
    EXPECT_EQ(bakePath("M.123456 0", {1, 0, 0, 1, 0, 1}), "M 0.1235 1 ");
}

// Strokes are equally wide all around, whatever the group around the path does.
TEST(PushedDown, StrokesAreUniform) {
    SvgNode root = readSvgTree(std::string(kHead) +
                               "><g transform=\"scale(3,1)\" stroke=\"red\" stroke-width=\"2\"><path d=\"M0 "
                               "0h1\"/></g></svg>");
    pushDownTransforms(root);
    const SvgNode& path = root.children.at(0).children.at(0);
    EXPECT_EQ(path.get("d"), "M 0 0 L 3 0 ");
    EXPECT_EQ(path.get("stroke-width"), "4.47213595499958");  // 2 √((9 + 1) / 2)
    EXPECT_EQ(path.get("stroke"), "red");
    EXPECT_EQ(root.children.at(0).find("transform"), nullptr);
}

// 20 × 20 pixels at half their size; half a unit around because every shape may have a stroke.
TEST(Measuring, ImagesAreMeasuredWithTheirTransform) {
    const std::string file =
        std::string(kHead) +
        "><image width=\"20\" height=\"20\" transform=\"scale(.5)\" "
        "href=\"data:image/"
        "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+"
        "kcQAAAABJRU5ErkJggg==\"/></svg>";
    const auto picture = prepareSvg(file, false);
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->width, 11);
    EXPECT_EQ(picture->height, 11);
    EXPECT_EQ(picture->x, -0.5);
}

TEST(Measuring, CurvesNotTheirHandles) {
    const auto picture = prepareSvg(
        std::string(kHead) + "><path d=\"M0 0C0 10 10 10 10 0\" stroke-width=\"2\"/></svg>", false);
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->width, 12);
    EXPECT_EQ(picture->height, 9.5);
}

TEST(HostileSvg, ManyAttributesTakeNoTime) {
    std::string file = std::string(kHead) +
                       "width=\"10\" height=\"10\" viewBox=\"0 0 10 10\"><rect width=\"10\" height=\"10\"";
    for (int i = 0; i < 200000; i++) file += fmt::format(" a{}=\"\"", i);
    file += "/></svg>";
    const auto picture = prepareSvg(file, false);
    ASSERT_TRUE(picture);
    EXPECT_EQ(rasterizeSvg(*picture, 1).rgba.at(3), 255);
}

// Each texel has the colour of one pixel of the image, and only the image's edges fade.
TEST(PlainSvg, ImagesArePixelated) {
    const Drawn drawn(
        "<image href=\"data:image/png;base64,"
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAJklEQVR4nAEbAOT/AJjh5v"
        "8/vY2AAMfBmv8n5Rz/AMcymYC/0UYA1zMOmGVPepMAAAAASUVORK5CYII="
        "\" width=\"2\" height=\"3\" transform=\"translate(4.4206224138197845,3.8825993620380004) "
        "scale(1,1)\"/>",
        50, 45);
    EXPECT_THAT(drawn.row(4, 3, 3), ElementsAre(32, 16, 16));
    EXPECT_THAT(drawn.row(4, 4, 3), ElementsAre(143, 128, 56));
    EXPECT_THAT(drawn.row(4, 5, 3), ElementsAre(143, 255, 112));
    EXPECT_THAT(drawn.row(4, 6, 3), ElementsAre(72, 0, 0));
}

// Each image looks at every texel of the picture: thousands of them are left to librsvg.
TEST(PlainSvg, FewImagesArePlainThousandsAreNot) {
    const std::string image =
        "<image href=\"data:image/png;base64,"
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAJklEQVR4nAEbAOT/AJjh5v"
        "8/vY2AAMfBmv8n5Rz/AMcymYC/0UYA1zMOmGVPepMAAAAASUVORK5CYII="
        "\" width=\"480\" height=\"360\"/>";
    const auto isPlain = [&](int count) {
        std::string file = std::string(kHead) + ">";
        for (int i = 0; i < count; i++) file += image;
        return drawPlainSvg(readSvgTree(file + "</svg>"), Affine{}, 480, 360).has_value();
    };
    EXPECT_TRUE(isPlain(3));
    EXPECT_FALSE(isPlain(2000));
}

}  // namespace
}  // namespace ounce
