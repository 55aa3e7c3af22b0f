#include "base/text.h"

#include <utf8proc.h>

namespace ounce {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

// Decodes the code point at `i` and moves past it; a broken byte counts as one replacement character.
char32_t decode(std::string_view text, std::size_t& i) {
    utf8proc_int32_t point = 0;
    const auto* start = reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + i;
    auto used = utf8proc_iterate(start, static_cast<utf8proc_ssize_t>(text.size() - i), &point);
    if (used <= 0) {
        i++;
        return kReplacement;
    }
    i += static_cast<std::size_t>(used);
    return static_cast<char32_t>(point);
}

void append(std::string& out, char32_t point) {
    utf8proc_uint8_t bytes[4];
    auto count = utf8proc_encode_char(static_cast<utf8proc_int32_t>(point), bytes);
    out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
}

template <class Map, class MapAscii>
std::string mapCase(std::string_view text, Map map, MapAscii mapAscii) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        if (const auto unit = static_cast<unsigned char>(text[i]); unit < 128) {
            out.push_back(mapAscii(static_cast<char>(unit)));
            i++;
            continue;
        }
        append(out, static_cast<char32_t>(map(static_cast<utf8proc_int32_t>(decode(text, i)))));
    }
    return out;
}

char asciiToLower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
char asciiToUpper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

}  // namespace

std::u16string toUtf16(std::string_view text) {
    std::u16string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        char32_t point = decode(text, i);
        if (point >= 0x10000) {
            out.push_back(static_cast<char16_t>(0xD800 + ((point - 0x10000) >> 10)));
            out.push_back(static_cast<char16_t>(0xDC00 + ((point - 0x10000) & 0x3FF)));
        } else {
            out.push_back(static_cast<char16_t>(point));
        }
    }
    return out;
}

std::string toUtf8(std::u16string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); i++) {
        char32_t point = text[i];
        if (point >= 0xD800 && point < 0xE000) {
            const bool pair = point < 0xDC00 && i + 1 < text.size() && (text[i + 1] & 0xFC00) == 0xDC00;
            point = pair ? 0x10000 + ((point - 0xD800) << 10) + (text[++i] - 0xDC00u) : kReplacement;
        }
        append(out, point);
    }
    return out;
}

bool isValidUtf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        utf8proc_int32_t point = 0;
        auto used = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + i,
                                     static_cast<utf8proc_ssize_t>(text.size() - i), &point);
        if (used <= 0) return false;
        i += static_cast<std::size_t>(used);
    }
    return true;
}

bool isWhiteSpace(char16_t c) {
    return (c >= 9 && c <= 13) || c == 32 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
           c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000 || c == 0xFEFF;
}

std::string_view trimWhiteSpace(std::string_view text) {
    while (!text.empty()) {
        std::size_t i = 0;
        char32_t point = decode(text, i);
        if (point > 0xFFFF || !isWhiteSpace(static_cast<char16_t>(point))) break;
        text.remove_prefix(i);
    }
    while (!text.empty()) {
        std::size_t start = text.size() - 1;
        while (start > 0 && (text[start] & 0xC0) == 0x80) start--;
        std::size_t i = start;
        char32_t point = decode(text, i);
        if (point > 0xFFFF || !isWhiteSpace(static_cast<char16_t>(point))) break;
        text.remove_suffix(text.size() - start);
    }
    return text;
}

char16_t lowerCase(char16_t unit) {
    if (unit < 128) return unit >= 'A' && unit <= 'Z' ? static_cast<char16_t>(unit + 32) : unit;
    if (unit >= 0xD800 && unit < 0xE000) return unit;
    return static_cast<char16_t>(utf8proc_tolower(unit));
}

namespace {

char32_t pointAt(std::u16string_view text, std::size_t i) {
    const char32_t unit = text[i];
    const bool pair = (unit & 0xFC00) == 0xD800 && i + 1 < text.size() && (text[i + 1] & 0xFC00) == 0xDC00;
    return pair ? 0x10000 + ((unit - 0xD800) << 10) + (text[i + 1] - 0xDC00u) : unit;
}

// Unicode's Cased and Case_Ignorable, by category and the few that categories do not tell.
bool isCased(char32_t point) {
    switch (utf8proc_category(static_cast<utf8proc_int32_t>(point))) {
        case UTF8PROC_CATEGORY_LU:
        case UTF8PROC_CATEGORY_LL:
        case UTF8PROC_CATEGORY_LT: return true;
        default:
            return point == 0xAA || point == 0xBA || (point >= 0x2160 && point <= 0x217F) ||
                   (point >= 0x24B6 && point <= 0x24E9);
    }
}
bool isCaseIgnorable(char32_t point) {
    switch (utf8proc_category(static_cast<utf8proc_int32_t>(point))) {
        case UTF8PROC_CATEGORY_MN:
        case UTF8PROC_CATEGORY_ME:
        case UTF8PROC_CATEGORY_CF:
        case UTF8PROC_CATEGORY_LM:
        case UTF8PROC_CATEGORY_SK: return true;
        default:
            return point == '\'' || point == '.' || point == ':' || point == 0xB7 || point == 0x387 ||
                   point == 0x55F || point == 0x5F4 || point == 0x2018 || point == 0x2019 ||
                   point == 0x2024 || point == 0x2027 || point == 0xFE13 || point == 0xFE52 ||
                   point == 0xFE55 || point == 0xFF07 || point == 0xFF0E || point == 0xFF1A;
    }
}

// Σ ends a word: a letter before it, none behind it.
bool isFinalSigma(std::u16string_view text, std::size_t at) {
    bool before = false, behind = false;
    for (std::size_t i = at; i-- > 0;) {
        if ((text[i] & 0xFC00) == 0xDC00 && i > 0 && (text[i - 1] & 0xFC00) == 0xD800) i--;
        const char32_t point = pointAt(text, i);
        if (isCaseIgnorable(point)) continue;
        before = isCased(point);
        break;
    }
    for (std::size_t i = at + 1; i < text.size(); i++) {
        const char32_t point = pointAt(text, i);
        if (point > 0xFFFF) i++;
        if (isCaseIgnorable(point)) continue;
        behind = isCased(point);
        break;
    }
    return before && !behind;
}

}  // namespace

std::u16string lowerCase(std::u16string_view text) {
    std::u16string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); i++) {
        const char32_t point = pointAt(text, i);
        if (point > 0xFFFF) {
            const auto lower = static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(point)));
            out.push_back(static_cast<char16_t>(0xD800 + ((lower - 0x10000) >> 10)));
            out.push_back(static_cast<char16_t>(0xDC00 + ((lower - 0x10000) & 0x3FF)));
            i++;
        } else if (point == 0x130) {
            out += u"i\u0307";
        } else if (point == 0x3A3) {
            out.push_back(isFinalSigma(text, i) ? 0x3C2 : 0x3C3);
        } else {
            out.push_back(lowerCase(text[i]));
        }
    }
    return out;
}

std::string lowerCase(std::string_view text) { return mapCase(text, utf8proc_tolower, asciiToLower); }
std::string upperCase(std::string_view text) { return mapCase(text, utf8proc_toupper, asciiToUpper); }

}  // namespace ounce
