// From the text of an expression to its nodes.
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <numbers>
#include <optional>

#include "base/string.h"
#include "base/text.h"
#include "models/expression.h"

namespace ounce::models {

class ExpressionParser {
  public:
    explicit ExpressionParser(std::string_view text) : text_(text) {}

    Result<Expression> parse() {
        const std::int32_t root = choice();
        skip();
        if (!failed() && at_ < text_.size()) wrong("what follows");
        if (failed()) return fail(error_);
        expression_.root_ = root;
        return std::move(expression_);
    }

    static Expression constant(std::string_view text) {
        Expression expression;
        expression.nodes_.push_back({.constant = String(text)});
        return expression;
    }

  private:
    using Op = Expression::Op;
    using Function = Expression::Function;
    using Index = std::int32_t;

    struct Operator {
        std::string_view sign;
        Op op;
    };

    // ---- from the weakest to the strongest ----

    Index choice() {
        if (++depth_ > Expression::kDeepest) return wrong("parts inside parts inside parts");
        Index a = either();
        if (accept("?")) {
            const Index b = choice();
            if (!accept(":")) wrong("a choice without «:»");
            const Index c = choice();
            a = add({.op = Op::Choose, .a = a, .b = b, .c = c});
        }
        depth_--;
        return a;
    }
    Index either() {
        Index a = both();
        while (accept("||")) a = binary(Op::Or, a, both());
        return a;
    }
    Index both() {
        Index a = equality();
        while (accept("&&")) a = binary(Op::And, a, equality());
        return a;
    }
    Index equality() {
        static constexpr std::array kSigns{Operator{"===", Op::StrictEqual},
                                           Operator{"!==", Op::StrictNotEqual}, Operator{"==", Op::Equal},
                                           Operator{"!=", Op::NotEqual}};
        Index a = relation();
        for (;;) {
            if (const auto op = acceptAny(kSigns)) {
                a = binary(*op, a, relation());
            } else if (loneEqualsBeforeReference()) {
                a = binary(Op::Equal, a, relation());
            } else {
                return a;
            }
        }
    }
    Index relation() {
        static constexpr std::array kSigns{Operator{"<=", Op::LessEqual}, Operator{">=", Op::GreaterEqual},
                                           Operator{"<", Op::Less}, Operator{">", Op::Greater}};
        Index a = sum();
        while (const auto op = acceptAny(kSigns)) a = binary(*op, a, sum());
        return a;
    }
    Index sum() {
        static constexpr std::array kSigns{Operator{"+", Op::Add}, Operator{"-", Op::Subtract}};
        Index a = product();
        while (const auto op = acceptAny(kSigns)) a = binary(*op, a, product());
        return a;
    }
    Index product() {
        static constexpr std::array kSigns{Operator{"*", Op::Multiply}, Operator{"/", Op::Divide},
                                           Operator{"%", Op::Remainder}};
        Index a = factor();
        while (const auto op = acceptAny(kSigns)) a = binary(*op, a, factor());
        return a;
    }
    Index factor() {
        if (++depth_ > Expression::kDeepest) return wrong("parts inside parts inside parts");
        Index result;
        if (accept("!")) {
            result = add({.op = Op::Not, .a = factor()});
        } else if (accept("-")) {
            result = add({.op = Op::Negate, .a = factor()});
        } else if (accept("+")) {
            result = add({.op = Op::Plus, .a = factor()});
        } else {
            result = members(primary());
        }
        depth_--;
        return result;
    }

    Index primary() {
        skip();
        if (failed()) return 0;
        if (at_ >= text_.size()) return wrong("an end where a value should stand");
        const char c = text_[at_];
        if (text_.substr(at_, 2) == "$(") return reference();
        if (c == '\'' || c == '"' || c == '`') return quoted(c);
        if (c == '(') {
            at_++;
            const Index inner = choice();
            if (!accept(")")) wrong("a parenthesis that is not closed");
            return inner;
        }
        if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return number();
        return word();
    }

    Index reference() {
        const std::size_t end = text_.find(')', at_);
        if (end == std::string_view::npos) return wrong("«$(» without «)»");
        const std::string_view inside = trimWhiteSpace(text_.substr(at_ + 2, end - at_ - 2));
        // The name of a sprite may itself have a dot; attributes and variables have none, except after «old».
        const std::size_t dot = inside.rfind('.');
        if (dot == std::string_view::npos || dot == 0 || dot + 1 == inside.size())
            return wrong("«$(…)» without «Sprite.attribute» inside");
        Reference found{std::string(inside.substr(0, dot)), std::string(inside.substr(dot + 1))};
        if (found.sprite.size() > 4 && found.sprite.ends_with(".old")) {
            found.old = true;
            found.sprite.resize(found.sprite.size() - 4);
        }
        at_ = end + 1;
        const auto index = static_cast<std::int32_t>(expression_.references_.size());
        expression_.references_.push_back(std::move(found));
        return add({.op = Op::Reference, .reference = index});
    }

