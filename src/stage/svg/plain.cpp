#include "stage/svg/plain.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/number.h"
#include "stage/svg/fill.h"
#include "stage/svg/image.h"
#include "stage/svg/ring.h"
#include "stage/svg/round_rect.h"
#include "stage/svg/samples.h"
#include "stage/svg/stroke.h"
#include "stage/svg/style.h"

namespace ounce {

namespace {

bool isOneOf(const std::string& name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// What makes an element more than plain.
bool isSpecial(const SvgNode& node) {
    for (const char* name : {"clip-path", "mask", "filter", "marker-start", "marker-mid", "marker-end",
                             "marker", "vector-effect", "paint-order", "transform-origin"})
        if (const auto value = svgProperty(node, name); value && *value != "none" && *value != "normal")
            return true;
    if (const auto value = svgProperty(node, "mix-blend-mode"); value && *value != "normal") return true;
    if (const std::string* style = node.find("style"); style && style->find("transform") != std::string::npos)
        return true;
    return false;
}

double length(const SvgNode& node, const char* name) {
    const double value = std::strtod(node.get(name).c_str(), nullptr);
    return std::isfinite(value) ? value : 0;
}
// Percentages depend on the picture, other units are rare.
bool hasPlainLengths(const SvgNode& node, std::initializer_list<const char*> names) {
    return std::all_of(names.begin(), names.end(), [&](const char* name) {
        const std::string text = node.get(name);
        char* end = nullptr;
        std::strtod(text.c_str(), &end);
        return text.empty() || *end == '\0' || std::string_view(end) == "px";
    });
}

// A path that is nothing but a rectangle is drawn as one. `lines` are in the shape's own units.
std::optional<RoundRect> asRectangle(const std::vector<PathPiece>& pieces) {
    struct FloatPoint {
        float x, y;
    };
    std::vector<FloatPoint> points;
    for (std::size_t i = 0; i < pieces.size(); i++) {
        const PathPiece& piece = pieces[i];
        if (piece.kind == 'C' || (piece.kind == 'M' && i > 0)) return std::nullopt;
        if (piece.kind == 'Z') {
            if (i + 1 < pieces.size()) return std::nullopt;
            break;
        }
        const FloatPoint p{static_cast<float>(piece.points[0].x), static_cast<float>(piece.points[0].y)};
        if (!points.empty() && points.back().x == p.x && points.back().y == p.y) continue;
        points.push_back(p);
    }
    if (points.size() > 1 && points.front().x == points.back().x && points.front().y == points.back().y)
        points.pop_back();
    if (points.size() != 4) return std::nullopt;
    const auto& p = points;
    const bool first = p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y;
    const bool second = p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x;
    if (!first && !second) return std::nullopt;
    return RoundRect{std::min(p[0].x, p[2].x), std::min(p[0].y, p[2].y), std::max(p[0].x, p[2].x),
                     std::max(p[0].y, p[2].y)};
}

constexpr double kKappa = 0.5522847498307936;  // handles of a quarter circle

std::vector<PathPiece> outlineOf(const RoundRect& r) {
    const double x = std::min(r.radiusX, (r.right - r.left) / 2),
                 y = std::min(r.radiusY, (r.bottom - r.top) / 2);
    std::vector<PathPiece> out;
    if (x <= 0 || y <= 0) {
        out = {{'M', {{{r.left, r.top}}}},
               {'L', {{{r.right, r.top}}}},
               {'L', {{{r.right, r.bottom}}}},
               {'L', {{{r.left, r.bottom}}}},
               {'Z', {{{r.left, r.top}}}}};
        return out;
    }
    const double hx = x * (1 - kKappa), hy = y * (1 - kKappa);
    const auto line = [&](double toX, double toY) { out.push_back({'L', {{{toX, toY}}}}); };
    const auto curve = [&](Point a, Point b, Point c) { out.push_back({'C', {{a, b, c}}}); };
    out.push_back({'M', {{{r.left + x, r.top}}}});
    line(r.right - x, r.top);
    curve({r.right - hx, r.top}, {r.right, r.top + hy}, {r.right, r.top + y});
    line(r.right, r.bottom - y);
    curve({r.right, r.bottom - hy}, {r.right - hx, r.bottom}, {r.right - x, r.bottom});
    line(r.left + x, r.bottom);
    curve({r.left + hx, r.bottom}, {r.left, r.bottom - hy}, {r.left, r.bottom - y});
    line(r.left, r.top + y);
    curve({r.left, r.top + hy}, {r.left + hx, r.top}, {r.left + x, r.top});
    out.push_back({'Z', {{{r.left + x, r.top}}}});
    return out;
}

class Canvas {
  public:
    Canvas(int width, int height) {
        bitmap.width = width, bitmap.height = height;
        bitmap.rgba.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4, 0);
    }

    void paint(const std::vector<float>& coverage, const SvgColor& color) {
        for (std::size_t i = 0; i < coverage.size(); i++) {
            const double alpha = static_cast<double>(coverage[i]) * color.a;
            if (!(alpha > 0)) continue;
            std::uint8_t* pixel = &bitmap.rgba[i * 4];
            const auto mix = [&](double channel, std::uint8_t& byte) {
                byte = static_cast<std::uint8_t>(
                    std::clamp(std::floor(channel * alpha * 255 + byte * (1 - alpha) + 0.5), 0.0, 255.0));
            };
            mix(color.r, pixel[0]), mix(color.g, pixel[1]), mix(color.b, pixel[2]), mix(1, pixel[3]);
        }
    }

    Bitmap bitmap;  // premultiplied
};

class PlainPainter {
  public:
    PlainPainter(int width, int height) : canvas_(width, height) {}

