// One formula, from words to terms. Weakest first: since, =>, or, and, not, comparisons, + -, * / mod, minus.
#pragma once

#include <string>
#include <string_view>

#include "spec/lexer.h"
#include "spec/syntax.h"

namespace ounce::spec {

class FormulaParser {
  public:
    // Terms go to `spec`, whose source the formula is a part of.
    FormulaParser(Spec& spec, std::size_t begin, std::size_t end)
        : spec_(spec), lexer_(spec.source, begin, end) {}

    // A whole property: always, never, after …, or a condition, which is meant always.
    Result<TermIndex> property();
    // What a `let` names.
    Result<TermIndex> expression();

  private:
    // A formula that is nested deeper than anyone writes would take more stack than there is.
    static constexpr int kDeepest = 200;

    TermIndex formula();
    TermIndex after(std::size_t begin);
    TermIndex since();
    TermIndex implication();
    TermIndex disjunction();
    TermIndex conjunction();
    TermIndex negation();
    TermIndex comparison();
    TermIndex sum();
    TermIndex product();
    TermIndex factor();
    TermIndex primary();
    TermIndex choice(std::size_t begin);
    TermIndex quantifier(std::size_t begin, Code code);
    TermIndex word(const struct Word& word, std::size_t begin);
    TermIndex name();
    bool argument(char takes, Term& term, int position);
    bool spriteName(std::string& to, const char* example);
    double duration();

    void advance();
    bool accept(std::string_view text);
    bool expect(std::string_view text, std::string_view why = {});
    void expected(const std::string& what);
    void fails(std::size_t offset, const std::string& what);
    TermIndex add(Term term, std::size_t begin);
    TermIndex binary(Code code, TermIndex a, TermIndex b);
    Result<TermIndex> ended(TermIndex term);

    Spec& spec_;
    Lexer lexer_;
    Token token_{};
    std::size_t lastEnd_ = 0;  // behind the token before this one
    int depth_ = 0;
    bool failed_ = false;
    Error error_{};
};

}  // namespace ounce::spec
