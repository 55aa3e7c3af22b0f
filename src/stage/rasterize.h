// Triangles to pixels as a GPU does it (SwiftShader's rules): corners are rounded to sixteenths of a pixel, a
// pixel belongs to a triangle if its centre does, and a centre exactly on an edge belongs to the triangle
// whose top or left edge it is.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace ounce {

// A corner in pixels, y down, with two values to interpolate.
struct Corner {
    double x = 0, y = 0;
    double u = 0, v = 0;
};

// Pixels [left, right) x [top, bottom).
struct PixelArea {
    int left = 0, top = 0, right = 0, bottom = 0;
};

class Triangle {
  public:
    Triangle(Corner a, Corner b, Corner c) : corners_{a, b, c} {
        for (Corner& corner : corners_) {
            corner.x = roundedCorner(corner.x);
            corner.y = roundedCorner(corner.y);
        }
        if (area() < 0) std::swap(corners_[1], corners_[2]);
    }

    // Calls draw(x, y, u, v) for the pixels inside.
    template <class Draw>
    void fill(const PixelArea& clip, Draw draw) const {
        const double area = this->area();
        if (!(area > 0)) return;  // empty or not a number
        const auto [lowest, highest] = std::minmax({corners_[0].y, corners_[1].y, corners_[2].y});
        const int top = std::max(clip.top, toInt(std::floor(lowest / 16)));
        const int bottom = std::min(clip.bottom, toInt(std::ceil(highest / 16)) + 1);
        const Corner &a = corners_[0], &b = corners_[1], &c = corners_[2];
        // u = a.u + perX * (x - a.x) + perY * (y - a.y)
        const auto slope = [&](double ofB, double ofC) {
            return std::pair{(ofB * (c.y - a.y) - ofC * (b.y - a.y)) / area,
                             (ofC * (b.x - a.x) - ofB * (c.x - a.x)) / area};
        };
        const auto [uPerX, uPerY] = slope(b.u - a.u, c.u - a.u);
        const auto [vPerX, vPerY] = slope(b.v - a.v, c.v - a.v);
        for (int y = top; y < bottom; y++) {
            std::int64_t from = clip.left, to = clip.right - 1;
            for (int edge = 0; edge < 3; edge++) narrow(edge, y, from, to);
            const double py = y * 16.0 + 8 - a.y;
            for (std::int64_t x = from; x <= to; x++) {
                const double px = static_cast<double>(x) * 16 + 8 - a.x;
                draw(static_cast<int>(x), y, a.u + uPerX * px + uPerY * py, a.v + vPerX * px + vPerY * py);
            }
        }
    }

  private:
    // Far enough out for any stage, near enough for exact integer arithmetic.
    static double roundedCorner(double pixels) { return std::clamp(std::nearbyint(pixels * 16), -1e8, 1e8); }
    static int toInt(double value) { return static_cast<int>(std::clamp(value, -1e8, 1e8)); }
    static double cross(const Corner& from, const Corner& to, double x, double y) {
        return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
    }
    [[nodiscard]] double area() const {
        return cross(corners_[0], corners_[1], corners_[2].x, corners_[2].y);
    }

    // The x for which the pixel centre lies on the inner side of an edge.
    void narrow(int edge, int y, std::int64_t& from, std::int64_t& to) const {
        const Corner &a = corners_[static_cast<std::size_t>(edge)],
                     &b = corners_[static_cast<std::size_t>(edge + 1) % 3];
        const auto dx = static_cast<std::int64_t>(b.x - a.x), dy = static_cast<std::int64_t>(b.y - a.y);
        const bool inclusive = dy < 0 || (dy == 0 && dx > 0);
        // dx * (py - a.y) - dy * (16 x + 8 - a.x) > 0, or >= 0 on inclusive edges
        const std::int64_t constant = dx * (y * 16 + 8 - static_cast<std::int64_t>(a.y)) -
                                      dy * (8 - static_cast<std::int64_t>(a.x)) - (inclusive ? 0 : 1);
        if (dy == 0) {
            if (constant < 0) to = from - 1;
        } else if (dy < 0) {
            from = std::max(from, ceilDiv(-constant, -16 * dy));
        } else {
            to = std::min(to, floorDiv(constant, 16 * dy));
        }
    }
    static std::int64_t floorDiv(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0); }
    static std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return -floorDiv(-a, b); }

    std::array<Corner, 3> corners_;
};

}  // namespace ounce