    // False: it is not plain after all.
    bool draw(const SvgNode& node, const Affine& outer, SvgStyle style, bool root) {
        if (node.name.empty()) return true;
        if (isOneOf(node.name, {"defs", "title", "desc", "linearGradient", "radialGradient", "clipPath",
                                "mask", "symbol", "marker", "pattern", "filter", "metadata"}))
            return true;
        if (isSpecial(node)) return false;
        if (svgProperty(node, "display") == "none") return true;
        style.take(node);
        const Affine toPixels = root ? outer : outer.after(parseTransform(node.get("transform")));
        if (node.name == "g" || (root && node.name == "svg")) {
            if (const auto opacity = svgProperty(node, "opacity"); opacity && plainOpacity(*opacity) != 1)
                return false;
            for (const SvgNode& child : node.children)
                if (!draw(child, toPixels, style, false)) return false;
            return true;
        }
        return shape(node, toPixels, style);
    }

    Bitmap take() {
        for (std::size_t i = 0; i < canvas_.bitmap.rgba.size(); i += 4) {
            std::uint8_t* pixel = &canvas_.bitmap.rgba[i];
            if (pixel[3] == 0 || pixel[3] == 255) continue;
            for (int k = 0; k < 3; k++)
                pixel[k] =
                    static_cast<std::uint8_t>(std::min(255, (pixel[k] * 255 + pixel[3] / 2) / pixel[3]));
        }
        return std::move(canvas_.bitmap);
    }

  private:
    bool shape(const SvgNode& node, const Affine& toPixels, const SvgStyle& style) {
        if (style.visibility != "visible") return true;
        if (node.name == "image") return image(node, toPixels);
        const auto fill = plainColor(style.fill, style.color), stroke = plainColor(style.stroke, style.color);
        const auto fillOpacity = plainOpacity(style.fillOpacity),
                   strokeOpacity = plainOpacity(style.strokeOpacity);
        const auto opacity = plainOpacity(svgProperty(node, "opacity").value_or("1"));
        if (!fill || !stroke || !fillOpacity || !strokeOpacity || !opacity) return false;
        const auto pen = strokeStyle(style);
        if (!pen) return false;
        const bool filled = fill->has_value(), stroked = stroke->has_value() && pen->width > 0;
        if (*opacity != 1 && filled && stroked) return false;  // seen through together

        std::optional<RoundRect> rect;
        std::vector<PathPiece> path;
        bool open = false;
        if (!geometry(node, rect, path, open)) return false;
        if (path.empty()) return true;
        const double determinant = toPixels.determinant();
        if (determinant == 0 || !std::isfinite(determinant)) return true;
        if (filled && !open) {
            SvgColor color = **fill;
            color.a *= *fillOpacity * *opacity;
            if (rect)
                canvas_.paint(coverageOf(*rect, toPixels, width(), height()), color);
            else
                fillPath(path, toPixels, style.fillRule == "evenodd", color);
        }
        if (stroked) {
            SvgColor color = **stroke;
            color.a *= *strokeOpacity * *opacity;
            const bool round = node.name == "circle" || node.name == "ellipse";
            const auto ring =
                round ? ringCoverageOf(*rect, pen->width, toPixels, width(), height()) : std::nullopt;
            if (ring)
                canvas_.paint(*ring, color);
            else if (!strokePath(path, toPixels, *pen, color))
                return false;
        }
        return work_ < kMostWork;
    }

    bool image(const SvgNode& node, const Affine& toPixels) {
        const auto opacity = plainOpacity(svgProperty(node, "opacity").value_or("1"));
        const auto placed = opacity ? placedImage(node) : std::nullopt;
        if (!placed) return false;
        // Every image looks at every texel: a file with thousands of them is left to librsvg.
        work_ += (placed->bitmap.rgba.size() + canvas_.bitmap.rgba.size()) / 16;
        if (work_ >= kMostWork) return false;
        paintImage(*placed, toPixels, *opacity, canvas_.bitmap);
        return true;
    }

