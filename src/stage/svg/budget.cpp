#include "stage/svg/budget.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "base/number.h"
#include "stage/bitmap.h"
#include "stage/svg/crossings.h"
#include "stage/svg/image.h"

namespace ounce {

namespace {

// Microseconds on a slow machine for drawing once; a picture is drawn four times.
constexpr double kBudget = 800000;
constexpr double kElement = 5, kSoftElement = 12, kLine = 0.3, kCrossing = 0.8, kPixel = 0.0007,
                 kGroupPixel = 0.005, kMaskPixel = 0.042, kText = 100, kLetter = 20, kLetterPair = 0.013,
                 kDash = 8, kRuleForElement = 0.025, kImagePixel = 0.01;
constexpr int kDeepestReference = 400;
constexpr double kMostImagePixels = 16u << 20;
constexpr double kEndless = std::numeric_limits<double>::infinity();

bool isOneOf(const std::string& name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}
// Drawn only where something refers to them.
bool isDefinition(const SvgNode& node) {
    return isOneOf(node.name, {"defs", "clipPath", "mask", "pattern", "symbol", "marker", "linearGradient",
                               "radialGradient", "filter", "style", "title", "desc"});
}

std::size_t countElements(const SvgNode& node) {
    std::size_t count = 1;
    for (const SvgNode& child : node.children) count += countElements(child);
    return count;
}
std::size_t letters(const SvgNode& node) {
    std::size_t count = node.text.size();
    for (const SvgNode& child : node.children) count += letters(child);
    return count;
}

class Work {
  public:
    Work(const SvgNode& root, double width, double height, int depth = 0)
        : pixels_(width * height), width_(width), height_(height), nested_(depth) {
        collect(root);
    }

    double of(const SvgNode& node, const Affine& outer) {
        if (node.name.empty() || isDefinition(node))
            return kElement * static_cast<double>(countElements(node));
        const Affine toPixels = outer.after(parseTransform(node.get("transform")));
        double sum = kElement + around(node, toPixels);
        if (isOneOf(node.name, {"path", "polygon", "polyline"})) {
            sum += path(node, toPixels);
        } else if (node.name == "text") {
            const auto count = static_cast<double>(letters(node));
            sum += kText + count * kLetter + count * count * kLetterPair;
        } else if (node.name == "image") {
            sum += image(node);
        } else if (isOneOf(node.name, {"rect", "circle", "ellipse", "line"})) {
            sum += kSoftElement + softPixels(node, toPixels) * kPixel;
            if (const double dash = dashLength(node); dash < kEndless) sum += softLength(node) / dash * kDash;
        } else {
            for (const SvgNode& child : node.children) {
                sum += of(child, toPixels);
                if (sum > kBudget) break;
            }
        }
        return sum;
    }

    // What the element itself and what it refers to take, without its content.
    double around(const SvgNode& node, const Affine& toPixels) {
        double sum = 0;
        for (const auto& [name, value] : node.attributes) {
            if (name == "opacity" || value.find("opacity:") != std::string::npos) {
                const bool group = isOneOf(node.name, {"g", "svg", "switch"});
                if (group && textToNumber(value) != 1) sum += pixels_ * kGroupPixel;
            }
            for (std::size_t at = value.find("url("); at != std::string::npos;
                 at = value.find("url(", at + 4))
                sum += reference(value.substr(at + 4, value.find(')', at) - at - 4), toPixels);
            if (name.ends_with("href") && value.starts_with('#')) sum += reference(value, toPixels);
        }
        return sum;
    }

  private:
    void collect(const SvgNode& node) {
        if (const std::string* id = node.find("id")) byId_.emplace(*id, &node);
        for (const SvgNode& child : node.children) collect(child);
    }

    double reference(std::string target, const Affine& toPixels) {
        std::erase_if(target, [](char c) { return c == '"' || c == '\'' || c == ' ' || c == '#'; });
        const auto found = byId_.find(target);
        if (found == byId_.end()) return 0;
        if (const auto known = known_.find(found->second); known != known_.end()) return known->second;
        if (depth_ > kDeepestReference) return kEndless;
        known_[found->second] = 0;  // circles draw nothing
        depth_++;
        const double sum = definition(*found->second, toPixels);
        depth_--;
        return known_[found->second] = sum;
    }

    double definition(const SvgNode& node, const Affine& toPixels) {
        double sum = around(node, toPixels) + kElement;
        if (node.name == "mask") sum += pixels_ * kMaskPixel;
        if (isOneOf(node.name, {"filter", "pattern", "marker"})) sum += pixels_ * kGroupPixel * 2;
        if (isOneOf(node.name, {"linearGradient", "radialGradient"}))
            return sum + static_cast<double>(node.children.size());
        for (const SvgNode& child : node.children) {
            sum += of(child, toPixels);
            if (sum > kBudget) break;
        }
        return sum;
    }

