#include "stage/svg/ring.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <tuple>

#include "stage/rasterize.h"

namespace ounce {

namespace {

constexpr double kFade = 0.5;  // to both sides of an edge

class Pixels {
  public:
    Pixels(int width, int height)
        : coverage(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0),
          width_(width),
          height_(height) {}

    // `at(u, v)` says how much of a pixel is covered.
    template <class At>
    void fill(const Corner& a, const Corner& b, const Corner& c, At at) {
        Triangle(a, b, c).fill({0, 0, width_, height_}, [&](int x, int y, double u, double v) {
            coverage[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                     static_cast<std::size_t>(x)] = static_cast<float>(at(u, v));
        });
    }

    std::vector<float> coverage;

  private:
    int width_, height_;
};

double part(double value) { return std::clamp(value, 0.0, 1.0); }

// An octagon around the circle, with an octagon cut out where the ring is hollow.
std::vector<float> circle(Point center, double outer, double inner, int width, int height) {
    outer += kFade, inner -= kFade;
    const bool hollow = inner > 0;
    const double tan = std::numbers::sqrt2 - 1, sin = std::sin(std::numbers::pi / 8),
                 cos = std::cos(std::numbers::pi / 8);
    std::array<Corner, 8> out, in;
    for (std::size_t i = 0; i < 8; i++) {
        // Two ends of the top side, then the same turned by quarters.
        double x = i % 2 == 0 ? -tan : tan, y = -1, ix = i % 2 == 0 ? -sin : sin, iy = -cos;
        for (std::size_t turn = 0; turn < i / 2; turn++) {
            std::tie(x, y) = std::pair(-y, x);
            std::tie(ix, iy) = std::pair(-iy, ix);
        }
        const double hole = hollow ? inner : 0, of = hole / outer;
        out[i] = {center.x + x * outer, center.y + y * outer, x, y};
        in[i] = {center.x + ix * hole, center.y + iy * hole, ix * of, iy * of};
    }
    Pixels pixels(width, height);
    const auto at = [&](double u, double v) {
        const double distance = std::hypot(u, v);
        const double toOuter = part(outer * (1 - distance));
        return hollow ? toOuter * part(outer * distance - inner) : toOuter;
    };
    for (std::size_t i = 0; i < 8; i++) {
        const std::size_t next = (i + 1) % 8;
        pixels.fill(out[i], out[next], in[next], at);
        if (hollow) pixels.fill(out[i], in[next], in[i], at);
    }
    return std::move(pixels.coverage);
}

// From the value of the ellipse's equation to a distance, by how fast it changes there.
double distanceFrom(double x, double y, Point radii) {
    const double u = x / radii.x, v = y / radii.y;
    const double slope = 2 * std::hypot(u / radii.x, v / radii.y);
    return (u * u + v * v - 1) / std::max(slope, 1e-19);
}

std::vector<float> ellipse(Point center, Point outer, Point inner, int width, int height) {
    const bool hollow = inner.x > 0 && inner.y > 0;
    const double x = outer.x + kFade, y = outer.y + kFade;
    const Corner a{center.x - x, center.y - y, -x, -y}, b{center.x + x, center.y - y, x, -y},
        c{center.x - x, center.y + y, -x, y}, d{center.x + x, center.y + y, x, y};
    Pixels pixels(width, height);
    const auto at = [&](double u, double v) {
        const double toOuter = part(0.5 - distanceFrom(u, v, outer));
        return hollow ? toOuter * part(0.5 + distanceFrom(u, v, inner)) : toOuter;
    };
    pixels.fill(a, b, c, at);
    pixels.fill(c, b, d, at);
    return std::move(pixels.coverage);
}

}  // namespace

std::optional<std::vector<float>> ringCoverageOf(const RoundRect& shape, double strokeWidth, const Affine& m,
                                                 int width, int height) {
    const double rx = (shape.right - shape.left) / 2, ry = (shape.bottom - shape.top) / 2;
    const Point center = m.apply({(shape.left + shape.right) / 2, (shape.top + shape.bottom) / 2});
    const bool similar = std::abs(std::abs(m.a) - std::abs(m.d)) < 1e-9 &&
                         std::abs(std::abs(m.b) - std::abs(m.c)) < 1e-9 &&
                         std::abs(m.a * m.c + m.b * m.d) < 1e-9;
    if (rx == ry && similar) {
        const double scale = std::hypot(m.a, m.b), half = strokeWidth * scale / 2;
        return circle(center, rx * scale + half, rx * scale - half, width, height);
    }
    if (m.b != 0 || m.c != 0) return std::nullopt;
    const Point radii{rx * std::abs(m.a), ry * std::abs(m.d)};
    const Point half{strokeWidth * std::abs(m.a) / 2, strokeWidth * std::abs(m.d) / 2};
    // Thick strokes only around what is nearly a circle, and none that bends more than the ellipse.
    const bool isLong = radii.x > 2 * radii.y || radii.y > 2 * radii.x;
    if (std::hypot(half.x, half.y) > 0.5 && isLong) return std::nullopt;
    if (half.x * radii.y * radii.y < half.y * half.y * radii.x) return std::nullopt;
    if (half.y * radii.x * radii.x < half.x * half.x * radii.y) return std::nullopt;
    return ellipse(center, {radii.x + half.x, radii.y + half.y}, {radii.x - half.x, radii.y - half.y}, width,
                   height);
}

}  // namespace ounce
