#include "stage/svg_samples.h"

#include <algorithm>
#include <cmath>

namespace ounce {

namespace {

bool isContainer(const SvgNode& node) {
    return node.name == "svg" || node.name == "g" || node.name == "switch";
}
bool isHard(const SvgNode& node) {
    return node.name == "path" || node.name == "polygon" || node.name == "polyline";
}
bool isSoft(const SvgNode& node) {
    return node.name == "rect" || node.name == "circle" || node.name == "ellipse" || node.name == "line" ||
           node.name == "text" || node.name == "image";
}

double length(double x, double y) { return std::sqrt(x * x + y * y); }

// Wang's formula at a quarter of a pixel, rounded up to a power of two; at most 32 lines for a piece of a
// curve.
int linesFor(Point p0, Point p1, Point p2, Point p3) {
    const double bend = std::max(length(p0.x - 2 * p1.x + p2.x, p0.y - 2 * p1.y + p2.y),
                                 length(p1.x - 2 * p2.x + p3.x, p1.y - 2 * p2.y + p3.y));
    const double wanted = std::sqrt(3 * bend);
    int lines = 1;
    while (lines < wanted && lines < 1024) lines *= 2;
    return lines;
}

void straighten(SvgNode& path, const Affine& toPixels) {
    std::vector<PathPiece> out;
    Point at{};
    for (const PathPiece& piece : parsePath(path.get("d"))) {
        if (piece.kind != 'C') {
            out.push_back(piece);
            at = piece.points[0];
            continue;
        }
        const auto& [p1, p2, p3] = piece.points;
        const int lines =
            linesFor(toPixels.apply(at), toPixels.apply(p1), toPixels.apply(p2), toPixels.apply(p3));
        for (int i = 1; i <= lines; i++) {
            const double t = static_cast<double>(i) / lines, s = 1 - t;
            const double w0 = s * s * s, w1 = 3 * s * s * t, w2 = 3 * s * t * t, w3 = t * t * t;
            out.push_back({'L',
                           {i == lines ? p3
                                       : Point{w0 * at.x + w1 * p1.x + w2 * p2.x + w3 * p3.x,
                                               w0 * at.y + w1 * p1.y + w2 * p2.y + w3 * p3.y}}});
        }
        at = p3;
    }
    path.set("d", writePath(out, 5));
}

bool hasStroke(const SvgNode& node, bool inherited) {
    if (node.get("style").find("stroke") != std::string::npos) return true;
    const std::string* stroke = node.find("stroke");
    return stroke ? *stroke != "none" && !stroke->empty() : inherited;
}

bool straightenIn(SvgNode& node, const Affine& outer, bool stroked) {
    bool soft = false;
    for (SvgNode& child : node.children) {
        const Affine toPixels = outer.after(parseTransform(child.get("transform")));
        if (isContainer(child)) {
            soft |= straightenIn(child, toPixels, hasStroke(child, stroked));
        } else if (isHard(child)) {
            // The outline of a stroke is smoother than its middle line, which stays a curve.
            if (child.name == "path" && !hasStroke(child, stroked)) straighten(child, toPixels);
            child.set("shape-rendering", "crispEdges");
        } else {
            soft |= isSoft(child);
        }
    }
    return soft;
}

}  // namespace

bool straightenPaths(SvgNode& root, const Affine& toPixels) {
    return straightenIn(root, toPixels, hasStroke(root, false));
}

void moveSoftShapes(SvgNode& node, const Affine& toPixels, Point pixels) {
    for (SvgNode& child : node.children) {
        const std::string own = child.get("transform");
        if (isContainer(child)) {
            moveSoftShapes(child, toPixels.after(parseTransform(own)), pixels);
        } else if (isSoft(child)) {
            const double determinant = toPixels.determinant();
            if (determinant == 0) continue;
            const Affine move{1,
                              0,
                              0,
                              1,
                              (toPixels.d * pixels.x - toPixels.c * pixels.y) / determinant,
                              (toPixels.a * pixels.y - toPixels.b * pixels.x) / determinant};
            child.set("transform", writeTransform(move.after(parseTransform(own))));
        }
    }
}

}  // namespace ounce
