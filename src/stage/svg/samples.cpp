#include "stage/svg/samples.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/number.h"
#include "base/text.h"
#include "stage/svg/stroke.h"
#include "stage/svg/style.h"

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

// Where two parts of a path are no more than a pixel apart, cairo paints the pixel between them, too, when it
// paints without soft edges. So opaque strokes are painted one triangle (of four pieces) at a time. When
// there are very many they are painted in larger parts, so that their number has an end; not all at once,
// because cairo's time grows with the square of the edges that overlap. Translucent ones have to be painted
// at once.
constexpr std::size_t kTriangle = 4, kManyPieces = kTriangle * 20000, kPartOfMany = kTriangle * 64,
                      kMostPiecesAtOnce = kTriangle * 2000;
// Of all paths and strokes together; 100 bytes each while they are made and written.
constexpr std::size_t kMostPieces = 1 << 20;

struct PieceBudget {
    std::size_t alone = kManyPieces;  // may still be painted a triangle at a time
    std::size_t all = kMostPieces;

    // False: too many.
    bool take(std::size_t pieces) {
        const bool fits = pieces <= all;
        all -= fits ? pieces : all;
        return fits;
    }
};

// What a shape inherits that decides how it is stroked.
struct Inherited {
    std::string stroke = "none", width = "1", join = "miter", cap = "butt", miterLimit = "4", dashes = "none",
                opacity = "1";

    void take(const SvgNode& node) {
        const auto read = [&](std::string_view name, std::string& into) {
            if (auto value = svgProperty(node, name); value && *value != "inherit") into = std::move(*value);
        };
        read("stroke", stroke), read("stroke-width", width), read("stroke-linejoin", join),
            read("stroke-linecap", cap);
        read("stroke-miterlimit", miterLimit), read("stroke-dasharray", dashes),
            read("stroke-opacity", opacity);
    }

    [[nodiscard]] bool isOpaque() const {
        const bool plainColor = stroke.find('(') == std::string::npos || stroke.starts_with("rgb(");
        const bool hexAlpha = stroke.starts_with('#') && (stroke.size() == 5 || stroke.size() == 9);
        return opacity == "1" && plainColor && !hexAlpha;
    }

    // None when there is no stroke, or one that only librsvg can draw (dashes, gradients that depend on the
    // shape's box).
    [[nodiscard]] std::optional<StrokeStyle> plainStroke() const {
        if (stroke == "none" || stroke.starts_with("url(") || (dashes != "none" && !dashes.empty()))
            return std::nullopt;
        StrokeStyle style;
        const std::string_view bare = std::string_view(width).ends_with("px")
                                          ? std::string_view(width).substr(0, width.size() - 2)
                                          : width;
        style.width = textToNumber(bare);
        style.miterLimit = textToNumber(miterLimit);
        if (!std::isfinite(style.width) || !std::isfinite(style.miterLimit)) return std::nullopt;
        if (join == "round") style.join = StrokeStyle::Join::Round;
        if (join == "bevel") style.join = StrokeStyle::Join::Bevel;
        if (cap == "round") style.cap = StrokeStyle::Cap::Round;
        if (cap == "square") style.cap = StrokeStyle::Cap::Square;
        return style;
    }
};

std::vector<PathPiece> piecesOf(const SvgNode& shape) {
    if (shape.name == "path") return parsePath(shape.get("d"));
    std::vector<PathPiece> pieces = parsePoints(shape);
    if (shape.name == "polygon" && !pieces.empty()) pieces.push_back({'Z', {pieces.front().points[0]}});
    return pieces;
}

