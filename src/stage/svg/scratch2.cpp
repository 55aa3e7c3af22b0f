#include "stage/svg/scratch2.h"

#include <array>
#include <cstdlib>

#include "base/number.h"
#include "stage/svg/path.h"

namespace ounce {

namespace {

// How Scratch 2 placed a font: the lift of the first line for size 22, and the distance of lines in font
// sizes.
struct FontPlace {
    std::string_view family;
    double lift, spacing;
};
constexpr std::array<FontPlace, 6> kPlaces{{{"Handwriting", -11, 2},
                                            {"Scratch", -3, 0.89},
                                            {"Curly", -6, 1.38},
                                            {"Marker", -6, 1.45},
                                            {"Sans Serif", -3, 1.13},
                                            {"Serif", -4, 1.25}}};

std::string scratch3Font(const std::string& family) {
    if (family.empty() || family == "Helvetica") return "Sans Serif";
    if (family == "Mystery") return "Curly";
    if (family == "Gloria") return "Handwriting";
    if (family == "Donegal") return "Serif";
    return family;
}

std::string textIn(const SvgNode& node) {
    std::string text = node.text;
    for (const SvgNode& child : node.children) text += textIn(child);
    return text;
}

bool hasElements(const SvgNode& node) {
    for (const SvgNode& child : node.children)
        if (!child.name.empty()) return true;
    return false;
}

void breakLines(SvgNode& text, double spacing) {
    const std::string all = textIn(text);
    if (all.empty() || hasElements(text)) return;
    text.children.clear();
    for (std::size_t start = 0; start <= all.size();) {
        const std::size_t end = std::min(all.find('\n', start), all.size());
        SvgNode line, words;
        words.text = end > start ? all.substr(start, end - start) : " ";
        line.name = "tspan";
        line.set("x", "0");
        line.set("style", "white-space: pre");
        line.set("xml:space", "preserve");
        line.set("dy", numberToText(spacing) + "em");
        line.children.push_back(std::move(words));
        text.children.push_back(std::move(line));
        start = end + 1;
    }
}

void placeText(SvgNode& text) {
    text.set("font-family", scratch3Font(text.get("font-family")));
    text.remove("x");
    text.remove("y");
    text.set("xml:space", "preserve");
    if (text.get("font-size").empty()) text.set("font-size", "18");
    const double size = std::strtod(text.get("font-size").c_str(), nullptr);
    FontPlace place{"", 0, 1.2};
    for (const FontPlace& known : kPlaces)
        if (known.family == text.get("font-family")) place = known;
    const Affine moved = parseTransform(text.get("transform")).after({1, 0, 0, 1, 2, place.lift * size / 22});
    text.set("transform", writeTransform(moved));
    breakLines(text, place.spacing);
}

}  // namespace

// Scratch 2 leaves x2 out when it is 0; SVG takes that as 100 %.
void completeGradients(SvgNode& node) {
    if (node.name == "linearGradient" && node.get("x2").empty()) node.set("x2", "0");
    for (SvgNode& child : node.children) completeGradients(child);
}

void applyScratch2Quirks(SvgNode& node) {
    if (node.name == "text") placeText(node);
    if (node.get("stroke").starts_with("url(#")) {
        node.set("stroke-linejoin", "round");
        node.set("stroke-linecap", "round");
    }
    for (SvgNode& child : node.children) applyScratch2Quirks(child);
}

}  // namespace ounce
