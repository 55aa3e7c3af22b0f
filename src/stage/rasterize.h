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
        prepare();
    }

    // The pixels inside in a row; none if the first is larger than the last.
    struct Span {
        std::int64_t from = 0, to = -1;
    };
    [[nodiscard]] Span span(const PixelArea& clip, int y) const {
        Span s{clip.left, clip.right - 1};
        if (y < std::max(clip.top, top_) || y >= std::min(clip.bottom, bottom_)) return {};
        for (int edge = 0; edge < 3; edge++) narrow(edge, y, s.from, s.to);
        return s;
    }
    // Calls draw(x, y, u, v) for a pixel.
    template <class Draw>
    void pixel(std::int64_t x, int y, Draw& draw) const {
        const Corner& a = corners_[0];
        const double px = static_cast<double>(x) * 16 + 8 - a.x, py = y * 16.0 + 8 - a.y;
        draw(static_cast<int>(x), y, a.u + uPerX_ * px + uPerY_ * py, a.v + vPerX_ * px + vPerY_ * py);
    }
    // For all pixels inside.
    template <class Draw>
    void fill(const PixelArea& clip, Draw draw) const {
        const int bottom = std::min(clip.bottom, bottom_);
        for (int y = std::max(clip.top, top_); y < bottom; y++) {
            const Span s = span(clip, y);
            for (std::int64_t x = s.from; x <= s.to; x++) pixel(x, y, draw);
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

    void prepare() {
        const double area = this->area();
        if (!(area > 0)) return;  // empty or not a number
        const auto [lowest, highest] = std::minmax({corners_[0].y, corners_[1].y, corners_[2].y});
        top_ = toInt(std::floor(lowest / 16));
        bottom_ = toInt(std::ceil(highest / 16)) + 1;
        const Corner &a = corners_[0], &b = corners_[1], &c = corners_[2];
        // u = a.u + perX * (x - a.x) + perY * (y - a.y)
        const auto slope = [&](double ofB, double ofC, double& perX, double& perY) {
            perX = (ofB * (c.y - a.y) - ofC * (b.y - a.y)) / area;
            perY = (ofC * (b.x - a.x) - ofB * (c.x - a.x)) / area;
        };
        slope(b.u - a.u, c.u - a.u, uPerX_, uPerY_);
        slope(b.v - a.v, c.v - a.v, vPerX_, vPerY_);
    }

    std::array<Corner, 3> corners_;
    int top_ = 0, bottom_ = 0;  // rows with pixels, the last one excluded; none if there is no area
    double uPerX_ = 0, uPerY_ = 0, vPerX_ = 0, vPerY_ = 0;
};

}  // namespace ounce
