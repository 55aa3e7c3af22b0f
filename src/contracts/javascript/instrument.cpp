#include "contracts/javascript/instrument.h"

#include <fmt/format.h>
#include <vector>

#include "contracts/javascript/scanner.h"

namespace ounce::contracts {
namespace {

class Instrumenter {
  public:
    Instrumenter(std::string_view source, int& next)
        : source_(source), tokens_(scanJavaScript(source)), next_(next) {}

    std::string run() {
        for (at_ = 0; at_ < tokens_.size() && next_ + 2 < kMostCounters; at_++) {
            const JsToken& token = tokens_[at_];
            if (token.is("(")) {
                open();
            } else if (token.is(")")) {
                close();
            } else if (token.is("{")) {
                brace();
            } else if (token.is("extends")) {
                classAhead_ = true;
            } else if (token.is("case") && !before(1).is(".") && !after(1).is(":")) {
                label();
            }
        }
        out_ += source_.substr(copied_);
        return std::move(out_);
    }

  private:
    // What a parenthesis belongs to.
    enum class Paren : std::uint8_t { Other, Condition, Switch, If };

    [[nodiscard]] const JsToken& before(std::size_t back) const {
        static const JsToken kNothing;
        return at_ >= back ? tokens_[at_ - back] : kNothing;
    }
    [[nodiscard]] const JsToken& after(std::size_t ahead) const {
        return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
    }
    void insertAt(std::size_t place, const std::string& text) {
        out_ += source_.substr(copied_, place - copied_);
        out_ += text;
        copied_ = place;
    }
    std::string counter() {
        const int number = next_++;
        return fmt::format("$c[{0}]||$n({0})", number);
    }

    void open() {
        const bool isProperty = before(2).is(".");
        Paren kind = Paren::Other;
        if (!isProperty && (before(1).is("if") || before(1).is("while"))) kind = Paren::Condition;
        if (!isProperty && before(1).is("switch")) kind = Paren::Switch;
        parens_.push_back(kind);
        if (kind == Paren::Condition) insertAt(tokens_[at_].begin + 1, "(");
    }
    void close() {
        if (parens_.empty()) return;
        closed_ = parens_.back();
        parens_.pop_back();
        if (closed_ != Paren::Condition) return;
        const std::string yes = counter(), no = counter();
        insertAt(tokens_[at_].begin, fmt::format(")?({},1):({},0)", yes, no));
    }
    // A block of its own, behind `)`, `=>` or a word that begins one; not the body of a class.
    void brace() {
        if (classAhead_) {
            classAhead_ = false;
            return;
        }
        const bool isBody = before(1).is(")") && closed_ == Paren::Other;
        const bool isArrow = before(1).is("=>");
        const bool isCatch = before(1).is("catch");
        if (!isBody && !isArrow && !isCatch) return;
        if (after(1).kind == JsToken::Kind::Text) return;  // 'use strict' must come first
        insertAt(tokens_[at_].begin + 1, counter() + ";");
    }
    // case e: …
    void label() {
        int depth = 0, choices = 0;
        for (std::size_t i = at_ + 1; i < tokens_.size(); i++) {
            const JsToken& token = tokens_[i];
            if (token.is("(") || token.is("[") || token.is("{")) depth++;
            if (token.is(")") || token.is("]") || token.is("}")) depth--;
            if (depth < 0 || token.is(";")) return;
            if (depth > 0) continue;
            if (token.is("?")) choices++;
            if (!token.is(":") || choices-- > 0) continue;
            // Only where nothing in between wants an insertion of its own.
            if (i - at_ <= 4) {
                insertAt(token.begin + 1, counter() + ";");
                at_ = i;
            }
            return;
        }
    }

    std::string_view source_;
    std::vector<JsToken> tokens_;
    int& next_;
    std::size_t at_ = 0, copied_ = 0;
    std::vector<Paren> parens_;
    Paren closed_ = Paren::Other;
    bool classAhead_ = false;
    std::string out_;
};

}  // namespace

std::string instrumented(std::string_view source, int& next) { return Instrumenter(source, next).run(); }

}  // namespace ounce::contracts
