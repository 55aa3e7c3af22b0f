#include "stage/svg/style.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/number.h"
#include "base/text.h"

namespace ounce {

namespace {

struct NamedColor {
    std::string_view name;
    unsigned rgb;
};
constexpr std::array<NamedColor, 22> kColors{
    {{"black", 0},          {"silver", 0xC0C0C0},  {"gray", 0x808080}, {"grey", 0x808080},
     {"white", 0xFFFFFF},   {"maroon", 0x800000},  {"red", 0xFF0000},  {"purple", 0x800080},
     {"fuchsia", 0xFF00FF}, {"magenta", 0xFF00FF}, {"green", 0x8000},  {"lime", 0xFF00},
     {"olive", 0x808000},   {"yellow", 0xFFFF00},  {"navy", 0x80},     {"blue", 0xFF},
     {"teal", 0x8080},      {"aqua", 0xFFFF},      {"cyan", 0xFFFF},   {"orange", 0xFFA500},
     {"pink", 0xFFC0CB},    {"brown", 0xA52A2A}}};

SvgColor fromRgb(unsigned rgb) {
    return {(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0, 1};
}

std::optional<SvgColor> fromHex(std::string_view digits) {
    if (digits.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos) return std::nullopt;
    std::string full;
    if (digits.size() == 3 || digits.size() == 4)
        for (const char c : digits) full.append(2, c);
    else if (digits.size() == 6 || digits.size() == 8)
        full = digits;
    else
        return std::nullopt;
    const double alpha =
        full.size() == 8 ? static_cast<double>(std::strtoul(full.substr(6).c_str(), nullptr, 16)) / 255 : 1;
    SvgColor color = fromRgb(static_cast<unsigned>(std::strtoul(full.substr(0, 6).c_str(), nullptr, 16)));
    color.a = alpha;
    return color;
}

// rgb(1, 2, 3), rgba(1, 2, 3, 0.5); percentages of the channels are rare enough to leave them out.
std::optional<SvgColor> fromFunction(const std::string& text) {
    const std::size_t open = text.find('(');
    if (open == std::string::npos || text.find('%') != std::string::npos) return std::nullopt;
    double numbers[4] = {0, 0, 0, 1};
    const char* at = text.c_str() + open + 1;
    int count = 0;
    while (count < 4) {
        while (*at == ' ' || *at == ',') at++;
        char* end = nullptr;
        const double value = std::strtod(at, &end);
        if (end == at) break;
        numbers[count++] = value;
        at = end;
    }
    if (count < 3) return std::nullopt;
    const auto channel = [](double value) { return std::clamp(std::round(value), 0.0, 255.0) / 255; };
    return SvgColor{channel(numbers[0]), channel(numbers[1]), channel(numbers[2]),
                    std::clamp(numbers[3], 0.0, 1.0)};
}

}  // namespace

std::optional<std::string> svgProperty(const SvgNode& node, std::string_view name) {
    if (const std::string* style = node.find("style")) {
        std::string_view rest = *style;
        std::optional<std::string> last;  // a later one wins
        while (!rest.empty()) {
            const std::string_view item = rest.substr(0, rest.find(';'));
            rest.remove_prefix(std::min(rest.size(), item.size() + 1));
            const std::size_t colon = item.find(':');
            if (colon != std::string_view::npos && trimWhiteSpace(item.substr(0, colon)) == name)
                last = std::string(trimWhiteSpace(item.substr(colon + 1)));
        }
        if (last) return last;
    }
    if (const std::string* value = node.find(name)) return std::string(trimWhiteSpace(*value));
    return std::nullopt;
}

void SvgStyle::take(const SvgNode& node) {
    const auto read = [&](std::string_view name, std::string& into) {
        if (auto value = svgProperty(node, name); value && !value->empty() && *value != "inherit")
            into = std::move(*value);
    };
    read("fill", fill), read("fill-rule", fillRule), read("fill-opacity", fillOpacity);
    read("stroke", stroke), read("stroke-opacity", strokeOpacity), read("stroke-width", width);
    read("stroke-linejoin", join), read("stroke-linecap", cap), read("stroke-miterlimit", miterLimit);
    read("stroke-dasharray", dashes), read("color", color), read("visibility", visibility);
}

std::optional<std::optional<SvgColor>> plainColor(const std::string& paint, const std::string& currentColor) {
    using Found = std::optional<std::optional<SvgColor>>;
    const std::string text = lowerCase(paint);
    if (text == "none" || text == "transparent") return Found(std::in_place, std::nullopt);
    if (text == "currentcolor")
        return currentColor == paint ? std::nullopt : plainColor(currentColor, currentColor);
    std::optional<SvgColor> color;
    if (text.starts_with('#')) color = fromHex(std::string_view(text).substr(1));
    if (text.starts_with("rgb")) color = fromFunction(text);
    for (const NamedColor& named : kColors)
        if (named.name == text) color = fromRgb(named.rgb);
    if (!color) return std::nullopt;
    return Found(std::in_place, color);
}

std::optional<double> plainOpacity(const std::string& text) {
    if (text.empty()) return 1;
    const bool percent = text.ends_with('%');
    const double value = textToNumber(percent ? std::string_view(text).substr(0, text.size() - 1) : text);
    if (std::isnan(value)) return std::nullopt;
    return std::clamp(percent ? value / 100 : value, 0.0, 1.0);
}

}  // namespace ounce
