// How a shape is painted: the properties that count, from attributes, style attributes and the groups around.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "stage/svg/stroke.h"
#include "stage/svg/tree.h"

namespace ounce {

struct SvgColor {
    double r = 0, g = 0, b = 0, a = 1;  // 0…1, not premultiplied
};

struct SvgStyle {
    std::string fill = "black", fillRule = "nonzero", fillOpacity = "1";
    std::string stroke = "none", strokeOpacity = "1", width = "1", join = "miter", cap = "butt",
                miterLimit = "4", dashes = "none";
    std::string color = "black", visibility = "visible";

    void take(const SvgNode& node);
};

// A property as the style attribute or the attribute of its name says.
std::optional<std::string> svgProperty(const SvgNode& node, std::string_view name);

// A single colour; an inner none for `none`, an outer none for what is no single colour.
std::optional<std::optional<SvgColor>> plainColor(const std::string& paint, const std::string& currentColor);

// 0…1; none if it is no number.
std::optional<double> plainOpacity(const std::string& text);

}  // namespace ounce
