#include "stage/svg/crossings.h"

#include <algorithm>
#include <cmath>

#include "stage/svg/stroke.h"

namespace ounce {

namespace {

constexpr double kFar = 1e7;  // no picture reaches there

struct Line {
    Point from, to;
    double parts;  // how many lines a curve becomes
};

std::vector<Line> linesOf(const std::vector<PathPiece>& pieces, const Affine& toPixels) {
    const auto place = [&](Point p) {
        const Point at = toPixels.apply(p);
        return Point{std::isnan(at.x) ? 0 : std::clamp(at.x, -kFar, kFar),
                     std::isnan(at.y) ? 0 : std::clamp(at.y, -kFar, kFar)};
    };
    std::vector<Line> lines;
    lines.reserve(pieces.size());
    Point at{}, start{}, before{};  // `before` in the path's own units
    for (const PathPiece& piece : pieces) {
        const Point end = piece.kind == 'C' ? piece.points[2] : piece.points[0];
        const Point to = place(end);
        if (piece.kind == 'M') {
            start = to;
        } else if (piece.kind == 'C') {
            const Point middle = place(piece.points[0]), next = place(piece.points[1]);
            const double bends = bendsOf(toPixels, before, piece.points[0], piece.points[1], end);
            const double parts = bends < 1024 ? std::max(1.0, std::ceil(bends / 3)) : 342;
            lines.push_back({at, middle, parts});
            lines.push_back({middle, next, parts});
            lines.push_back({next, to, parts});
        } else {
            lines.push_back({at, piece.kind == 'Z' ? start : to, 1});
        }
        at = piece.kind == 'Z' ? start : to;
        before = end;
    }
    return lines;
}

}  // namespace

// Lines can cross only where they share a cell of a grid.
PathWork workOf(const std::vector<PathPiece>& pieces, const Affine& toPixels) {
    PathWork work;
    const std::vector<Line> lines = linesOf(pieces, toPixels);
    if (lines.empty()) return work;
    Rectangle& box = work.box;
    box = {.left = kFar, .right = -kFar, .bottom = kFar, .top = -kFar};
    for (const Line& line : lines) {
        for (const Point p : {line.from, line.to})
            box = unionOf(box, {.left = p.x, .right = p.x, .bottom = p.y, .top = p.y});
        work.lines += line.parts;
        work.length += std::hypot(line.to.x - line.from.x, line.to.y - line.from.y);
    }
    constexpr int kCells = 64;
    std::vector<float> cells(kCells * kCells, 0);
    const double perX = kCells / std::max(box.width(), 1e-3), perY = kCells / std::max(box.height(), 1e-3);
    const auto cell = [](double at) { return std::clamp(static_cast<int>(at), 0, kCells - 1); };
    for (const Line& line : lines) {
        const double x = (line.from.x - box.left) * perX, y = (line.from.y - box.bottom) * perY;
        const double dx = (line.to.x - line.from.x) * perX, dy = (line.to.y - line.from.y) * perY;
        const int steps = static_cast<int>(std::max(std::abs(dx), std::abs(dy))) + 1;
        // The parts of a curve lie one behind the other.
        const auto weight = static_cast<float>(std::max(1.0, line.parts / steps));
        for (int i = 0; i < steps; i++) {
            const double t = (i + 0.5) / steps;
            cells[static_cast<std::size_t>(cell(y + dy * t) * kCells + cell(x + dx * t))] += weight;
        }
    }
    for (const float count : cells)
        work.crossings += static_cast<double>(count) * std::max(0.0f, count - 4) / 2;
    return work;
}

}  // namespace ounce
