#include "stage/svg/clean.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/number.h"

namespace ounce {

namespace {

bool oneOf(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// Vanish with all they contain.
bool isForbidden(std::string_view name) {
    return oneOf(name, {"use", "foreignObject", "script", "audio", "canvas", "video", "iframe", "animate",
                        "animateColor", "animateMotion", "animateTransform", "set", "discard", "mpath",
                        "metadata", "object", "embed"}) ||
           (name.size() > 2 && name.starts_with("fe") && name[2] >= 'A' && name[2] <= 'Z');
}

bool isKnown(std::string_view name) {
    return oneOf(name, {"svg",          "g",        "path",     "rect",           "circle",
                        "ellipse",      "line",     "polyline", "polygon",        "text",
                        "tspan",        "textPath", "defs",     "linearGradient", "radialGradient",
                        "stop",         "clipPath", "mask",     "pattern",        "image",
                        "style",        "symbol",   "switch",   "marker",         "filter",
                        "title",        "desc",     "view",     "font",           "glyph",
                        "glyphRef",     "hkern",    "vkern",    "altGlyph",       "altGlyphDef",
                        "altGlyphItem", "tref"});
}

// Only what lies in the file itself may be referred to.
bool isInternal(std::string_view reference) {
    std::string bare;
    for (const char c : reference)
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') bare += c;
    return bare.empty() || bare.starts_with('#') || bare.starts_with("data:");
}

bool hasExternalUrl(std::string_view css) {
    for (std::size_t at = css.find("url("); at != std::string_view::npos; at = css.find("url(", at + 4)) {
        std::string_view target = css.substr(at + 4);
        while (!target.empty() && (target[0] == ' ' || target[0] == '"' || target[0] == '\''))
            target.remove_prefix(1);
        if (!isInternal(target.substr(0, target.find(')')))) return true;
    }
    return false;
}

void cleanAttributes(SvgNode& node) {
    std::erase_if(node.attributes, [](const auto& attribute) {
        const auto& [name, value] = attribute;
        if (name == "href" || name == "xlink:href") return !isInternal(value);
        if (name == "xmlns" || name == "xmlns:xlink" || name == "xml:space") return false;
        if (name.find(':') != std::string::npos) return true;
        if (name.size() > 2 && name.starts_with("on")) return true;
        return hasExternalUrl(value);
    });
}

void cleanImage(SvgNode& image) {
    for (auto& [name, value] : image.attributes)
        if (name.ends_with("href") && value.starts_with("data:img/png"))
            value.replace(0, 12, "data:image/png");
    image.set("style", "image-rendering: optimizeSpeed; " + image.get("style"));
}

void cleanChildren(SvgNode& node) {
    std::vector<SvgNode> kept;
    for (SvgNode& child : node.children) {
        if (child.name.starts_with("svg:")) child.name.erase(0, 4);
        if (isForbidden(child.name)) continue;
        cleanAttributes(child);
        cleanChildren(child);
        if (child.name == "image") cleanImage(child);
        if (child.name.empty() || isKnown(child.name))
            kept.push_back(std::move(child));
        else
            std::move(child.children.begin(), child.children.end(), std::back_inserter(kept));
    }
    node.children = std::move(kept);
}

}  // namespace

void cleanSvg(SvgNode& root) {
    cleanAttributes(root);
    root.set("xmlns", "http://www.w3.org/2000/svg");
    root.set("xmlns:xlink", "http://www.w3.org/1999/xlink");
    // HTML, as which the file is parsed, knows the attribute in any case of letters.
    for (auto& [name, value] : root.attributes)
        if (name == "viewbox") name = "viewBox";
    cleanChildren(root);
}

double largestStrokeWidth(const SvgNode& node) {
    double largest = node.get("stroke").empty() ? 0 : 1;
    if (const std::string* width = node.find("stroke-width")) {
        const double number = textToNumber(*width);
        if (number > largest) largest = number;
    }
    for (const SvgNode& child : node.children) largest = std::max(largest, largestStrokeWidth(child));
    return largest;
}

void nameFonts(SvgNode& node) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kFonts{
        {{"Sans Serif", "Noto Sans Med, Noto Sans Medium, Noto Sans, sans-serif"},
         {"Serif", "Source Serif Pro, serif"},
         {"Handwriting", "Handlee, cursive"},
         {"Marker", "Knewave, fantasy"},
         {"Curly", "Griffy, cursive"},
         {"Pixel", "Grand9K Pixel, monospace"},
         {"Scratch", "ScratchFont, Scratch, sans-serif"}}};
    if (const std::string* family = node.find("font-family"))
        for (const auto& [name, installed] : kFonts)
            if (*family == name) {
                node.set("font-family", std::string(installed));
                break;
            }
    for (SvgNode& child : node.children) nameFonts(child);
}

}  // namespace ounce