    double path(const SvgNode& node, const Affine& toPixels) {
        std::string data = "M";
        data = node.name == "path" ? node.get("d") : data.append(node.get("points"));
        const PathWork work = workOf(parsePath(data), toPixels);
        const double right = std::min(work.box.right, width_), left = std::max(work.box.left, 0.0);
        const double top = std::min(work.box.top, height_), bottom = std::max(work.box.bottom, 0.0);
        double sum = work.lines * kLine + work.crossings * kCrossing;
        if (right > left && top > bottom) sum += (right - left) * (top - bottom) * kPixel;
        if (const double dash = dashLength(node); dash < kEndless) {
            const double scale = std::sqrt(std::abs(toPixels.determinant()));
            sum += work.length / std::max(dash * scale, 1e-9) * kDash;
        }
        return sum;
    }

    // The length of a dash and its gap; endless without dashes.
    static double dashLength(const SvgNode& node) {
        std::string dashes = node.get("stroke-dasharray");
        if (const std::string style = node.get("style"); style.find("stroke-dasharray") != std::string::npos)
            dashes = style.substr(style.find("stroke-dasharray") + 17);
        if (dashes.empty() || dashes == "none") return kEndless;
        const char* at = dashes.c_str();
        double sum = 0, count = 0;
        while (*at) {
            char* end = nullptr;
            const double number = std::strtod(at, &end);
            if (end == at) {
                if (*at == ';') break;
                at++;
                continue;
            }
            sum += std::abs(number), count++;
            at = end;
        }
        return count == 0 || sum == 0 ? kEndless : std::max(sum / count * 2, 1e-9);
    }
    static double number(const SvgNode& node, std::string_view name) {
        const double value = std::strtod(node.get(name).c_str(), nullptr);
        return std::isfinite(value) ? std::abs(value) : 1e9;
    }
    static double softLength(const SvgNode& node) {
        double sum = 0;
        for (const char* name : {"width", "height", "r", "rx", "ry", "x1", "x2", "y1", "y2"})
            sum += number(node, name);
        return sum * 4;
    }
    double softPixels(const SvgNode& node, const Affine& toPixels) const {
        const double across =
                         std::max({number(node, "width"), 2 * number(node, "r"), 2 * number(node, "rx")}),
                     down = std::max({number(node, "height"), 2 * number(node, "r"), 2 * number(node, "ry")});
        return std::min(pixels_, across * down * std::abs(toPixels.determinant()));
    }

    double image(const SvgNode& node) {
        const std::string bytes = embeddedImage(node);
        if (bytes.empty()) return 0;
        if (const auto size = bitmapSize(bytes)) {
            imagePixels_ += static_cast<double>(size->width) * size->height;
            return imagePixels_ > kMostImagePixels ? kEndless : imagePixels_ * kImagePixel;
        }
        const SvgNode nested = readSvgTree(bytes);
        constexpr int kDeepestImage = 2;
        if (nested.name.empty()) return kEndless;  // no picture that could be measured
        if (nested_ >= kDeepestImage) return kEndless;
        return Work(nested, width_, height_, nested_ + 1).of(nested, {}) + pixels_ * kGroupPixel;
    }

    double pixels_, width_, height_;
    int nested_ = 0, depth_ = 0;
    double imagePixels_ = 0;
    std::map<std::string, const SvgNode*> byId_;
    std::map<const SvgNode*, double> known_;
};

class Pruner {
  public:
    Pruner(Work& work) : work_(work) {}
    bool removed = false;

    void prune(SvgNode& node, const Affine& outer) {
        const Affine toPixels = outer.after(parseTransform(node.get("transform")));
        left_ -= work_.around(node, toPixels);
        // Children move when one of them goes, and `work_` knows their places: it is asked before.
        std::vector<char> keep;
        for (SvgNode& child : node.children) {
            const double needed = work_.of(child, toPixels);
            const bool group = isOneOf(child.name, {"g", "svg", "switch"});
            if (needed <= left_) {
                left_ -= needed;
                keep.push_back(1);
            } else if (group && work_.around(child, toPixels) < left_) {
                prune(child, toPixels);
                keep.push_back(1);
            } else {
                keep.push_back(0);
                removed = true;
            }
        }
        for (std::size_t i = 0; i < keep.size(); i++)
            if (!keep[i]) node.children[i] = SvgNode{};  // an empty text
    }

  private:
    Work& work_;
    double left_ = kBudget;
};

// Every rule of a style sheet is tried on every element.
bool dropLongStyles(SvgNode& node, double elements) {
    bool removed = false;
    for (SvgNode& child : node.children) {
        if (child.name == "style") {
            double rules = 0;
            for (const SvgNode& text : child.children)
                rules += static_cast<double>(std::count(text.text.begin(), text.text.end(), '{') +
                                             std::count(text.text.begin(), text.text.end(), ','));
            if (rules * elements * kRuleForElement < kBudget / 2) continue;
            child = SvgNode{};
            removed = true;
        } else {
            removed |= dropLongStyles(child, elements);
        }
    }
    return removed;
}

}  // namespace

bool leaveOutTooMuch(SvgNode& root, const Affine& toPixels, double width, double height) {
    const bool styles = dropLongStyles(root, static_cast<double>(countElements(root)));
    Work work(root, width, height);
    Pruner pruner(work);
    pruner.prune(root, toPixels);
    return styles || pruner.removed;
}

}  // namespace ounce
