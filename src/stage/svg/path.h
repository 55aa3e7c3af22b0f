// The geometry inside SVG attributes: path data and transforms.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "stage/stage.h"

namespace ounce {

// X = a*x + c*y + e, Y = b*x + d*y + f.
struct Affine {
    double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;

    [[nodiscard]] Point apply(Point p) const { return {a * p.x + c * p.y + e, b * p.x + d * p.y + f}; }
    // First `inner`, then this.
    [[nodiscard]] Affine after(const Affine& inner) const;
    [[nodiscard]] double determinant() const { return a * d - b * c; }
    [[nodiscard]] bool isIdentity() const { return a == 1 && b == 0 && c == 0 && d == 1 && e == 0 && f == 0; }
};

// The transform attribute; what can not be read counts as nothing.
Affine parseTransform(std::string_view text);
std::string writeTransform(const Affine& matrix);

// A piece of a path in absolute coordinates: only moves, lines, cubic curves and closings are left.
struct PathPiece {
    char kind = 'M';                // M, L, C or Z
    std::array<Point, 3> points{};  // the last one used is the end
};
// Reads as far as the data is good, as browsers do.
std::vector<PathPiece> parsePath(std::string_view data);
// The GPU keeps corners in sixteenths of a pixel; a sample between the rounded and the true edge counts or
// does not because of that.
void roundCorners(std::vector<PathPiece>& lines, const Affine& toPixels);
std::string writePath(const std::vector<PathPiece>& pieces, int decimals);

}  // namespace ounce
