#include "verify/terms.h"

#include <algorithm>

namespace ounce::verify {
namespace {

bool isTruth(Operator op) { return op >= Operator::Equal; }

std::int64_t apply(Operator op, std::int64_t a, std::int64_t b) {
    switch (op) {
        case Operator::Add: return a + b;
        case Operator::Subtract: return a - b;
        case Operator::Multiply: return a * b;
        case Operator::Equal: return a == b ? 1 : 0;
        case Operator::Less: return a < b ? 1 : 0;
        case Operator::Not: return a == 0 ? 1 : 0;
        case Operator::And: return a != 0 && b != 0 ? 1 : 0;
        case Operator::Or: return a != 0 || b != 0 ? 1 : 0;
        case Operator::Constant:
        case Operator::Unknown: break;
    }
    return 0;
}

}  // namespace

Term Terms::add(TermNode node) {
    const auto [place, isNew] =
        known_.try_emplace({node.op, node.a, node.b, node.value}, static_cast<Term>(nodes_.size()));
    if (!isNew) return place->second;
    std::vector<Symbol> symbols;
    if (node.op == Operator::Unknown) symbols.push_back(static_cast<Symbol>(node.value));
    for (const Term part : {node.a, node.b}) {
        if (part == kNoTerm) continue;
        std::vector<Symbol> merged;
        std::ranges::set_union(symbols, symbolsOf(part), std::back_inserter(merged));
        symbols = std::move(merged);
    }
    nodes_.push_back(node);
    symbols_.push_back(std::move(symbols));
    return place->second;
}

Term Terms::symbol(const SymbolNode& symbol) {
    const auto [place, isNew] = symbolPlaces_.try_emplace(symbol, static_cast<Symbol>(table_.size()));
    if (isNew) table_.push_back(symbol);
    TermNode node{.op = Operator::Unknown, .value = place->second};
    node.low = static_cast<double>(symbol.low);
    node.high = static_cast<double>(symbol.high);
    return add(node);
}

Term Terms::renamed(Term t, const std::vector<std::int32_t>& ordinals) {
    if (t == kNoTerm || symbolsOf(t).empty()) return t;
    const TermNode node = at(t);
    if (node.op == Operator::Unknown) {
        SymbolNode symbol = symbolAt(static_cast<Symbol>(node.value));
        symbol.ordinal = ordinals[static_cast<std::size_t>(symbol.ordinal)];
        return this->symbol(symbol);
    }
    const Term a = renamed(node.a, ordinals);
    TermNode copy = node;
    copy.a = a;
    copy.b = renamed(node.b, ordinals);
    return add(copy);
}

Term Terms::constant(std::int64_t value) {
    TermNode node{.op = Operator::Constant, .value = value};
    node.low = node.high = static_cast<double>(value);
    return add(node);
}

Term Terms::make(Operator op, Term a, Term b) {
    if (a == kNoTerm || (b == kNoTerm && op != Operator::Not)) return kNoTerm;
    const TermNode x = at(a);
    const TermNode y = b == kNoTerm ? TermNode{} : at(b);
    if (x.op == Operator::Constant && (b == kNoTerm || y.op == Operator::Constant)) {
        if (isTruth(op)) return truth(apply(op, x.value, y.value) != 0);
    }
    if (op == Operator::Not && x.op == Operator::Not) return x.a;
    TermNode node{.op = op, .a = a, .b = b};
    switch (op) {
        case Operator::Add: node.low = x.low + y.low, node.high = x.high + y.high; break;
        case Operator::Subtract: node.low = x.low - y.high, node.high = x.high - y.low; break;
        case Operator::Multiply: {
            const auto corners = {x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high};
            node.low = std::min(corners), node.high = std::max(corners);
            break;
        }
        default: node.high = 1; break;
    }
    if (node.low < -kGreatest || node.high > kGreatest) return kNoTerm;
    if (x.op == Operator::Constant && y.op == Operator::Constant)
        return constant(apply(op, x.value, y.value));
    // Ranges decide many comparisons.
    if (op == Operator::Less && x.high < y.low) return truth(true);
    if (op == Operator::Less && x.low >= y.high) return truth(false);
    if (op == Operator::Equal && (x.high < y.low || y.high < x.low)) return truth(false);
    if (op == Operator::Equal && a == b) return truth(true);
    if (op == Operator::And || op == Operator::Or) {
        const bool neutral = op == Operator::And;
        if (x.op == Operator::Constant) return (x.value != 0) == neutral ? b : a;
        if (y.op == Operator::Constant) return (y.value != 0) == neutral ? a : b;
    }
    return add(node);
}

std::int64_t Terms::evaluate(Term t, const Model& model) const {
    const TermNode& node = at(t);
    switch (node.op) {
        case Operator::Constant: return node.value;
        case Operator::Unknown: return model[ordinalOf(static_cast<Symbol>(node.value))];
        default: break;
    }
    return apply(node.op, evaluate(node.a, model), node.b == kNoTerm ? 0 : evaluate(node.b, model));
}

std::vector<Term> connected(const Terms& terms, std::span<const Term> constraints,
                            std::vector<Symbol> symbols) {
    std::ranges::sort(symbols);
    std::vector<std::uint8_t> taken(constraints.size(), 0);
    for (bool grew = true; grew;) {
        grew = false;
        for (std::size_t i = 0; i < constraints.size(); i++) {
            if (taken[i] != 0) continue;
            const std::vector<Symbol>& mine = terms.symbolsOf(constraints[i]);
            const bool touches =
                std::ranges::any_of(mine, [&](Symbol s) { return std::ranges::binary_search(symbols, s); });
            if (!touches) continue;
            taken[i] = 1;
            grew = true;
            std::vector<Symbol> merged;
            std::ranges::set_union(symbols, mine, std::back_inserter(merged));
            symbols = std::move(merged);
        }
    }
    std::vector<Term> result;
    for (std::size_t i = 0; i < constraints.size(); i++) {
        if (taken[i] != 0) result.push_back(constraints[i]);
    }
    return result;
}

}  // namespace ounce::verify
