#include "project/sb3/json_repair.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>

namespace ounce {
namespace {

// The four hexadecimal digits after "\u".
std::optional<unsigned> hexUnit(std::string_view json, std::size_t at) {
    unsigned unit = 0;
    if (at + 4 > json.size()) return std::nullopt;
    auto [end, error] = std::from_chars(json.data() + at, json.data() + at + 4, unit, 16);
    if (error != std::errc() || end != json.data() + at + 4) return std::nullopt;
    return unit;
}

bool isHighSurrogate(unsigned unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool isLowSurrogate(unsigned unit) { return unit >= 0xDC00 && unit < 0xE000; }
bool isNumberCharacter(char c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

class Repair {
  public:
    explicit Repair(std::string_view json) : json_(json) { out_.reserve(json.size() + 64); }

    std::string run(std::vector<std::string>& warnings) {
        while (at_ < json_.size()) {
            const char c = json_[at_];
            if (c == '"') {
                string();
            } else if (c == '-' || (c >= '0' && c <= '9')) {
                number();
            } else {
                out_ += c;
                ++at_;
            }
        }
        if (brokenPairs_)
            warnings.push_back("half a character (a lone surrogate) in a text was replaced by \uFFFD");
        if (tooLarge_)
            warnings.push_back("a number too large for Scratch was replaced by the largest there is");
        return std::move(out_);
    }

  private:
    void string() {
        out_ += json_[at_++];
        while (at_ < json_.size()) {
            const char c = json_[at_];
            if (c == '\\' && at_ + 1 < json_.size()) {
                escape();
                continue;
            }
            out_ += c;
            ++at_;
            if (c == '"') return;
        }
    }

    void escape() {
        const char kind = json_[at_ + 1];
        if (kind == 'b') {
            at_ += 2;
            return;
        }
        const auto unit = kind == 'u' ? hexUnit(json_, at_ + 2) : std::nullopt;
        if (!unit) {
            copy(2);
        } else if (*unit == 8) {
            at_ += 6;
        } else if (isHighSurrogate(*unit) && lowSurrogateAt(at_ + 6)) {
            copy(12);
        } else if (isHighSurrogate(*unit) || isLowSurrogate(*unit)) {
            out_ += "\\ufffd";
            at_ += 6;
            brokenPairs_ = true;
        } else {
            copy(6);
        }
    }

    [[nodiscard]] bool lowSurrogateAt(std::size_t at) const {
        if (json_.substr(at, 2) != "\\u") return false;
        const auto unit = hexUnit(json_, at + 2);
        return unit && isLowSurrogate(*unit);
    }

    void number() {
        const std::size_t start = at_;
        while (at_ < json_.size() && isNumberCharacter(json_[at_])) ++at_;
        const std::string text(json_.substr(start, at_ - start));
        const bool whole = text.find_first_of(".eE") == std::string::npos;
        if (std::isinf(std::strtod(text.c_str(), nullptr))) {
            out_ += text[0] == '-' ? "-1.7976931348623157e308" : "1.7976931348623157e308";
            tooLarge_ = true;
        } else {
            out_ += text;
            if (whole && text.size() > 18) out_ += ".0";
        }
    }

    void copy(std::size_t count) {
        out_ += json_.substr(at_, count);
        at_ += count;
    }

    std::string_view json_;
    std::string out_;
    std::size_t at_ = 0;
    bool brokenPairs_ = false;
    bool tooLarge_ = false;
};

}  // namespace

std::size_t countJsonNodes(std::string_view json) {
    std::size_t count = 1;
    bool inString = false;
    for (std::size_t at = 0; at < json.size(); ++at) {
        const char c = json[at];
        if (c == '"') {
            inString = !inString;
        } else if (inString) {
            if (c == '\\') ++at;
        } else {
            count += c == ',' || c == ':' || c == '[' || c == '{';
        }
    }
    return count;
}

bool hasBackspaceEscape(std::string_view json) {
    for (std::size_t at = json.find('\\'); at != std::string_view::npos; at = json.find('\\', at + 2)) {
        if (json.substr(at + 1, 1) == "b" || json.substr(at + 1, 5) == "u0008") return true;
    }
    return false;
}

std::string repairJson(std::string_view json, std::vector<std::string>& warnings) {
    return Repair(json).run(warnings);
}

}  // namespace ounce
