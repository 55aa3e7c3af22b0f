// Finds where a text stops being JSON. Only used to say so: the parser that reads does not keep the place.
#include <algorithm>
#include <string>

#include "base/json_reader.h"

namespace ounce {
namespace {

class Checker {
  public:
    explicit Checker(std::string_view text) : text_(text) {}

    // The place of the first byte that no JSON text has there; none: all is well.
    std::optional<std::size_t> problem() {
        if (value()) return at_;
        while (!open_.empty()) {
            if (behindValue()) return at_;
        }
        skipSpace();
        return at_ < text_.size() ? std::optional(at_) : std::nullopt;
    }

  private:
    [[nodiscard]] char now() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void skipSpace() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
            ++at_;
    }
    bool take(char c) {
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    // All of these answer whether something is wrong; then at_ is where.

    // A plain value, or the beginning of a list or object up to its first plain value.
    bool value() {
        for (;;) {
            skipSpace();
            if (take('[')) {
                skipSpace();
                open_ += ']';
                if (now() == ']') return false;
            } else if (take('{')) {
                open_ += '}';
                skipSpace();
                if (now() == '}') return false;
                if (key()) return true;
            } else {
                return plain();
            }
        }
    }
    bool behindValue() {
        skipSpace();
        if (take(open_.back())) {
            open_.pop_back();
            return false;
        }
        const bool afterOpening = at_ > 0 && (text_[at_ - 1] == '[' || text_[at_ - 1] == '{');
        if (afterOpening || !take(',')) return true;
        return (open_.back() == '}' && key()) || value();
    }
    bool key() {
        skipSpace();
        if (now() != '"' || string()) return true;
        skipSpace();
        return !take(':');
    }
    bool plain() {
        if (now() == '"') return string();
        for (const std::string_view word : {"true", "false", "null"}) {
            if (text_.substr(at_).starts_with(word)) {
                at_ += word.size();
                return false;
            }
        }
        return number();
    }
    bool string() {
        ++at_;
        while (at_ < text_.size() && text_[at_] != '"') {
            if (static_cast<unsigned char>(text_[at_]) < 0x20) return true;
            if (text_[at_] == '\\') {
                ++at_;
                if (now() == 'u') {
                    for (int i = 0; i < 4; i++) {
                        ++at_;
                        if (!isHexadecimal(now())) return true;
                    }
                } else if (at_ >= text_.size() ||
                           std::string_view("\"\\/bfnrt").find(now()) == std::string_view::npos) {
                    return true;
                }
            }
            ++at_;
        }
        return !take('"');
    }
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    static bool isHexadecimal(char c) {
        return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }
    bool digits() {
        if (!isDigit(now())) return true;
        while (isDigit(now())) ++at_;
        return false;
    }
    bool number() {
        take('-');
        if (!take('0') && digits()) return true;
        if (take('.') && digits()) return true;
        if (take('e') || take('E')) {
            if (!take('+')) take('-');
            return digits();
        }
        return false;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string open_;  // the brackets that are to come
};

}  // namespace

std::optional<JsonErrorPlace> findJsonError(std::string_view text) {
    const std::optional<std::size_t> at = Checker(text).problem();
    if (!at) return std::nullopt;
    const std::string_view before = text.substr(0, *at);
    const std::size_t line = before.rfind('\n');
    return JsonErrorPlace{
        .line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')),
        .column = before.size() - (line == std::string_view::npos ? 0 : line + 1) + 1};
}

}  // namespace ounce
