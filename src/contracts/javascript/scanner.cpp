#include "contracts/javascript/scanner.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace ounce::contracts {
namespace {

bool isWordStart(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '#' || (c & 0x80);
}
bool isWordPart(char c) { return isWordStart(c) || std::isdigit(static_cast<unsigned char>(c)); }

class Scanner {
  public:
    explicit Scanner(std::string_view source) : source_(source) {}

    std::vector<JsToken> all() {
        for (;;) {
            skipBlanks();
            JsToken token;
            token.begin = at_;
            token.doc = doc_;
            token.docBegin = docBegin_;
            doc_ = {};
            if (at_ >= source_.size()) {
                tokens_.push_back(token);
                return std::move(tokens_);
            }
            token.kind = word();
            token.text = source_.substr(token.begin, at_ - token.begin);
            tokens_.push_back(token);
        }
    }

  private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
    }

    void skipBlanks() {
        for (;;) {
            while (at_ < source_.size() && std::isspace(static_cast<unsigned char>(source_[at_]))) at_++;
            if (peek() == '#' && peek(1) == '!' && at_ == 0) {
                skipLine();
            } else if (peek() == '/' && peek(1) == '/') {
                skipLine();
            } else if (peek() == '/' && peek(1) == '*') {
                const std::size_t begin = at_;
                const std::size_t end = std::min(source_.find("*/", at_ + 2), source_.size());
                if (peek(2) == '*' && end > begin + 3) {
                    docBegin_ = begin + 3;
                    doc_ = source_.substr(docBegin_, end - docBegin_);
                    // A @callback or @typedef belongs to nothing that follows.
                    if (doc_.find("@callback") != doc_.npos || doc_.find("@typedef") != doc_.npos) {
                        JsToken alone;
                        alone.kind = JsToken::Kind::Symbol;
                        alone.text = ";";
                        alone.begin = begin;
                        alone.doc = doc_;
                        alone.docBegin = docBegin_;
                        tokens_.push_back(alone);
                        doc_ = {};
                    }
                }
                at_ = std::min(end + 2, source_.size());
            } else {
                return;
            }
        }
    }
    void skipLine() {
        while (at_ < source_.size() && source_[at_] != '\n') at_++;
    }

    void quoted(char quote) {
        at_++;
        while (at_ < source_.size() && source_[at_] != quote && source_[at_] != '\n') {
            if (source_[at_] == '\\') at_++;
            at_++;
        }
        at_ = std::min(at_ + 1, source_.size());
    }

    void templateText() {
        at_++;
        int depth = 0;
        while (at_ < source_.size()) {
            const char c = source_[at_];
            if (c == '\\') {
                at_ += 2;
            } else if (depth == 0 && c == '`') {
                at_++;
                return;
            } else if (depth == 0 && c == '$' && peek(1) == '{') {
                depth = 1;
                at_ += 2;
            } else if (depth > 0 && c == '`') {
                templateText();
            } else if (depth > 0 && (c == '"' || c == '\'')) {
                quoted(c);
            } else {
                if (depth > 0 && c == '{') depth++;
                if (depth > 0 && c == '}') depth--;
                at_++;
            }
        }
    }

    void regex() {
        at_++;
        bool inClass = false;
        while (at_ < source_.size() && source_[at_] != '\n') {
            const char c = source_[at_];
            if (c == '\\') at_++;
            if (c == '[') inClass = true;
            if (c == ']') inClass = false;
            at_++;
            if (c == '/' && !inClass) break;
        }
        while (isWordPart(peek())) at_++;
    }

    [[nodiscard]] bool regexMayStart() const {
        if (tokens_.empty()) return true;
        const JsToken& last = tokens_.back();
        if (last.kind == JsToken::Kind::Word) {
            constexpr std::array<std::string_view, 10> kBefore{"return", "typeof", "case",  "in",   "of",
                                                               "delete", "void",   "throw", "else", "do"};
            return std::find(kBefore.begin(), kBefore.end(), last.text) != kBefore.end();
        }
        if (last.kind != JsToken::Kind::Symbol) return false;
        return !(last.text == ")" || last.text == "]" || last.text == "}");
    }

    JsToken::Kind word() {
        const char c = peek();
        if (isWordStart(c)) {
            while (isWordPart(peek())) at_++;
            return JsToken::Kind::Word;
        }
        if (std::isdigit(static_cast<unsigned char>(c)) ||
            (c == '.' && std::isdigit(static_cast<unsigned char>(peek(1))))) {
            while (isWordPart(peek()) || peek() == '.' ||
                   ((peek() == '-' || peek() == '+') && (source_[at_ - 1] == 'e' || source_[at_ - 1] == 'E')))
                at_++;
            return JsToken::Kind::Number;
        }
        if (c == '"' || c == '\'') {
            quoted(c);
            return JsToken::Kind::Text;
        }
        if (c == '`') {
            templateText();
            at_ = std::min(at_, source_.size());
            return JsToken::Kind::Template;
        }
        if (c == '/' && regexMayStart()) {
            regex();
            at_ = std::min(at_, source_.size());
            return JsToken::Kind::Regex;
        }
        at_ += c == '=' && peek(1) == '>' ? 2 : 1;
        return JsToken::Kind::Symbol;
    }

    std::string_view source_;
    std::size_t at_ = 0;
    std::string_view doc_{};
    std::size_t docBegin_ = 0;
    std::vector<JsToken> tokens_;
};

}  // namespace

std::vector<JsToken> scanJavaScript(std::string_view source) { return Scanner(source).all(); }

}  // namespace ounce::contracts
