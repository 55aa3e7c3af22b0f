// What is known of the expressions of a program, in terms.
#include <algorithm>
#include <cmath>

#include "base/comparison.h"
#include "verify/run_terms.h"
#include "verify/whole_number.h"
#include "vm/machine.h"

namespace ounce::verify {

std::optional<Cell> RunTerms::cellOf(const Expression& x) const {
    if (x.node == Node::OwnVariable) return Cell{machine_.reading().targetIndex, x.slot};
    if (x.node == Node::StageVariable) return Cell{0, x.slot};
    if (x.node == Node::Report && x.opcode == Opcode::sensing_answer) return kAnswer;
    return std::nullopt;
}

bool RunTerms::isSymbolic(ExpressionIndex e) const {
    if (e == kNone) return false;
    const Expression& x = machine_.program.expressions[static_cast<std::size_t>(e)];
    if (const auto cell = cellOf(x)) return shadow.find(*cell) != nullptr;
    if (x.node == Node::Cell) return cells_.contains(x.slot);
    if (x.opcode == Opcode::sensing_of) {
        // Some sprite's variable, perhaps: see fix().
        if (std::ranges::any_of(shadow.cells(), [](const auto& c) { return c.first != kAnswer; }))
            return true;
    }
    return isSymbolic(x.a) || isSymbolic(x.b);
}

Term RunTerms::number(ExpressionIndex e) {
    if (e == kNone) return kNoTerm;
    const Expression& x = machine_.program.expressions[static_cast<std::size_t>(e)];
    if (x.node == Node::Random) {
        // From a number to itself nothing is drawn.
        const double low = look().number(x.a);
        std::int64_t whole = 0;
        if (low == look().number(x.b)) return wholeNumber(low, whole) ? terms_.constant(whole) : kNoTerm;
        return nextDrawn_ < drawn_.size() ? drawn_[nextDrawn_++] : kNoTerm;
    }
    if (!isSymbolic(e) && !x.draws) {
        std::int64_t whole = 0;
        return wholeNumber(look().number(e), whole) ? terms_.constant(whole) : kNoTerm;
    }
    if (const auto cell = cellOf(x)) {
        const Held* held = shadow.find(*cell);
        return held ? held->term : kNoTerm;
    }
    switch (x.node) {
        case Node::Cell: {
            const auto found = cells_.find(x.slot);
            return found == cells_.end() ? kNoTerm : found->second;
        }
        case Node::Add:
        case Node::Subtract:
        case Node::Multiply: {
            const Term a = number(x.a);
            return terms_.make(x.node == Node::Add        ? Operator::Add
                               : x.node == Node::Subtract ? Operator::Subtract
                                                          : Operator::Multiply,
                               a, number(x.b));
        }
        case Node::Round: return number(x.a);  // of a whole number
        default: return kNoTerm;
    }
}

RunTerms::Side RunTerms::side(ExpressionIndex e) {
    if (isSymbolic(e)) return {.term = number(e)};
    return {.isFixed = true, .value = e == kNone ? Value() : look().value(e)};
}

Term RunTerms::comparison(Operator op, const Side& a, const Side& b) {
    if (!a.isFixed && !b.isFixed) return terms_.make(op, a.term, b.term);
    const bool leftIsFixed = a.isFixed;
    const Term term = leftIsFixed ? b.term : a.term;
    if (term == kNoTerm) return kNoTerm;
    double fixed = 0;
    if (!comparedNumber(leftIsFixed ? a.value : b.value, fixed)) {
        // The digits of a number are never the same as a text that is no number; their order is another
        // matter.
        return op == Operator::Equal ? terms_.truth(false) : kNoTerm;
    }
    if (std::fabs(fixed) > Terms::kGreatest) {
        if (op == Operator::Equal) return terms_.truth(false);
        return terms_.truth(leftIsFixed ? fixed < 0 : fixed > 0);
    }
    if (op == Operator::Equal && std::trunc(fixed) != fixed) return terms_.truth(false);
    // fixed < term means floor(fixed) < term; term < fixed means term < ceil(fixed).
    const double whole = leftIsFixed ? std::floor(fixed) : std::ceil(fixed);
    const Term constant = terms_.constant(static_cast<std::int64_t>(whole));
    return leftIsFixed ? terms_.make(op, constant, term) : terms_.make(op, term, constant);
}

Term RunTerms::condition(ExpressionIndex e) {
    if (e == kNone) return terms_.truth(false);
    if (!isSymbolic(e)) return terms_.truth(look().boolean(e));
    const Expression& x = machine_.program.expressions[static_cast<std::size_t>(e)];
    switch (x.node) {
        case Node::Equal: {
            const Side a = side(x.a);
            return comparison(Operator::Equal, a, side(x.b));
        }
        case Node::Less: {
            const Side a = side(x.a);
            return comparison(Operator::Less, a, side(x.b));
        }
        case Node::Greater: {
            const Side b = side(x.b);
            return comparison(Operator::Less, b, side(x.a));
        }
        case Node::Not: return terms_.negation(condition(x.a));
        case Node::And:
        case Node::Or: {
            const Term a = condition(x.a);
            return terms_.make(x.node == Node::And ? Operator::And : Operator::Or, a, condition(x.b));
        }
        default: return kNoTerm;
    }
}

}  // namespace ounce::verify
