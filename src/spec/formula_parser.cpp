#include "spec/formula_parser.h"

#include <cmath>
#include <fmt/format.h>

#include "base/nearest.h"
#include "spec/words.h"

namespace ounce::spec {
namespace {

std::string shown(const Token& token) {
    switch (token.kind) {
        case Token::Kind::End: return "the end of the property";
        case Token::Kind::Quoted: return fmt::format("the text \"{}\"", token.text);
        default: return fmt::format("«{}»", token.text);
    }
}

Code comparisonOf(const Token& token) {
    if (token.kind != Token::Kind::Symbol) return Code::Number;
    if (token.text == "=" || token.text == "==") return Code::Equal;
    if (token.text == "!=") return Code::NotEqual;
    if (token.text == "<") return Code::Less;
    if (token.text == "<=") return Code::LessEqual;
    if (token.text == ">") return Code::Greater;
    if (token.text == ">=") return Code::GreaterEqual;
    return Code::Number;
}

}  // namespace

// After the first problem every function returns at once: the token is the end, and nothing is accepted.
void FormulaParser::fails(std::size_t offset, const std::string& what) {
    if (failed_) return;
    failed_ = true;
    error_ = Error{what, fmt::format("{}: {}", spec_.file, spec_.placeOf(offset)), {}};
    token_ = Token{};
}

void FormulaParser::expected(const std::string& what) {
    fails(token_.begin, fmt::format("expected {}, found {}", what, shown(token_)));
}

void FormulaParser::advance() {
    if (failed_) return;
    lastEnd_ = token_.end;
    auto token = lexer_.next();
    if (token) {
        token_ = std::move(*token);
    } else {
        fails(token.error().offset, token.error().what);
    }
}

bool FormulaParser::accept(std::string_view text) {
    if (failed_ || !token_.is(text)) return false;
    advance();
    return true;
}

bool FormulaParser::expect(std::string_view text, std::string_view why) {
    if (accept(text)) return true;
    expected(fmt::format("«{}»{}", text, why));
    return false;
}

TermIndex FormulaParser::add(Term term, std::size_t begin) {
    if (failed_) return kNoTerm;
    term.begin = begin;
    term.end = lastEnd_;
    spec_.terms.push_back(std::move(term));
    return static_cast<TermIndex>(spec_.terms.size() - 1);
}

TermIndex FormulaParser::binary(Code code, TermIndex a, TermIndex b) {
    if (failed_) return kNoTerm;
    const std::size_t begin = spec_.at(a).begin;
    return add({.code = code, .a = a, .b = b}, begin);
}

Result<TermIndex> FormulaParser::ended(TermIndex term) {
    if (!failed_ && token_.kind != Token::Kind::End) {
        expected("the end of the property or a word like «and»");
    }
    if (failed_) return std::unexpected(std::move(error_));
    return term;
}

Result<TermIndex> FormulaParser::property() {
    advance();
    return ended(formula());
}

Result<TermIndex> FormulaParser::expression() {
    advance();
    return ended(since());
}

TermIndex FormulaParser::formula() {
    const std::size_t begin = token_.begin;
    if (accept("always")) {
        const TermIndex a = since();
        return add({.code = Code::Always, .a = a}, begin);
    }
    if (accept("never")) {
        const TermIndex a = since();
        return add({.code = Code::Never, .a = a}, begin);
    }
    if (accept("after")) return after(begin);
    const TermIndex condition = since();
    if (accept("until")) {
        const TermIndex end = since();
        return add({.code = Code::Until, .b = condition, .c = end}, begin);
    }
    return add({.code = Code::Always, .a = condition}, begin);
}

TermIndex FormulaParser::after(std::size_t begin) {
    Term term{.code = Code::Within};
    term.a = since();
    if (accept("within")) {
        term.number = duration();
        term.b = since();
    } else if (accept("for")) {
        term.code = Code::For;
        term.number = duration();
        term.b = since();
    } else if (accept("always")) {
        term.code = Code::AfterAlways;
        term.b = since();
        if (accept("until")) term.c = since();
    } else {
        expected("«within 200 ms …», «for 2 s …» or «always …»");
    }
    return add(std::move(term), begin);
}

double FormulaParser::duration() {
    if (token_.kind != Token::Kind::Number) {
        expected("a time like «200 ms»");
        return 0;
    }
    const double count = token_.number;
    advance();
    struct Unit {
        std::string_view name;
        double steps;
    };
    constexpr Unit kUnits[] = {{"ms", kStepsPerSecond / 1000},
                               {"s", kStepsPerSecond},
                               {"second", kStepsPerSecond},
                               {"seconds", kStepsPerSecond},
                               {"min", 60 * kStepsPerSecond},
                               {"step", 1},
                               {"steps", 1}};
    for (const Unit& unit : kUnits) {
        if (!accept(unit.name)) continue;
        // What is a whole number of steps but for the rounding of decimal fractions counts as that.
        const double steps = std::floor(count * unit.steps + 1e-6);
        if (steps > 1e9) fails(lastEnd_, "the time is longer than any run");
        return steps;
    }
    expected("a unit of time: ms, s, min or steps");
    return 0;
}

TermIndex FormulaParser::since() {
    const TermIndex a = implication();
    if (!accept("since")) return a;
    const TermIndex b = implication();
    return binary(Code::Since, a, b);
}

TermIndex FormulaParser::implication() {
    if (++depth_ > kDeepest) fails(token_.begin, "the formula is nested too deep");
    TermIndex a = disjunction();
    if (accept("=>") || accept("implies")) {
        const TermIndex b = implication();
        a = binary(Code::Implies, a, b);
    }
    depth_--;
    return a;
}

TermIndex FormulaParser::disjunction() {
    TermIndex a = conjunction();
    while (accept("or")) {
        const TermIndex b = conjunction();
        a = binary(Code::Or, a, b);
    }
    return a;
}

TermIndex FormulaParser::conjunction() {
    TermIndex a = negation();
    while (accept("and")) {
        const TermIndex b = negation();
        a = binary(Code::And, a, b);
    }
    return a;
}

TermIndex FormulaParser::negation() {
    const std::size_t begin = token_.begin;
    if (!accept("not")) return comparison();
    if (++depth_ > kDeepest) fails(token_.begin, "the formula is nested too deep");
    const TermIndex a = negation();
    depth_--;
    return add({.code = Code::Not, .a = a}, begin);
}

TermIndex FormulaParser::comparison() {
    const TermIndex a = sum();
    const Code code = comparisonOf(token_);
    if (failed_ || code == Code::Number) return a;
    advance();
    const TermIndex b = sum();
    const TermIndex whole = binary(code, a, b);
    if (comparisonOf(token_) != Code::Number)
        fails(token_.begin, "two comparisons in a row are joined with «and»: 0 < x and x < 10");
    return whole;
}

TermIndex FormulaParser::sum() {
    TermIndex a = product();
    for (;;) {
        const Code code = token_.is("+") ? Code::Add : Code::Subtract;
        if (!accept("+") && !accept("-")) return a;
        const TermIndex b = product();
        a = binary(code, a, b);
    }
}

TermIndex FormulaParser::product() {
    TermIndex a = factor();
    for (;;) {
        const Code code = token_.is("*") ? Code::Multiply : token_.is("/") ? Code::Divide : Code::Mod;
        if (!accept("*") && !accept("/") && !accept("mod")) return a;
        const TermIndex b = factor();
        a = binary(code, a, b);
    }
}

TermIndex FormulaParser::factor() {
    const std::size_t begin = token_.begin;
    if (!accept("-")) return primary();
    if (++depth_ > kDeepest) fails(token_.begin, "the formula is nested too deep");
    const TermIndex a = factor();
    depth_--;
    return add({.code = Code::Negate, .a = a}, begin);
}

TermIndex FormulaParser::primary() {
    const std::size_t begin = token_.begin;
    if (token_.kind == Token::Kind::Number) {
        const double number = token_.number;
        advance();
        return add({.code = Code::Number, .number = number}, begin);
    }
    if (accept("(")) {
        const TermIndex inside = since();
        expect(")");
        return inside;
    }
    if (token_.kind == Token::Kind::Quoted || token_.kind == Token::Kind::Name) return name();
    expected("a value or an event");
    return kNoTerm;
}

// A name alone, a word of the language, or something of a sprite. A sprite's name may be any word, since a
// dot follows it.
TermIndex FormulaParser::name() {
    const std::size_t begin = token_.begin;
    const Token first = token_;
    advance();
    if (accept(".")) {
        Term term{.code = Code::Member, .name = first.text, .quoted = first.kind == Token::Kind::Quoted};
        if (token_.kind != Token::Kind::Name && token_.kind != Token::Kind::Quoted) {
            expected("the name of an attribute, variable or list");
            return kNoTerm;
        }
        term.member = token_.text;
        term.memberQuoted = token_.kind == Token::Kind::Quoted;
        advance();
        if (term.member == "effect" && !term.memberQuoted && accept("(")) {
            if (token_.kind != Token::Kind::Name) expected("the name of an effect, like «ghost»");
            term.member = fmt::format("effect({})", token_.text);
            advance();
            expect(")");
        }
        return add(std::move(term), begin);
    }
    if (first.kind == Token::Kind::Quoted) return add({.code = Code::Text, .name = first.text}, begin);
    if (first.text == "if") return choice(begin);
    if (first.text == "some") return quantifier(begin, Code::Some);
    if (first.text == "every") return quantifier(begin, Code::Every);
    if (isConnector(first.text)) {
        fails(begin, fmt::format("expected a value or an event, found «{}»", first.text));
        return kNoTerm;
    }
    if (const Word* known = findWord(first.text)) return word(*known, begin);
    if (!failed_ && token_.is("(")) {
        std::vector<std::string> words;
        for (const Word& w : kWords) {
            if (!w.takes.empty()) words.emplace_back(w.name);
        }
        const std::string advice = didYouMean(first.text, words);
        fails(begin,
              fmt::format("there is no function «{}»{}{}", first.text, advice.empty() ? "" : "; ", advice));
    }
    return add({.code = Code::Name, .name = first.text}, begin);
}

TermIndex FormulaParser::choice(std::size_t begin) {
    Term term{.code = Code::If};
    term.a = since();
    expect("then");
    term.b = since();
    expect("else");
    term.c = since();
    return add(std::move(term), begin);
}

TermIndex FormulaParser::quantifier(std::size_t begin, Code code) {
    Term term{.code = code};
    if (!spriteName(term.name, "some Apple (Apple.y > 0)")) return kNoTerm;
    expect("(", fmt::format(" around the condition, as in «{} {} (…)»", code == Code::Some ? "some" : "every",
                            term.name));
    term.a = since();
    expect(")");
    return add(std::move(term), begin);
}

bool FormulaParser::spriteName(std::string& to, const char* example) {
    if (token_.kind != Token::Kind::Name && token_.kind != Token::Kind::Quoted) {
        expected(fmt::format("the name of a sprite, as in «{}»", example));
        return false;
    }
    to = token_.text;
    advance();
    return !failed_;
}

TermIndex FormulaParser::word(const Word& word, std::size_t begin) {
    Term term{.code = word.code};
    if (word.takes.empty()) return add(std::move(term), begin);
    if (word.code == Code::Broadcast && token_.kind == Token::Kind::Quoted) {
        term.name = token_.text;
        advance();
        return add(std::move(term), begin);
    }
    if (!expect("(", fmt::format(", as in «{}»", word.example))) return kNoTerm;
    for (std::size_t i = 0; i < word.takes.size(); i++) {
        if (i > 0 && !expect(",", fmt::format(", as in «{}»", word.example))) return kNoTerm;
        if (!argument(word.takes[i], term, static_cast<int>(i))) return kNoTerm;
    }
    expect(")");
    // count(E since F): the two parts of the count.
    if (!failed_ && word.code == Code::Count && spec_.at(term.a).code == Code::Since) {
        const Term inside = spec_.at(term.a);
        term.a = inside.a;
        term.b = inside.b;
    }
    return add(std::move(term), begin);
}

bool FormulaParser::argument(char takes, Term& term, int position) {
    if (takes == 'v') {
        (position == 0 ? term.a : term.b) = since();
        return !failed_;
    }
    std::string& text = position == 0 ? term.name : term.member;
    if (takes == 't' && token_.kind == Token::Kind::Colour) {
        text = token_.text;
        term.memberQuoted = false;
        advance();
        return !failed_;
    }
    if (position > 0) term.memberQuoted = token_.kind == Token::Kind::Quoted;
    if (takes == 'k' && token_.kind == Token::Kind::Number) {  // the keys 0 … 9
        text = token_.text;
        advance();
        return !failed_;
    }
    if (takes == 'm' || takes == 'k') {
        if (token_.kind != Token::Kind::Name && token_.kind != Token::Kind::Quoted) {
            expected(takes == 'm' ? "the name of a message in quotation marks" : "a key, like «space»");
            return false;
        }
        text = token_.text;
        advance();
        // left arrow, right arrow …: the names that Scratch itself gives them
        if (takes == 'k' && token_.is("arrow")) {
            text += " arrow";
            advance();
        }
        return !failed_;
    }
    return spriteName(text, takes == 't' ? "touching(Cat, edge)" : "clones(Apple)");
}

}  // namespace ounce::spec
