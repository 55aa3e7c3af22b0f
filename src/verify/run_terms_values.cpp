// What is known of the expressions of a program, in terms.
#include <algorithm>
#include <cmath>

#include "base/cast.h"
#include "base/comparison.h"
#include "base/text.h"
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
        return held && held->form != Form::TypedHalf ? held->term : kNoTerm;
    }
    switch (x.node) {
        case Node::Cell: {
            const auto found = cells_.find(x.slot);
            return found == cells_.end() ? kNoTerm : found->second;
        }
        case Node::Add:
        case Node::Subtract: {
            const Term a = number(x.a);
            return terms_.make(x.node == Node::Add ? Operator::Add : Operator::Subtract, a, number(x.b));
        }
        case Node::Multiply: {
            const Term a = number(x.a);
            return product(a, number(x.b));
        }
        case Node::Round: return number(x.a);  // of a whole number
        default: return kNoTerm;
    }
}

// Terms know no -0, which a division can tell from 0: where a product could be one, that is a decision.
Term RunTerms::product(Term a, Term b) {
    isNegativeZero_ = false;
    const Term both = terms_.make(Operator::Multiply, a, b);
    if (both == kNoTerm || terms_.isConstant(both)) return both;
    const TermNode x = terms_.at(a), y = terms_.at(b);
    const auto hasZero = [](const TermNode& n) { return n.low <= 0 && n.high >= 0; };
    if (!(hasZero(x) && y.low < 0) && !(hasZero(y) && x.low < 0)) return both;
    const Term zero = terms_.constant(0);
    const Term isZero = terms_.make(Operator::Equal, both, zero);
    const bool nothing = terms_.evaluate(isZero, model) != 0;
    constrain(isZero, nothing, Decision::Kind::Condition);
    if (!nothing) return both;
    bool isNegative = false;
    for (const Term factor : {a, b}) {
        const Term negative = terms_.make(Operator::Less, factor, zero);
        const bool outcome = terms_.evaluate(negative, model) != 0;
        constrain(negative, outcome, Decision::Kind::Condition);
        isNegative = isNegative || outcome;
    }
    if (!isNegative) return zero;
    isNegativeZero_ = true;
    return kNoTerm;
}

RunTerms::Side RunTerms::side(ExpressionIndex e) {
    if (isSymbolic(e)) {
        if (const auto cell = cellOf(machine_.program.expressions[static_cast<std::size_t>(e)])) {
            const Held* held = shadow.find(*cell);
            return {.term = held->term, .isHalf = held->form == Form::TypedHalf};
        }
        return {.term = number(e)};
    }
    return {.isFixed = true, .value = e == kNone ? Value() : look().value(e)};
}

Term RunTerms::comparison(Operator op, const Side& a, const Side& b) {
    if (!a.isFixed && !b.isFixed) {
        if (a.isHalf && b.isHalf) gap = "of numbers between two whole ones only the middle was typed";
        if (a.isHalf == b.isHalf) return terms_.make(op, a.term, b.term);
        if (op == Operator::Equal) return terms_.truth(false);
        // a + 1/2 < b means a < b; a < b + 1/2 means not b < a.
        if (a.isHalf) return terms_.make(op, a.term, b.term);
        const Term greater = terms_.make(op, b.term, a.term);
        return greater == kNoTerm ? kNoTerm : terms_.negation(greater);
    }
    const bool leftIsFixed = a.isFixed;
    const Term term = leftIsFixed ? b.term : a.term;
    if (term == kNoTerm) return kNoTerm;
    double fixed = 0;
    if (!comparedNumber(leftIsFixed ? a.value : b.value, fixed)) {
        // The digits of a number are never the same as a text that is no number; and they stand before a
        // letter, behind a blank.
        if (op == Operator::Equal) return terms_.truth(false);
        const std::string text = lowerCase(toText(leftIsFixed ? a.value : b.value).utf8());
        const bool isBefore = text.empty() || (text[0] >= 0 && text[0] < '-');
        const bool isBehind = !text.empty() && (text[0] < 0 || text[0] > '9');
        if (!isBefore && !isBehind) return kNoTerm;
        return terms_.truth(leftIsFixed ? isBefore : isBehind);
    }
    if (a.isHalf || b.isHalf) fixed -= 0.5;
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

// ---- what answers are compared with ----

void RunTerms::learn(const Value& value, bool isOrdered) {
    if (answers_.isCovered(value, isOrdered)) return;
    double number = 0;
    if (isOrdered && comparedNumber(value, number))
        gap = "answers are compared with a number that is not whole, or very large";
    const std::string text = toText(value).utf8();
    if (std::ranges::find(learnt_, text) == learnt_.end()) learnt_.push_back(text);
}

void RunTerms::learnFrom(std::int32_t statement) {
    const auto found = answers_.comparands.find(statement);
    if (found == answers_.comparands.end()) return;
    constexpr std::size_t kMostItems = 200;
    const TargetState& target =
        *machine_.state.targets[static_cast<std::size_t>(machine_.reading().targetIndex)];
    for (const Comparand& c : found->second) {
        if (c.value != kNone) {
            learn(look().value(c.value), c.isOrdered);
            continue;
        }
        const List& list =
            (c.onStage ? *machine_.state.targets[0] : target).lists[static_cast<std::size_t>(c.list)];
        if (list.size() > kMostItems) gap = "a list that answers are looked for in is very long";
        for (std::size_t i = 0; i < std::min(list.size(), kMostItems); i++) learn(list[i], false);
    }
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
