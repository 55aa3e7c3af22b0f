#include "stage/svg/fill.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "stage/svg/samples.h"

namespace ounce {

namespace {

constexpr double kFarthest = 1 << 20;  // pixels; keeps products of sixteenths within 64 bits

struct Edge {
    std::int64_t x0, y0, x1, y1;  // sixteenths of a pixel, y0 < y1
    int winding;
};

// The GPU keeps corners in sixteenths of a pixel.
std::int64_t sixteenths(double pixels) {
    return static_cast<std::int64_t>(std::nearbyint(std::clamp(pixels, -kFarthest, kFarthest) * 16));
}

std::vector<Edge> edgesOf(const std::vector<PathPiece>& lines, const Affine& toPixels) {
    std::vector<Edge> edges;
    std::int64_t x = 0, y = 0, startX = 0, startY = 0;
    const auto line = [&](std::int64_t toX, std::int64_t toY) {
        if (toY > y) edges.push_back({x, y, toX, toY, 1});
        if (toY < y) edges.push_back({toX, toY, x, y, -1});
        x = toX, y = toY;
    };
    for (const PathPiece& piece : lines) {
        if (piece.kind == 'M' || piece.kind == 'Z') line(startX, startY);
        if (piece.kind == 'Z') continue;
        Point p = toPixels.apply(piece.points[0]);
        p = {static_cast<double>(static_cast<float>(p.x)), static_cast<double>(static_cast<float>(p.y))};
        if (!std::isfinite(p.x) || !std::isfinite(p.y)) continue;
        if (piece.kind == 'M')
            x = startX = sixteenths(p.x), y = startY = sixteenths(p.y);
        else
            line(sixteenths(p.x), sixteenths(p.y));
    }
    line(startX, startY);
    return edges;
}

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return a / b + (a % b > 0); }  // b > 0

}  // namespace

// A sample exactly on an edge belongs to what lies right of it or below it.
std::vector<float> samplesIn(const std::vector<PathPiece>& lines, const Affine& toPixels, bool evenOdd,
                             int width, int height) {
    std::vector<float> out(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
    std::vector<Edge> edges = edgesOf(lines, toPixels);
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.y0 < b.y0; });
    std::vector<Edge> active;
    std::size_t next = 0;
    std::vector<std::pair<std::int64_t, int>> crossings;  // the first pixel whose sample is right of an edge
    for (int row = 0; row < height; row++) {
        for (const Point& sample : kSamples) {  // from top to bottom
            const auto sampleX = static_cast<std::int64_t>(sample.x * 16);
            const std::int64_t y = row * 16 + static_cast<std::int64_t>(sample.y * 16);
            while (next < edges.size() && edges[next].y0 <= y) active.push_back(edges[next++]);
            std::erase_if(active, [y](const Edge& edge) { return edge.y1 <= y; });
            crossings.clear();
            for (const Edge& e : active) {
                // 16 column + sampleX >= x0 + (y - y0) (x1 - x0) / (y1 - y0)
                const std::int64_t dy = e.y1 - e.y0;
                const std::int64_t column =
                    ceilDiv((e.x0 - sampleX) * dy + (y - e.y0) * (e.x1 - e.x0), 16 * dy);
                crossings.emplace_back(std::clamp<std::int64_t>(column, 0, width), e.winding);
            }
            std::sort(crossings.begin(), crossings.end());
            int winding = 0;
            for (std::size_t i = 0; i + 1 < crossings.size(); i++) {
                winding += crossings[i].second;
                if (evenOdd ? winding % 2 == 0 : winding == 0) continue;
                for (std::int64_t x = crossings[i].first; x < crossings[i + 1].first; x++)
                    out[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                        static_cast<std::size_t>(x)] += 0.25F;
            }
        }
    }
    return out;
}

namespace {

constexpr double kLargestSmall = 128.0 * 128, kWidestSmall = 1024;

// The pixels around a path with its handles.
struct PixelBox {
    double left = HUGE_VAL, top = HUGE_VAL, right = -HUGE_VAL, bottom = -HUGE_VAL;
    [[nodiscard]] double width() const { return std::ceil(right) - std::floor(left); }
    [[nodiscard]] double height() const { return std::ceil(bottom) - std::floor(top); }
};

PixelBox boxOf(const std::vector<PathPiece>& path, const Affine& toPixels) {
    PixelBox box;
    for (const PathPiece& piece : path)
        for (int i = 0; i < (piece.kind == 'C' ? 3 : piece.kind == 'Z' ? 0 : 1); i++) {
            const Point p = toPixels.apply(piece.points[static_cast<std::size_t>(i)]);
            box.left = std::min(box.left, p.x), box.right = std::max(box.right, p.x);
            box.top = std::min(box.top, p.y), box.bottom = std::max(box.bottom, p.y);
        }
    return box;
}

// The GPU's store for small paths has rows of 32, 64, 128 … pixels; each path is put into the lowest row that
// it fits into, standing upright if that makes no difference.
bool liesOnItsSide(const PixelBox& box) {
    const auto row = [](double pixels) {
        return std::bit_ceil(static_cast<unsigned>(std::max(1.0, pixels)));
    };
    return row(box.width()) == row(box.height()) ? box.width() > box.height() : box.height() > box.width();
}

}  // namespace

std::vector<float> smallSamplesIn(const std::vector<PathPiece>& path, const std::vector<PathPiece>& lines,
                                  const Affine& toPixels, bool evenOdd, int width, int height) {
    const PixelBox box = boxOf(path, toPixels);
    if (!(box.width() <= kWidestSmall && box.height() <= kWidestSmall &&
          box.width() * box.height() <= kLargestSmall))
        return samplesIn(lines, toPixels, evenOdd, width, height);
    if (!liesOnItsSide(box)) return samplesIn(lines, toPixels, evenOdd, width, height);
    const Affine swapped{0, 1, 1, 0, 0, 0};
    const std::vector<float> there = samplesIn(lines, swapped.after(toPixels), evenOdd, height, width);
    std::vector<float> out(there.size());
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[static_cast<std::size_t>(y * width + x)] = there[static_cast<std::size_t>(x * height + y)];
    return out;
}

}  // namespace ounce
