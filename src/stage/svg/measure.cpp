#include "stage/svg/measure.h"

#include <cmath>
#include <cstdlib>

#include "base/text.h"
#include "stage/bitmap.h"
#include "stage/svg/image.h"
#include "stage/svg/samples.h"

namespace ounce {

namespace {

// Browsers keep coordinates in single precision.
double single(double value) { return static_cast<double>(static_cast<float>(value)); }

class BoxMaker {
  public:
    void add(Point p) {
        const SvgBox point{single(p.x), single(p.y), single(p.x), single(p.y)};
        if (box_)
            box_->unite(point);
        else
            box_ = point;
    }
    // Where the curve is farthest out in one direction: its derivative is zero there.
    void addCurve(Point p0, Point p1, Point p2, Point p3) {
        add(p3);
        const auto along = [&](double a, double b, double c, double d) {
            const double qa = -a + 3 * b - 3 * c + d, qb = 2 * (a - 2 * b + c), qc = b - a;
            const auto at = [&](double t) {
                if (!(t > 0 && t < 1)) return;
                const double s = 1 - t, w0 = s * s * s, w1 = 3 * s * s * t, w2 = 3 * s * t * t,
                             w3 = t * t * t;
                add({w0 * p0.x + w1 * p1.x + w2 * p2.x + w3 * p3.x,
                     w0 * p0.y + w1 * p1.y + w2 * p2.y + w3 * p3.y});
            };
            if (std::abs(qa) < 1e-12) {
                if (qb != 0) at(-qc / qb);
            } else if (const double discriminant = qb * qb - 4 * qa * qc; discriminant >= 0) {
                at((-qb + std::sqrt(discriminant)) / (2 * qa));
                at((-qb - std::sqrt(discriminant)) / (2 * qa));
            }
        };
        along(p0.x, p1.x, p2.x, p3.x);
        along(p0.y, p1.y, p2.y, p3.y);
    }
    [[nodiscard]] std::optional<SvgBox> box() const { return box_; }

  private:
    std::optional<SvgBox> box_;
};

double number(const SvgNode& node, const char* name) {
    const double value = std::strtod(node.get(name).c_str(), nullptr);
    return std::isfinite(value) ? value : 0;
}

std::optional<SvgBox> boxOfImage(const SvgNode& image) {
    double width = number(image, "width"), height = number(image, "height");
    if (!image.find("width") || !image.find("height")) {
        const auto size = bitmapSize(embeddedImage(image));
        if (!size) return std::nullopt;
        const double ratio = static_cast<double>(size->width) / std::max(1, size->height);
        if (image.find("width"))
            height = width / ratio;
        else if (image.find("height"))
            width = height * ratio;
        else
            width = size->width, height = size->height;
    }
    const double x = number(image, "x"), y = number(image, "y");
    return SvgBox{x, y, x + width, y + height};
}

std::optional<SvgBox> boxOfShape(const SvgNode& node) {
    if (node.name == "path") return boxOfPath(parsePath(node.get("d")));
    if (node.name == "polygon" || node.name == "polyline") return boxOfPath(parsePoints(node));
    if (node.name == "rect") {
        const double w = number(node, "width"), h = number(node, "height");
        if (!(w > 0 && h > 0)) return std::nullopt;
        const double x = number(node, "x"), y = number(node, "y");
        return SvgBox{x, y, x + w, y + h};
    }
    if (node.name == "circle" || node.name == "ellipse") {
        const bool circle = node.name == "circle";
        const double rx = number(node, circle || !node.find("rx") ? (circle ? "r" : "ry") : "rx");
        const double ry = number(node, circle || !node.find("ry") ? (circle ? "r" : "rx") : "ry");
        if (!(rx > 0 && ry > 0)) return std::nullopt;
        const double x = number(node, "cx"), y = number(node, "cy");
        return SvgBox{x - rx, y - ry, x + rx, y + ry};
    }
    if (node.name == "line") {
        const double x1 = number(node, "x1"), y1 = number(node, "y1"), x2 = number(node, "x2"),
                     y2 = number(node, "y2");
        return SvgBox{std::min(x1, x2), std::min(y1, y2), std::max(x1, x2), std::max(y1, y2)};
    }
    if (node.name == "image") return boxOfImage(node);
    return std::nullopt;
}

// The box around a moved box, not around what is in it.
SvgBox moved(const SvgBox& box, const Affine& matrix) {
    BoxMaker maker;
    for (const Point p : {Point{box.left, box.top}, Point{box.right, box.top}, Point{box.left, box.bottom},
                          Point{box.right, box.bottom}})
        maker.add(matrix.apply(p));
    return *maker.box();
}

bool isShown(const SvgNode& node) {
    if (trimWhiteSpace(node.get("display")) == "none") return false;
    std::string style = node.get("style");
    std::erase_if(style, [](char c) { return c == ' '; });
    return style.find("display:none") == std::string::npos;
}
bool isGroup(const SvgNode& node) { return node.name == "svg" || node.name == "g" || node.name == "switch"; }

void unite(std::optional<SvgBox>& sum, const std::optional<SvgBox>& box) {
    if (!box) return;
    if (sum)
        sum->unite(*box);
    else
        sum = box;
}

}  // namespace

std::optional<SvgBox> boxOfPath(const std::vector<PathPiece>& pieces) {
    BoxMaker maker;
    Point at{};
    for (std::size_t i = 0; i < pieces.size(); i++) {
        const PathPiece& piece = pieces[i];
        if (piece.kind == 'C') {
            maker.addCurve(at, piece.points[0], piece.points[1], piece.points[2]);
            at = piece.points[2];
            continue;
        }
        // A move that nothing follows is no part of the shape.
        const bool alone = piece.kind == 'M' && (i + 1 == pieces.size() || pieces[i + 1].kind == 'M');
        if (!alone) maker.add(piece.points[0]);
        at = piece.points[0];
    }
    return maker.box();
}

std::optional<SvgBox> boxOfShapes(const SvgNode& root) {
    std::optional<SvgBox> sum;
    for (const SvgNode& child : root.children) {
        if (child.name.empty() || !isShown(child)) continue;
        std::optional<SvgBox> box = isGroup(child) ? boxOfShapes(child) : boxOfShape(child);
        if (!box) continue;
        const Affine matrix = parseTransform(child.get("transform"));
        unite(sum, matrix.isIdentity() ? *box : moved(*box, matrix));
    }
    return sum;
}

bool keepOnlyText(SvgNode& root) {
    bool found = false;
    std::erase_if(root.children, [&](SvgNode& child) {
        if (child.name == "text") {
            found |= isShown(child);
            return !isShown(child);
        }
        if (!isGroup(child) || !isShown(child)) return child.name != "style" && child.name != "defs";
        const bool text = keepOnlyText(child);
        found |= text;
        return !text;
    });
    return found;
}

}  // namespace ounce
