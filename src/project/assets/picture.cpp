#include "project/assets/assets.h"
#include "project/assets/bytes.h"

namespace ounce {
namespace {

std::optional<PictureInfo> picture(AssetKind kind, std::uint32_t width, std::uint32_t height) {
    constexpr std::uint32_t kLargest = 1 << 16;
    if (width == 0 || height == 0 || width > kLargest || height > kLargest) return std::nullopt;
    return PictureInfo{kind, static_cast<int>(width), static_cast<int>(height)};
}

std::optional<PictureInfo> inspectPng(std::string_view bytes) {
    if (bytes.size() < 33 || bytes.substr(12, 4) != "IHDR") return std::nullopt;
    return picture(AssetKind::Png, bigEndian32(bytes, 16), bigEndian32(bytes, 20));
}

// The size stands in the frame header, behind any number of other segments.
std::optional<PictureInfo> inspectJpeg(std::string_view bytes) {
    std::size_t at = 2;
    while (at + 9 < bytes.size()) {
        if (byteAt(bytes, at) != 0xFF) return std::nullopt;
        const unsigned marker = byteAt(bytes, at + 1);
        if (marker == 0xFF) {
            ++at;  // a fill byte
        } else if (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC) {
            return picture(AssetKind::Jpeg, bigEndian16(bytes, at + 7), bigEndian16(bytes, at + 5));
        } else if (marker == 0xD9 || marker == 0xDA) {
            return std::nullopt;
        } else {
            at += 2 + bigEndian16(bytes, at + 2);
        }
    }
    return std::nullopt;
}

std::optional<PictureInfo> inspectGif(std::string_view bytes) {
    if (bytes.size() < 13) return std::nullopt;
    return picture(AssetKind::Gif, littleEndian16(bytes, 6), littleEndian16(bytes, 8));
}

std::optional<PictureInfo> inspectBmp(std::string_view bytes) {
    if (bytes.size() < 26) return std::nullopt;
    if (littleEndian32(bytes, 14) == 12) {  // the header of OS/2
        return picture(AssetKind::Bmp, littleEndian16(bytes, 18), littleEndian16(bytes, 20));
    }
    const auto height =
        static_cast<std::int32_t>(littleEndian32(bytes, 22));  // negative: stored from the top
    const std::uint32_t rows =
        height < 0 ? 0u - static_cast<std::uint32_t>(height) : static_cast<std::uint32_t>(height);
    return picture(AssetKind::Bmp, littleEndian32(bytes, 18), rows);
}

bool isSvg(std::string_view bytes) {
    for (std::size_t at = bytes.find("<svg"); at != std::string_view::npos; at = bytes.find("<svg", at + 4)) {
        const char next = at + 4 < bytes.size() ? bytes[at + 4] : '\0';
        if (next == '>' || next == ':' || next == '/' || next == ' ' || next == '\t' || next == '\n' ||
            next == '\r') {
            return true;
        }
    }
    return false;
}

}  // namespace

AssetKind assetKind(std::string_view bytes) {
    if (bytes.starts_with("\x89PNG\r\n\x1A\n")) return AssetKind::Png;
    if (bytes.starts_with("\xFF\xD8\xFF")) return AssetKind::Jpeg;
    if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a")) return AssetKind::Gif;
    if (bytes.starts_with("BM")) return AssetKind::Bmp;
    if (bytes.starts_with("RIFF") && bytes.size() >= 12 && bytes.substr(8, 4) == "WAVE")
        return AssetKind::Wav;
    if (bytes.starts_with("ID3")) return AssetKind::Mp3;
    if (bytes.size() > 1 && byteAt(bytes, 0) == 0xFF && (byteAt(bytes, 1) & 0xE0) == 0xE0)
        return AssetKind::Mp3;
    return isSvg(bytes) ? AssetKind::Svg : AssetKind::Unknown;
}

std::optional<PictureInfo> inspectPicture(std::string_view bytes) {
    switch (assetKind(bytes)) {
        case AssetKind::Png: return inspectPng(bytes);
        case AssetKind::Jpeg: return inspectJpeg(bytes);
        case AssetKind::Gif: return inspectGif(bytes);
        case AssetKind::Bmp: return inspectBmp(bytes);
        case AssetKind::Svg: return PictureInfo{AssetKind::Svg, 0, 0};
        default: return std::nullopt;
    }
}

const Bytes& placeholderPicture() {
    static const Bytes kSvg = std::make_shared<const std::string>(
        R"(<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128">)"
        R"(<path d="M0 0h128v128H0z" fill="#ccc"/><text x="35.5" y="107" font-size="128">?</text></svg>)");
    return kSvg;
}

}  // namespace ounce
