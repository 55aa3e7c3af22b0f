#include "stage/svg/round_rect.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "stage/rasterize.h"

namespace ounce {

namespace {

// A vertex of the mesh, in a square from -1 to 1 that stands for the rectangle.
struct MeshVertex {
    int cornerX, cornerY;
    double towardsX, towardsY;  // along the rectangle's sides, in radii of the corner
    double fadeX, fadeY;        // outwards or inwards, in widths of the fading
    double coverage;
    bool straight;  // fades evenly; else as the ellipse of the corner says
};

constexpr double kOctagon = 0.41421356237309503;  // where the sides of an octagon around a circle end

// First the inner and the outer ends of the sides, then six vertices for each corner.
std::array<MeshVertex, 40> makeMesh() {
    std::array<MeshVertex, 40> mesh{};
    std::size_t count = 0;
    for (const int out : {-1, 1}) {
        const double coverage = out < 0 ? 1 : 0;
        mesh[count++] = {-1, 1, 0, -1, -1.0 * out, 0, coverage, true};
        mesh[count++] = {-1, -1, 0, 1, -1.0 * out, 0, coverage, true};
        mesh[count++] = {-1, -1, 1, 0, 0, -1.0 * out, coverage, true};
        mesh[count++] = {1, -1, -1, 0, 0, -1.0 * out, coverage, true};
        mesh[count++] = {1, -1, 0, 1, 1.0 * out, 0, coverage, true};
        mesh[count++] = {1, 1, 0, -1, 1.0 * out, 0, coverage, true};
        mesh[count++] = {1, 1, -1, 0, 0, 1.0 * out, coverage, true};
        mesh[count++] = {-1, 1, 1, 0, 0, 1.0 * out, coverage, true};
    }
    for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
        const MeshVertex upOut{x, y, 0.0, -1.0 * y, 1.0 * x, 0, 0, false},
            upIn{x, y, 0.0, -1.0 * y, -1.0 * x, 0, 1, false},
            sideIn{x, y, -1.0 * x, 0.0, 0, -1.0 * y, 1, false},
            sideOut{x, y, -1.0 * x, 0.0, 0, 1.0 * y, 0, false},
            sideCut{x, y, -kOctagon * x, 0.0, kOctagon * x, 1.0 * y, 0, false},
            upCut{x, y, 0.0, -kOctagon * y, 1.0 * x, kOctagon * y, 0, false};
        // The next corner is this one turned by a quarter.
        const bool turned = x * y < 0;
        for (const MeshVertex& vertex :
             {turned ? sideOut : upOut, turned ? sideIn : upIn, turned ? upIn : sideIn,
              turned ? upOut : sideOut, turned ? upCut : sideCut, turned ? sideCut : upCut})
            mesh[count++] = vertex;
    }
    return mesh;
}

constexpr std::array<std::array<std::uint8_t, 3>, 30> kTriangles{
    {{0, 1, 7},    {1, 2, 7},    {7, 2, 6},    {2, 3, 6},    {6, 3, 5}, {3, 4, 5},  // inside
     {0, 1, 8},    {1, 9, 8},    {2, 3, 10},   {3, 11, 10},                         // sides
     {4, 5, 12},   {5, 13, 12},  {6, 7, 14},   {7, 15, 14},                         //
     {16, 17, 21}, {17, 21, 18}, {21, 18, 20}, {18, 20, 19},                        // corners
     {22, 23, 27}, {23, 27, 24}, {27, 24, 26}, {24, 26, 25},                        //
     {28, 29, 33}, {29, 33, 30}, {33, 30, 32}, {30, 32, 31},                        //
     {34, 35, 39}, {35, 39, 36}, {39, 36, 38}, {36, 38, 37}}};

int sign(double value) { return value < 0 ? -1 : 1; }

class Mesh {
  public:
    Mesh(const RoundRect& shape, const Affine& toPixels) {
        const double halfX = (shape.right - shape.left) / 2, halfY = (shape.bottom - shape.top) / 2;
        const Affine inSquare{
            halfX, 0, 0, halfY, (shape.left + shape.right) / 2, (shape.top + shape.bottom) / 2};
        toPixels_ = toPixels.after(inSquare);
        const double lengthX = std::hypot(toPixels_.a, toPixels_.b),
                     lengthY = std::hypot(toPixels_.c, toPixels_.d);
        pixelX_ = 1 / lengthX, pixelY_ = 1 / lengthY;
        // The fading is half a pixel to both sides, more along a diagonal.
        fadeX_ = (std::abs(toPixels_.a) + std::abs(toPixels_.b)) * pixelX_ * pixelX_ / 2;
        fadeY_ = (std::abs(toPixels_.c) + std::abs(toPixels_.d)) * pixelY_ * pixelY_ / 2;
        radiusX_ = std::min(shape.radiusX / halfX, 1.0);
        radiusY_ = std::min(shape.radiusY / halfY, 1.0);
    }

