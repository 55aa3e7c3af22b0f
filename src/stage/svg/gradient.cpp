#include "stage/svg/gradient.h"

#include <algorithm>
#include <cmath>

#include "base/number.h"
#include "stage/svg/measure.h"
#include "stage/svg/normalize.h"

namespace ounce {

namespace {

constexpr std::size_t kMostCopies = 2000;  // hostile pictures have a gradient for each of a million paths

std::string idIn(const std::string& reference) {
    const std::size_t open = reference.find('(');
    if (open == std::string::npos) return {};
    const std::size_t start = reference.find_first_not_of("\"'#", open + 1);
    if (start == std::string::npos) return {};
    return reference.substr(start, reference.find_first_of("\"')", start) - start);
}

std::string urlOf(const std::string& id) { return std::string("url(#").append(id).append(")"); }

std::string newId(const std::string& id, const Affine& matrix) {
    std::string numbers = writeTransform(matrix).substr(7);  // without "matrix("
    numbers.pop_back();
    return id + '-' + numbers;
}

std::string fourDecimals(double value) { return numberToText(textToNumber(toFixed(value, 4))); }

// A coordinate of a gradient: a number or a part of the box.
double coordinate(const SvgNode& gradient, const char* name, const char* otherwise, double whole) {
    const std::string text = gradient.find(name) ? gradient.get(name) : otherwise;
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || !std::isfinite(number)) return 0;
    return *end == '%' ? number / 100 * whole : number;
}

void setPoint(SvgNode& gradient, const char* x, const char* y, Point p) {
    gradient.set(x, fourDecimals(p.x));
    gradient.set(y, fourDecimals(p.y));
}

// The gradient's lines stay parallel to where they were, whatever the matrix does to angles.
Point movedEnd(Point start, Point end, const Affine& matrix) {
    const Point along{end.x - start.x, end.y - start.y};
    const Point from = matrix.apply(start), to = matrix.apply(end),
                side = matrix.apply({start.x - along.y, start.y + along.x});
    const Point normal{side.y - from.y, from.x - side.x};
    const double length = normal.x * normal.x + normal.y * normal.y;
    if (length == 0) return to;
    const double part = ((to.x - from.x) * normal.x + (to.y - from.y) * normal.y) / length;
    return {from.x + normal.x * part, from.y + normal.y * part};
}

}  // namespace

MovedDefinitions::MovedDefinitions(const SvgNode& root) { collect(root); }

void MovedDefinitions::collect(const SvgNode& node) {
    const bool wanted =
        node.name == "linearGradient" || node.name == "radialGradient" || node.name == "clipPath";
    if (const std::string* id = node.find("id"); id && wanted) known_.emplace(*id, node);
    for (const SvgNode& child : node.children) collect(child);
}

std::optional<std::string> MovedDefinitions::movedGradient(const std::string& paint,
                                                           const std::string& pathData,
                                                           const Affine& matrix) {
    const std::string id = idIn(paint);
    const auto found = known_.find(id);
    if (id.empty() || found == known_.end() || found->second.name == "clipPath") return std::nullopt;
    const std::string moved = newId(id, matrix);
    const std::string reference = urlOf(moved);
    if (made_.contains(moved)) return reference;
    if (made_.size() >= kMostCopies) return std::nullopt;
    SvgNode gradient = found->second;
    const bool inBox = gradient.get("gradientUnits") != "userSpaceOnUse";
    Affine toUser;
    double mean = 1;
    if (inBox) {
        const auto box = boxOfPath(parsePath(pathData)).value_or(SvgBox{});
        toUser = {box.width(), 0, 0, box.height(), box.left, box.top};
        mean = std::sqrt((box.width() * box.width() + box.height() * box.height()) / 2);
    }
    const auto point = [&](const char* x, const char* y, const char* otherX, const char* otherY) {
        return toUser.apply({coordinate(gradient, x, otherX, 1), coordinate(gradient, y, otherY, 1)});
    };
    if (gradient.name == "radialGradient") {
        const Point center = point("cx", "cy", "50%", "50%");
        const double radius = coordinate(gradient, "r", "50%", 1) * mean * strokeScale(matrix);
        if (gradient.find("fx") && gradient.find("fy"))
            setPoint(gradient, "fx", "fy", matrix.apply(point("fx", "fy", "0", "0")));
        setPoint(gradient, "cx", "cy", matrix.apply(center));
        gradient.set("r", fourDecimals(radius));
    } else {
        const Point start = point("x1", "y1", "0", "0"), end = point("x2", "y2", "1", "0");
        if (start.x == end.x && start.y == end.y) {
            // Nothing to spread: the last colour everywhere.
            const auto last = std::find_if(gradient.children.rbegin(), gradient.children.rend(),
                                           [](const SvgNode& child) { return child.name == "stop"; });
            if (last == gradient.children.rend() || !last->find("stop-color")) return std::nullopt;
            return last->get("stop-color");
        }
        setPoint(gradient, "x1", "y1", matrix.apply(start));
        setPoint(gradient, "x2", "y2", movedEnd(start, end, matrix));
    }
    gradient.set("gradientUnits", "userSpaceOnUse");
    gradient.set("id", moved);
    made_.emplace(moved, std::move(gradient));
    return reference;
}

std::optional<std::string> MovedDefinitions::movedClipPath(const std::string& reference,
                                                           const Affine& matrix) {
    const std::string id = idIn(reference);
    const auto found = known_.find(id);
    if (id.empty() || found == known_.end() || found->second.name != "clipPath") return std::nullopt;
    const std::string moved = newId(id, matrix);
    if (!made_.contains(moved)) {
        if (made_.size() >= kMostCopies) return std::nullopt;
        SvgNode clip = found->second;
        clip.set("transform", writeTransform(matrix.after(parseTransform(clip.get("transform")))));
        clip.set("id", moved);
        made_.emplace(moved, std::move(clip));
    }
    return urlOf(moved);
}

void MovedDefinitions::addTo(SvgNode& root) {
    if (made_.empty()) return;
    SvgNode definitions;
    definitions.name = "defs";
    for (auto& [id, node] : made_) definitions.children.push_back(std::move(node));
    made_.clear();
    root.children.push_back(std::move(definitions));
}

}  // namespace ounce
