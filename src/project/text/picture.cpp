#include "project/text/picture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/number.h"
#include "base/text.h"

namespace ounce::text {
namespace {

constexpr std::string_view kStart = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"";

std::string escapeXml(std::string_view text) {
    std::string out;
    for (char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

std::string unescapeXml(std::string_view text) {
    static constexpr std::pair<std::string_view, char> kEntities[] = {
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
    std::string out;
    while (!text.empty()) {
        const auto entity = std::find_if(std::begin(kEntities), std::end(kEntities),
                                         [&](const auto& one) { return text.starts_with(one.first); });
        const bool found = entity != std::end(kEntities);
        out += found ? entity->second : text.front();
        text.remove_prefix(found ? entity->first.size() : 1);
    }
    return out;
}

// What stands between `before` and the next quotation mark.
std::string_view between(std::string_view text, std::string_view before, std::string_view after = "\"") {
    const auto begin = text.find(before);
    if (begin == std::string_view::npos) return {};
    text.remove_prefix(begin + before.size());
    return text.substr(0, std::min(text.find(after), text.size()));
}

void appendLittle(std::string& out, std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) out += static_cast<char>(value >> (8 * i));
}

constexpr std::size_t kWavHeader = 44;

}  // namespace

// Words are as wide as sans-serif letters are on average; the renderer does not cut off what is wider.
double pictureWidth(const Picture& picture) {
    switch (picture.kind) {
        case Picture::Kind::Text:
            return std::ceil(static_cast<double>(toUtf16(picture.text).size()) * picture.height * 0.6);
        case Picture::Kind::Empty: return 2;
        default: return picture.width;
    }
}

double pictureHeight(const Picture& picture) {
    switch (picture.kind) {
        case Picture::Kind::Circle: return picture.width;
        case Picture::Kind::Text: return std::ceil(picture.height * 1.2);
        case Picture::Kind::Empty: return 2;
        default: return picture.height;
    }
}

std::string pictureSvg(const Picture& picture) {
    const std::string width = numberToText(pictureWidth(picture)),
                      height = numberToText(pictureHeight(picture));
    std::string svg = std::string(kStart) + width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width +
                      " " + height + "\">";
    const std::string half = numberToText(pictureWidth(picture) / 2);
    switch (picture.kind) {
        case Picture::Kind::Circle:
            svg += "<circle cx=\"" + half + "\" cy=\"" + half + "\" r=\"" + half + "\" fill=\"" +
                   picture.colour + "\"/>";
            break;
        case Picture::Kind::Rect:
            svg +=
                "<rect width=\"" + width + "\" height=\"" + height + "\" fill=\"" + picture.colour + "\"/>";
            break;
        case Picture::Kind::Text:
            svg += "<text x=\"" + half + "\" y=\"" + numberToText(picture.height) +
                   "\" text-anchor=\"middle\" font-family=\"Sans Serif\" font-size=\"" +
                   numberToText(picture.height) + "\" fill=\"" + picture.colour + "\">" +
                   escapeXml(picture.text) + "</text>";
            break;
        case Picture::Kind::Empty: break;
    }
    return svg + "</svg>";
}

std::optional<Picture> pictureOf(std::string_view svg) {
    if (!svg.starts_with(kStart) || svg.size() > 100000) return std::nullopt;
    Picture picture;
    picture.colour = between(svg, "fill=\"");
    picture.width = textToNumber(between(svg, "width=\""));
    picture.height = textToNumber(between(svg, "height=\""));
    if (svg.find("<circle ") != std::string_view::npos) {
        picture.kind = Picture::Kind::Circle;
        picture.height = 0;
    } else if (svg.find("<rect ") != std::string_view::npos) {
        picture.kind = Picture::Kind::Rect;
    } else if (svg.find("<text ") != std::string_view::npos) {
        picture.kind = Picture::Kind::Text;
        picture.height = textToNumber(between(svg, "font-size=\""));
        picture.width = 0;
        picture.text = unescapeXml(between(between(svg, "fill=\"", "</text>"), ">", "</text>"));
    } else {
        picture = {};
    }
    // Only if it is ours to the last byte.
    if (pictureSvg(picture) != svg) return std::nullopt;
    return picture;
}

std::string silence(double seconds) {
    const auto samples = static_cast<std::uint32_t>(std::lround(seconds * kSilenceRate));
    std::string wav = "RIFF";
    appendLittle(wav, 36 + samples, 4);
    wav += "WAVEfmt ";
    appendLittle(wav, 16, 4);
    appendLittle(wav, 1, 2);  // uncompressed
    appendLittle(wav, 1, 2);  // one channel
    appendLittle(wav, static_cast<std::uint32_t>(kSilenceRate), 4);
    appendLittle(wav, static_cast<std::uint32_t>(kSilenceRate), 4);
    appendLittle(wav, 1, 2);
    appendLittle(wav, 8, 2);
    wav += "data";
    appendLittle(wav, samples, 4);
    return wav + std::string(samples, '\x80');
}

std::optional<double> silenceOf(std::string_view wav) {
    if (wav.size() < kWavHeader || wav.size() > kLongestSilence * kSilenceRate + kWavHeader)
        return std::nullopt;
    // The shortest number of seconds that gives as many samples.
    const double seconds = static_cast<double>(wav.size() - kWavHeader) / kSilenceRate;
    for (int digits = 0; digits < 6; digits++) {
        const double rounded = textToNumber(toFixed(seconds, digits));
        if (std::lround(rounded * kSilenceRate) != static_cast<long>(wav.size() - kWavHeader)) continue;
        return silence(rounded) == wav ? std::optional(rounded) : std::nullopt;
    }
    return std::nullopt;
}

}  // namespace ounce::text