    [[nodiscard]] Corner corner(const MeshVertex& vertex) const {
        double cornerX = vertex.cornerX, cornerY = vertex.cornerY;
        double radiusX = radiusX_, radiusY = radiusY_, fadeX = vertex.fadeX, fadeY = vertex.fadeY;
        double strength = 1;
        bool straight = vertex.straight;
        if (fadeX_ > 1 || fadeY_ > 1) {
            // Thinner than the fading: drawn as wide as that, and paler instead.
            cornerX *= std::max(1.0, fadeX_), cornerY *= std::max(1.0, fadeY_);
            strength = 1 / (std::max(fadeX_, 1.0) * std::max(fadeY_, 1.0));
            radiusX = radiusY = 0;
        }
        if (radiusX < fadeX_ * 1.5 || radiusY < fadeY_ * 1.5) {
            // A sharp corner.
            radiusX = radiusY = 0;
            const double inwards = vertex.coverage > 0.5 ? -1 : 1;
            fadeX = sign(cornerX) * inwards, fadeY = sign(cornerY) * inwards;
            straight = true;
        } else {
            // Of a shape smaller than a pixel the upper bound lies below the lower one, and counts.
            radiusX = std::min(std::max(radiusX, pixelX_ * 1.5), 2 - pixelX_ * 1.5);
            radiusY = std::min(std::max(radiusY, pixelY_ * 1.5), 2 - pixelY_ * 1.5);
            // Two corners stay a sixteenth of a pixel apart.
            radiusX -= std::max(pixelX_ / 16 - (2 - 2 * radiusX), 0.0) / 2;
            radiusY -= std::max(pixelY_ / 16 - (2 - 2 * radiusY), 0.0) / 2;
        }
        const double outX = fadeX * fadeX_, outY = fadeY * fadeY_;
        const double x = cornerX + vertex.towardsX * radiusX + outX,
                     y = cornerY + vertex.towardsY * radiusY + outY;
        const Point at = toPixels_.apply({x, y});
        if (straight) return {at.x, at.y, 0, vertex.coverage * strength};
        return {at.x, at.y, 2 - std::abs(vertex.towardsX) + outX / radiusX * vertex.cornerX,
                1 - std::abs(vertex.towardsY) + outY / radiusY * vertex.cornerY};
    }

  private:
    Affine toPixels_;
    double pixelX_, pixelY_;  // a pixel in the square's units
    double fadeX_, fadeY_;
    double radiusX_, radiusY_;
};

// Below 0 inside the ellipse. `u` is one more than the coordinate: 0 marks the straight parts.
double ellipse(double u, double v) { return u * (u - 2) + v * v; }

float coverageAt(const Triangle& triangle, int x, int y, double u, double v) {
    if (u == 0) return static_cast<float>(std::clamp(v, 0.0, 1.0));
    // The GPU finds out how fast a value changes by comparing the pixels of a block of two by two.
    const auto at = [&](int px, int py) {
        double value = 0;
        const auto take = [&](int, int, double a, double b) { value = ellipse(a, b); };
        triangle.pixel(px, py, take);
        return value;
    };
    const int blockX = x & ~1, blockY = y & ~1;
    const double first = at(blockX, blockY);
    const double change = std::abs(at(blockX + 1, blockY) - first) + std::abs(at(blockX, blockY + 1) - first);
    return static_cast<float>(std::clamp(0.5 - ellipse(u, v) / change, 0.0, 1.0));
}

}  // namespace

std::vector<float> coverageOf(const RoundRect& shape, const Affine& toPixels, int width, int height) {
    std::vector<float> out(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
    static const std::array<MeshVertex, 40> kMesh = makeMesh();
    const Mesh mesh(shape, toPixels);
    std::array<Corner, 40> corners;
    std::transform(kMesh.begin(), kMesh.end(), corners.begin(),
                   [&](const MeshVertex& vertex) { return mesh.corner(vertex); });
    for (const auto& [a, b, c] : kTriangles) {
        const Triangle triangle(corners[a], corners[b], corners[c]);
        triangle.fill({0, 0, width, height}, [&](int x, int y, double u, double v) {
            out[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] =
                coverageAt(triangle, x, y, u, v);
        });
    }
    return out;
}

}  // namespace ounce