// The shape with its curves straightened, and its stroke, where it is a plain one, as a second shape on top.
// What applies to both together (opacity, clipping) goes to a group around them.
// What does not fit into the budget is left out.
SvgNode hardShape(const SvgNode& shape, const Affine& toPixels, const Inherited& inherited,
                  PieceBudget& budget) {
    const std::vector<PathPiece> pieces = piecesOf(shape);
    SvgNode fill = shape;
    fill.set("shape-rendering", "crispEdges");
    const std::optional<StrokeStyle> style = inherited.plainStroke();
    if (!style) {
        // A stroke drawn by librsvg follows the curve.
        if (inherited.stroke == "none" && shape.name == "path") {
            const std::vector<PathPiece> lines = straightened(pieces, toPixels);
            if (!budget.take(lines.size())) return {};
            fill.set("d", writePath(lines, 5));
        }
        return fill;
    }
    std::vector<PathPiece> outline = strokeOutline(pieces, *style, toPixels);
    roundCorners(outline, toPixels);
    const std::vector<PathPiece> lines = straightened(pieces, toPixels);
    if (!budget.take(outline.size() + lines.size())) return {};
    std::size_t part = outline.size();
    if (inherited.isOpaque()) {
        part = outline.size() > budget.alone ? kPartOfMany : kTriangle;
        if (part == kTriangle) budget.alone -= outline.size();
    }
    if (part > kMostPiecesAtOnce) return fill;

    fill.name = "path";
    fill.remove("points");
    fill.set("d", writePath(lines, 5));
    fill.set("style", fill.get("style") + ";stroke:none");

    SvgNode group;
    group.name = "g";
    for (const char* shared : {"transform", "opacity", "clip-path", "mask", "display", "visibility"}) {
        if (const auto value = svgProperty(shape, shared)) group.set(shared, *value);
        fill.remove(shared);
    }
    if (const auto inStyle = svgProperty(fill, "opacity"))
        fill.set("style", fill.get("style") + ";opacity:1");
    group.children.push_back(std::move(fill));
    for (std::size_t start = 0; start < outline.size(); start += part) {
        const auto from = outline.begin() + static_cast<std::ptrdiff_t>(start);
        const auto to = from + static_cast<std::ptrdiff_t>(std::min(part, outline.size() - start));
        SvgNode& stroke = group.children.emplace_back();
        stroke.name = "path";
        stroke.set("shape-rendering", "crispEdges");
        stroke.set("d", writePath({from, to}, 5));
        stroke.set("style", "fill:" + inherited.stroke + ";fill-opacity:" + inherited.opacity +
                                ";fill-rule:nonzero;stroke:none");
        if (const auto color = svgProperty(shape, "color")) stroke.set("color", *color);
    }
    return group;
}

bool straightenIn(SvgNode& node, const Affine& outer, const Inherited& inherited, PieceBudget& budget) {
    bool soft = false;
    for (SvgNode& child : node.children) {
        Inherited here = inherited;
        here.take(child);
        const Affine toPixels = outer.after(parseTransform(child.get("transform")));
        if (isContainer(child))
            soft |= straightenIn(child, toPixels, here, budget);
        else if (isHard(child))
            child = hardShape(child, toPixels, here, budget);
        else
            soft |= isSoft(child);
    }
    return soft;
}

bool hasStyleSheet(const SvgNode& node) {
    return node.name == "style" || std::any_of(node.children.begin(), node.children.end(), hasStyleSheet);
}

void markHard(SvgNode& node) {
    if (isHard(node)) node.set("shape-rendering", "crispEdges");
    for (SvgNode& child : node.children) markHard(child);
}

bool hasSoft(const SvgNode& node) {
    return isSoft(node) || std::any_of(node.children.begin(), node.children.end(), hasSoft);
}

}  // namespace

std::vector<PathPiece> parsePoints(const SvgNode& shape) {
    return parsePath(std::string("M").append(shape.get("points")));
}

// Curves become as many equal steps as Wang's formula asks for, rounded up to a power of two.
std::vector<PathPiece> straightened(const std::vector<PathPiece>& pieces, const Affine& toPixels) {
    std::vector<PathPiece> out;
    Point at{};
    for (const PathPiece& piece : pieces) {
        if (piece.kind != 'C') {
            out.push_back(piece);
            at = piece.points[0];
            continue;
        }
        const auto& [p1, p2, p3] = piece.points;
        if (out.size() > kMostPieces) break;
        const double wanted = bendsOf(toPixels, at, p1, p2, p3);
        int lines = 1;
        while (lines < wanted && lines < 1024) lines *= 2;
        for (int i = 1; i <= lines; i++) {
            const double t = static_cast<double>(i) / lines, s = 1 - t;
            const double w0 = s * s * s, w1 = 3 * s * s * t, w2 = 3 * s * t * t, w3 = t * t * t;
            const Point p{w0 * at.x + w1 * p1.x + w2 * p2.x + w3 * p3.x,
                          w0 * at.y + w1 * p1.y + w2 * p2.y + w3 * p3.y};
            out.push_back({'L', {i == lines ? p3 : p}});
        }
        at = p3;
    }
    roundCorners(out, toPixels);
    return out;
}

bool straightenPaths(SvgNode& root, const Affine& toPixels) {
    if (hasStyleSheet(root)) {  // which shapes are stroked is for librsvg to find out
        markHard(root);
        return hasSoft(root);
    }
    Inherited inherited;
    inherited.take(root);
    PieceBudget budget;
    return straightenIn(root, toPixels, inherited, budget);
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
