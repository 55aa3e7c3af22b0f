#include "stage/svg/image.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

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

std::optional<PlacedImage> placedImage(const SvgNode& image) {
    const auto length = [&](const char* name, double otherwise) -> std::optional<double> {
        const std::string text = image.get(name);
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (text.empty()) return otherwise;
        if (!std::isfinite(value) || (*end != '\0' && std::string_view(end) != "px")) return std::nullopt;
        return value;
    };
    auto bitmap = decodeBitmap(embeddedImage(image));
    if (!bitmap || bitmap->width == 0 || bitmap->height == 0) return std::nullopt;
    const auto x = length("x", 0), y = length("y", 0), width = length("width", bitmap->width),
               height = length("height", bitmap->height);
    if (!x || !y || !width || !height || image.find("width") == nullptr || image.find("height") == nullptr)
        return std::nullopt;
    PlacedImage placed{std::move(*bitmap), {*x, *y, *x + *width, *y + *height}};
    const std::string fit = image.get("preserveAspectRatio");
    if (fit == "none") return placed;
    if (!fit.empty() && fit != "xMidYMid" && fit != "xMidYMid meet") return std::nullopt;
    const double scale = std::min(*width / placed.bitmap.width, *height / placed.bitmap.height);
    const double marginX = (*width - placed.bitmap.width * scale) / 2,
                 marginY = (*height - placed.bitmap.height * scale) / 2;
    placed.place.left += marginX, placed.place.right -= marginX;
    placed.place.top += marginY, placed.place.bottom -= marginY;
    return placed;
}

constexpr double kHair = 1e-4;

void paintImage(const PlacedImage& image, const Affine& toPixels, double opacity, Bitmap& canvas) {
    const RoundRect& place = image.place;
    if (!(place.right > place.left) || !(place.bottom > place.top)) return;
    // The GPU keeps corners in sixteenths of a pixel.
    const auto corner = [&](double x, double y) {
        const Point p = toPixels.apply({x, y});
        return Point{std::floor(p.x * 16 + 0.5) / 16, std::floor(p.y * 16 + 0.5) / 16};
    };
    const Point origin = corner(place.left, place.top), across = corner(place.right, place.top),
                down = corner(place.left, place.bottom);
    const double ax = across.x - origin.x, ay = across.y - origin.y, bx = down.x - origin.x,
                 by = down.y - origin.y, determinant = ax * by - ay * bx;
    if (determinant == 0 || !std::isfinite(determinant)) return;
    const std::vector<float> coverage = coverageOf(place, toPixels, canvas.width, canvas.height);
    // On the line between two of the bitmap's pixels the first one wins.
    const auto texel = [](double share, int count) {
        return std::clamp(static_cast<int>(std::ceil(std::clamp(share, 0.0, 1.0) * count - kHair)) - 1, 0,
                          count - 1);
    };
    for (int y = 0, i = 0; y < canvas.height; y++)
        for (int x = 0; x < canvas.width; x++, i++) {
            const double covered = static_cast<double>(coverage[static_cast<std::size_t>(i)]) * opacity;
            if (!(covered > 0)) continue;
            const double dx = x + 0.5 - origin.x, dy = y + 0.5 - origin.y;
            const int column = texel((by * dx - bx * dy) / determinant, image.bitmap.width),
                      row = texel((ax * dy - ay * dx) / determinant, image.bitmap.height);
            const std::uint8_t* from =
                &image.bitmap
                     .rgba[(static_cast<std::size_t>(row) * static_cast<std::size_t>(image.bitmap.width) +
                            static_cast<std::size_t>(column)) *
                           4];
            std::uint8_t* to = &canvas.rgba[static_cast<std::size_t>(i) * 4];
            const double alpha = from[3] / 255.0 * covered;
            for (int k = 0; k < 4; k++) {
                const double channel = k < 3 ? std::floor(from[k] * from[3] / 255.0 + 0.5) : from[3];
                to[k] = static_cast<std::uint8_t>(
                    std::clamp(std::floor(channel * covered + to[k] * (1 - alpha) + 0.5), 0.0, 255.0));
            }
        }
}

}  // namespace ounce
