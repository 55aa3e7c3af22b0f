#include "stage/svg/normalize.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/number.h"
#include "stage/svg/gradient.h"

namespace ounce {

namespace {

bool isOneOf(const std::string& name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}
bool isContainer(const SvgNode& node) {
    return isOneOf(node.name, {"a", "defs", "g", "marker", "glyph", "pattern", "svg", "switch", "symbol"});
}
bool isGraphics(const SvgNode& node) {
    return isOneOf(node.name,
                   {"circle", "ellipse", "image", "line", "path", "polygon", "polyline", "rect", "text"});
}

// What groups hand down to their shapes.
struct Inherited {
    Affine matrix{};
    std::string strokeWidth = "1";
    std::optional<std::string> fill{}, stroke{};

    void take(const SvgNode& node) {
        if (const std::string* value = node.find("stroke-width")) strokeWidth = *value;
        if (const std::string* value = node.find("fill")) fill = *value;
        if (const std::string* value = node.find("stroke")) stroke = *value;
        matrix = matrix.after(parseTransform(node.get("transform")));
    }
};

class PushDown {
  public:
    explicit PushDown(SvgNode& root) : root_(root), definitions_(root) {}

    void run() {
        visit(root_, {});
        definitions_.addTo(root_);
    }

  private:
    void visit(SvgNode& node, Inherited inherited) {
        if (isContainer(node)) {
            inherited.take(node);
            if (const std::string* clip = node.find("clip-path"); clip && !inherited.matrix.isIdentity())
                if (auto moved = definitions_.movedClipPath(*clip, inherited.matrix))
                    node.set("clip-path", *moved);
            for (SvgNode& child : node.children) visit(child, inherited);
            for (const char* name : {"transform", "stroke-width", "fill", "stroke"}) node.remove(name);
        } else if (isStrokedPath(node, inherited.strokeWidth)) {
            inherited.take(node);
            bake(node, inherited);
        } else if (isGraphics(node)) {
            if (!node.find("stroke-width") && !inherited.strokeWidth.empty())
                node.set("stroke-width", inherited.strokeWidth);
            if (inherited.fill && !inherited.fill->empty() && !node.find("fill"))
                node.set("fill", *inherited.fill);
            if (inherited.stroke && !inherited.stroke->empty() && !node.find("stroke"))
                node.set("stroke", *inherited.stroke);
            const Affine matrix = inherited.matrix.after(parseTransform(node.get("transform")));
            node.remove("transform");
            if (!matrix.isIdentity()) node.set("transform", writeTransform(matrix));
        }
    }

    // With a stroke width, that is; whether it has a stroke does not count.
    static bool isStrokedPath(const SvgNode& node, const std::string& inheritedWidth) {
        if (node.name != "path" || node.get("d").empty()) return false;
        const std::string* own = node.find("stroke-width");
        const double width = textToNumber(own ? *own : inheritedWidth);
        return width != 0 && !std::isnan(width);
    }

    void bake(SvgNode& path, Inherited& inherited) {
        path.remove("transform");
        double width = textToNumber(inherited.strokeWidth);
        if (!inherited.matrix.isIdentity()) {
            for (std::optional<std::string>* paint : {&inherited.fill, &inherited.stroke}) {
                if (!*paint) continue;
                if (auto moved = definitions_.movedGradient(**paint, path.get("d"), inherited.matrix))
                    *paint = *moved;
            }
            path.set("d", bakePath(path.get("d"), inherited.matrix));
            width *= strokeScale(inherited.matrix);
            path.set("stroke-width", numberToText(width));
        } else {
            path.set("stroke-width", inherited.strokeWidth);
        }
        if (inherited.fill && !inherited.fill->empty()) path.set("fill", *inherited.fill);
        if (inherited.stroke && !inherited.stroke->empty()) path.set("stroke", *inherited.stroke);
    }

    SvgNode& root_;
    MovedDefinitions definitions_;
};

}  // namespace

double strokeScale(const Affine& m) {
    const double determinant = m.determinant();
    double x = 0, y = 0;
    if (m.a != 0 || m.b != 0) {
        x = std::sqrt(m.a * m.a + m.b * m.b);
        y = determinant / x;
    } else if (m.c != 0 || m.d != 0) {
        y = std::sqrt(m.c * m.c + m.d * m.d);
        x = determinant / y;
    }
    return std::sqrt((x * x + y * y) / 2);
}

void pushDownTransforms(SvgNode& root) { PushDown(root).run(); }

}  // namespace ounce
