#include "models/name_pattern.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <regex>

#include "base/text.h"

namespace ounce::models {

struct NamePattern::Compiled {
    std::regex regex;
};

namespace {

// The library's expressions take memory and stack with their length; no name of a sprite needs more.
constexpr std::size_t kLongestPattern = 200;
constexpr std::size_t kLongestName = 1000;
// Repetition counts are written out by the library, so a few digits can ask for a gigabyte.
bool repeatsTooOften(std::string_view pattern) {
    for (std::size_t at = pattern.find('{'); at != std::string_view::npos; at = pattern.find('{', at + 1)) {
        std::size_t digits = 0;
        for (std::size_t i = at + 1; i < pattern.size() && pattern[i] != '}'; i++) {
            digits = std::isdigit(static_cast<unsigned char>(pattern[i])) ? digits + 1 : 0;
            if (digits > 2) return true;
        }
    }
    return std::count(pattern.begin(), pattern.end(), '{') > 3;
}

}  // namespace

Result<NamePattern> NamePattern::make(std::string_view text, bool caseSensitive) {
    NamePattern pattern;
    pattern.caseSensitive_ = caseSensitive;
    pattern.text_ = text;
    std::string_view source = text;
    bool ignoreCase = !caseSensitive;
    if (text.size() >= 2 && text.front() == '/') {
        const std::size_t end = text.rfind('/');
        const std::string_view flags = end > 0 ? text.substr(end + 1) : std::string_view();
        if (end > 0 && flags.find_first_not_of("dgimsuvy") == std::string_view::npos) {
            source = text.substr(1, end - 1);
            ignoreCase = ignoreCase || flags.find('i') != std::string_view::npos;
        }
    }
    if (source.size() > kLongestPattern || repeatsTooOften(source))
        return fail("the regular expression for a name is too large");
    try {
        // Without back references, and therefore without patterns that take for ever on a few letters.
        auto flags = std::regex::ECMAScript | std::regex_constants::__polynomial;
        if (ignoreCase) flags |= std::regex::icase;
        pattern.compiled_ =
            std::make_shared<const Compiled>(Compiled{std::regex(source.begin(), source.end(), flags)});
    } catch (const std::regex_error&) {
        return fail(fmt::format("«{}» is no regular expression", text));
    }
    return pattern;
}

bool NamePattern::matches(std::string_view name) const {
    if (name.size() > kLongestName) return isExactly(name);
    try {
        return std::regex_search(name.begin(), name.end(), compiled_->regex);
    } catch (const std::regex_error&) {
        return isExactly(name);  // the expression asks for more than the library likes to do
    }
}

bool NamePattern::isExactly(std::string_view name) const {
    return caseSensitive_ ? name == text_ : lowerCase(name) == lowerCase(text_);
}

}  // namespace ounce::models
