#include "stage/svg_image.h"

#include "base/base64.h"
#include "base/text.h"

namespace ounce {

namespace {

std::string fromPercents(std::string_view text) {
    const auto hex = [](char c) {
        return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
    };
    std::string out;
    for (std::size_t i = 0; i < text.size(); i++) {
        if (text[i] == '%' && i + 2 < text.size() && hex(text[i + 1]) >= 0 && hex(text[i + 2]) >= 0) {
            out += static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

}  // namespace

std::string embeddedImage(const SvgNode& image) {
    std::string_view href;
    for (const auto& [name, value] : image.attributes)
        if (name == "href" || name == "xlink:href") href = trimWhiteSpace(value);
    const std::size_t comma = href.find(',');
    if (!href.starts_with("data:") || comma == std::string_view::npos) return {};
    const std::string_view kind = href.substr(0, comma), data = href.substr(comma + 1);
    return kind.ends_with("base64") ? fromBase64(data) : fromPercents(data);
}

}  // namespace ounce