    Index quoted(char mark) {
        std::string text;
        for (at_++; at_ < text_.size() && text_[at_] != mark; at_++) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
                const char next = text_[++at_];
                text += next == 'n' ? '\n' : next == 't' ? '\t' : next;
            } else if (text_[at_] == '$' && mark == '`') {
                return wrong("a text with «${…}» inside");
            } else {
                text += text_[at_];
            }
        }
        if (at_ >= text_.size()) return wrong("a text without its end");
        at_++;
        return add({.constant = String(text)});
    }

    Index number() {
        const std::size_t begin = at_;
        const auto digits = [&] {
            while (at_ < text_.size() &&
                   (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '.'))
                at_++;
        };
        digits();
        if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '+') &&
            (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E')) {
            at_++;
            digits();
        }
        const double value = String(text_.substr(begin, at_ - begin)).toNumber();
        if (value != value) return wrong(fmt::format("«{}»", text_.substr(begin, at_ - begin)));
        return add({.constant = value});
    }

    std::string_view name() {
        const std::size_t begin = at_;
        while (at_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
            at_++;
        return text_.substr(begin, at_ - begin);
    }

    Index word() {
        const std::string_view word = name();
        if (word == "true") return add({.constant = Value(true)});
        if (word == "false") return add({.constant = Value(false)});
        if (word == "undefined" || word == "null") return add({.constant = Value()});
        if (word == "Number") return call(Function::ToNumber, {});
        if (word == "String") return call(Function::ToText, {});
        if (word == "parseFloat") return call(Function::ParseFloat, {});
        if (word == "parseInt") return call(Function::ParseInt, {});
        if (word == "Math" && accept(".")) {
            const std::string_view function = name();
            if (function == "PI") return add({.constant = Value(std::numbers::pi)});
            struct Entry {
                std::string_view name;
                Function function;
            };
            static constexpr std::array kMath{
                Entry{"abs", Function::Abs},     Entry{"min", Function::Min},
                Entry{"max", Function::Max},     Entry{"round", Function::Round},
                Entry{"floor", Function::Floor}, Entry{"ceil", Function::Ceil},
                Entry{"sqrt", Function::Sqrt},   Entry{"pow", Function::Pow},
                Entry{"sign", Function::Sign},   Entry{"trunc", Function::Trunc},
                Entry{"hypot", Function::Hypot}};
            for (const Entry& entry : kMath) {
                if (entry.name == function) return call(entry.function, {});
            }
            return wrong(fmt::format("«Math.{}»", function));
        }
        return wrong(word.empty() ? fmt::format("«{}»", text_.substr(at_, 1)) : fmt::format("«{}»", word));
    }

    // Behind a value: .length, .includes(…), …
    Index members(Index value) {
        while (!failed() && accept(".")) {
            const std::string_view member = name();
            if (member == "length") {
                value = add({.op = Op::Call, .function = Function::Length, .arguments = {value}});
                continue;
            }
            struct Entry {
                std::string_view name;
                Function function;
            };
            static constexpr std::array kMethods{Entry{"includes", Function::Includes},
                                                 Entry{"indexOf", Function::IndexOf},
                                                 Entry{"startsWith", Function::StartsWith},
                                                 Entry{"endsWith", Function::EndsWith},
                                                 Entry{"toLowerCase", Function::Lower},
                                                 Entry{"toUpperCase", Function::Upper},
                                                 Entry{"trim", Function::Trim},
                                                 Entry{"toString", Function::ToText}};
            bool known = false;
            for (const Entry& entry : kMethods) {
                if (entry.name != member) continue;
                value = call(entry.function, {value});
                known = true;
            }
            if (!known) return wrong(fmt::format("«.{}»", member));
        }
        return value;
    }

    Index call(Function function, std::vector<Index> arguments) {
        if (!accept("(")) return wrong("a function without «(»");
        if (!accept(")")) {
            do {
                arguments.push_back(choice());
            } while (!failed() && accept(","));
            if (!accept(")")) return wrong("a call that is not closed");
        }
        return add({.op = Op::Call, .function = function, .arguments = std::move(arguments)});
    }

    // ---- letters ----

    void skip() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) at_++;
    }
    bool accept(std::string_view sign) {
        skip();
        if (failed() || text_.substr(at_, sign.size()) != sign) return false;
        at_ += sign.size();
        return true;
    }
    template <std::size_t N>
    std::optional<Op> acceptAny(const std::array<Operator, N>& signs) {
        for (const Operator& op : signs) {
            if (accept(op.sign)) return op.op;
        }
        return std::nullopt;
    }
    bool loneEqualsBeforeReference() {
        skip();
        if (failed() || text_.substr(at_, 1) != "=" || text_.substr(at_, 2) == "==") return false;
        std::size_t next = at_ + 1;
        while (next < text_.size() && std::isspace(static_cast<unsigned char>(text_[next]))) next++;
        if (text_.substr(next, 2) != "$(") return false;
        at_ = next;
        return true;
    }

    Index binary(Op op, Index a, Index b) { return add({.op = op, .a = a, .b = b}); }
    Index add(Expression::Node node) {
        if (expression_.nodes_.size() >= 10000) return wrong("too many parts");
        expression_.nodes_.push_back(std::move(node));
        return static_cast<Index>(expression_.nodes_.size()) - 1;
    }
    [[nodiscard]] bool failed() const { return !error_.empty(); }
    Index wrong(const std::string& what) {
        if (error_.empty())
            error_ =
                fmt::format("the expression «{}» has {}, which cannot be read", text_.substr(0, 200), what);
        return 0;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::string error_{};
    Expression expression_{};
};

Result<Expression> Expression::parse(std::string_view text, bool always) {
    if (text.find("$(") != std::string_view::npos) return ExpressionParser(text).parse();
    const std::string_view trimmed = trimWhiteSpace(text);
    if (always || (!trimmed.empty() && (trimmed.front() == '\'' || trimmed.front() == '"'))) {
        if (auto made = ExpressionParser(trimmed).parse()) return made;
    }
    return ExpressionParser::constant(text);
}

}  // namespace ounce::models
