// Terms over whole numbers that a run has not fixed: what a player typed, what was drawn from a large range.
// Equal terms are one: a Term is a place in the table, and comparing terms is comparing places.
//
// Every symbol has a range; all arithmetic stays far below 2^53, where the machine's floating-point numbers
// are exact, so a term means the same to a solver as to the machine.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace ounce::verify {

using Term = std::int32_t;
using Symbol = std::int32_t;
constexpr Term kNoTerm = -1;

enum class Operator : std::uint8_t { Constant, Unknown, Add, Subtract, Multiply, Equal, Less, Not, And, Or };

struct TermNode {
    Operator op = Operator::Constant;
    Term a = kNoTerm, b = kNoTerm;
    std::int64_t value = 0;    // a constant, or which symbol
    double low = 0, high = 0;  // between these it lies whatever the symbols are
};

// A number that is not fixed. Its ordinal is its place in a model; which number of which run it is, is known
// to whoever gave it the ordinal.
struct SymbolNode {
    std::int32_t ordinal = 0;
    std::int64_t low = 0, high = 0;
    auto operator<=>(const SymbolNode&) const = default;
};

// Values of symbols, by ordinal.
using Model = std::vector<std::int64_t>;

class Terms {
  public:
    static constexpr double kGreatest = 4503599627370496.0;  // 2^52: results beyond it have no term

    [[nodiscard]] const SymbolNode& symbolAt(Symbol s) const { return table_[static_cast<std::size_t>(s)]; }
    [[nodiscard]] std::size_t ordinalOf(Symbol s) const {
        return static_cast<std::size_t>(symbolAt(s).ordinal);
    }
    Term symbol(const SymbolNode& symbol);
    Term constant(std::int64_t value);
    Term truth(bool value) { return constant(value ? 1 : 0); }
    // kNoTerm if the result could be too large, or if an operand is kNoTerm.
    Term make(Operator op, Term a, Term b = kNoTerm);
    Term negation(Term a) { return make(Operator::Not, a); }

    [[nodiscard]] const TermNode& at(Term t) const { return nodes_[static_cast<std::size_t>(t)]; }
    [[nodiscard]] bool isConstant(Term t) const { return at(t).op == Operator::Constant; }
    // The same with other ordinals, by old ordinal.
    Term renamed(Term t, const std::vector<std::int32_t>& ordinals);
    [[nodiscard]] std::int64_t evaluate(Term t, const Model& model) const;
    // Its symbols, ascending, each once.
    [[nodiscard]] const std::vector<Symbol>& symbolsOf(Term t) const {
        return symbols_[static_cast<std::size_t>(t)];
    }

  private:
    Term add(TermNode node);

    std::vector<TermNode> nodes_;
    std::vector<std::vector<Symbol>> symbols_;
    std::vector<SymbolNode> table_;
    std::map<SymbolNode, Symbol> symbolPlaces_;
    std::map<std::tuple<Operator, Term, Term, std::int64_t>, Term> known_;
};

// Those constraints that have to do with one of the symbols, directly or through others.
std::vector<Term> connected(const Terms& terms, std::span<const Term> constraints,
                            std::vector<Symbol> symbols);

}  // namespace ounce::verify