    static std::optional<StrokeStyle> strokeStyle(const SvgStyle& style) {
        if (style.stroke == "none") return StrokeStyle{.width = 0};
        if (style.dashes != "none" && !style.dashes.empty()) return std::nullopt;
        StrokeStyle pen;
        const std::string_view bare = std::string_view(style.width).ends_with("px")
                                          ? std::string_view(style.width).substr(0, style.width.size() - 2)
                                          : style.width;
        pen.width = textToNumber(bare);
        pen.miterLimit = textToNumber(style.miterLimit);
        if (!std::isfinite(pen.width) || !std::isfinite(pen.miterLimit)) return std::nullopt;
        if (style.join == "round") pen.join = StrokeStyle::Join::Round;
        if (style.join == "bevel") pen.join = StrokeStyle::Join::Bevel;
        if (style.cap == "round") pen.cap = StrokeStyle::Cap::Round;
        if (style.cap == "square") pen.cap = StrokeStyle::Cap::Square;
        return pen;
    }

    // The shape in its own units, as a rectangle where it is one, and as a path.
    static bool geometry(const SvgNode& node, std::optional<RoundRect>& rect, std::vector<PathPiece>& path,
                         bool& open) {
        if (node.name == "path") {
            path = parsePath(node.get("d"));
            rect = asRectangle(path);
        } else if (node.name == "polygon" || node.name == "polyline") {
            path = parsePoints(node);
            if (node.name == "polygon" && !path.empty()) path.push_back({'Z', {path.front().points[0]}});
            rect = asRectangle(path);
        } else if (node.name == "line") {
            if (!hasPlainLengths(node, {"x1", "y1", "x2", "y2"})) return false;
            path = {{'M', {{{length(node, "x1"), length(node, "y1")}}}},
                    {'L', {{{length(node, "x2"), length(node, "y2")}}}}};
            open = true;
        } else if (node.name == "rect") {
            if (!hasPlainLengths(node, {"x", "y", "width", "height", "rx", "ry"})) return false;
            const double x = length(node, "x"), y = length(node, "y"), w = length(node, "width"),
                         h = length(node, "height");
            if (!(w > 0 && h > 0)) return true;
            double rx = length(node, "rx"), ry = length(node, "ry");
            if (!node.find("rx")) rx = ry;
            if (!node.find("ry")) ry = rx;
            rect = RoundRect{x, y, x + w, y + h, std::min(rx, w / 2), std::min(ry, h / 2)};
            path = outlineOf(*rect);
        } else if (node.name == "circle" || node.name == "ellipse") {
            if (!hasPlainLengths(node, {"cx", "cy", "r", "rx", "ry"})) return false;
            const bool circle = node.name == "circle";
            const double rx = length(node, circle            ? "r"
                                           : node.find("rx") ? "rx"
                                                             : "ry"),
                         ry = length(node, circle            ? "r"
                                           : node.find("ry") ? "ry"
                                                             : "rx");
            if (!(rx > 0 && ry > 0)) return true;
            const double x = length(node, "cx"), y = length(node, "cy");
            rect = RoundRect{x - rx, y - ry, x + rx, y + ry, rx, ry};
            path = outlineOf(*rect);
        } else {
            return false;
        }
        return true;
    }

    void fillPath(const std::vector<PathPiece>& path, const Affine& toPixels, bool evenOdd,
                  const SvgColor& color) {
        const std::vector<PathPiece> lines = straightened(path, toPixels);
        work_ += lines.size();
        canvas_.paint(smallSamplesIn(path, lines, toPixels, evenOdd, width(), height()), color);
    }

    bool strokePath(const std::vector<PathPiece>& path, const Affine& toPixels, const StrokeStyle& pen,
                    const SvgColor& color) {
        const std::vector<PathPiece> triangles = strokeOutline(path, pen, toPixels);
        work_ += triangles.size();
        if (work_ >= kMostWork) return false;
        canvas_.paint(samplesIn(triangles, toPixels, false, width(), height()), color);
        return true;
    }

    [[nodiscard]] int width() const { return canvas_.bitmap.width; }
    [[nodiscard]] int height() const { return canvas_.bitmap.height; }

    static constexpr std::size_t kMostWork = 1 << 20;  // pieces of all outlines, and four texels of an image
    Canvas canvas_;
    std::size_t work_ = 0;
};

}  // namespace

std::optional<Bitmap> drawPlainSvg(const SvgNode& root, const Affine& toPixels, int width, int height) {
    PlainPainter painter(width, height);
    if (!painter.draw(root, toPixels, {}, true)) return std::nullopt;
    return painter.take();
}

}  // namespace ounce
