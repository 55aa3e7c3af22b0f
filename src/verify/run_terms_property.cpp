// What a property sees, in terms.
#include <algorithm>

#include "base/cast.h"
#include "verify/run_terms.h"
#include "verify/whole_number.h"
#include "vm/machine.h"

namespace ounce::verify {
namespace {

bool isArithmetic(spec::Code code) {
    return code == spec::Code::Add || code == spec::Code::Subtract || code == spec::Code::Multiply ||
           code == spec::Code::Negate;
}
bool isComparison(spec::Code code) { return code >= spec::Code::Equal && code <= spec::Code::GreaterEqual; }
bool isLeaf(spec::Code code) { return code == spec::Code::Variable || code == spec::Code::Answer; }

// The nodes that hold a variable or the answer and whose value is used otherwise than in sums and
// comparisons.
class Strict {
  public:
    explicit Strict(const spec::Monitor& monitor) : m_(monitor) {
        for (const spec::Node& node : m_.nodes) parent(node);
        for (const std::int32_t whole : {m_.condition, m_.trigger, m_.end}) taken(whole);
        std::ranges::sort(found_);
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    }
    std::vector<std::int32_t> found() && { return std::move(found_); }

  private:
    void parent(const spec::Node& node) {
        if (isArithmetic(node.code)) return;  // judged by who uses it
        for (const std::int32_t part : {node.a, node.b, node.c}) {
            if (isComparison(node.code)) {
                compared(part);
            } else {
                taken(part);
            }
        }
        if (node.code == spec::Code::Both) taken(node.other);
    }
    void compared(std::int32_t i) {
        if (i == kNone) return;
        const spec::Node& node = at(i);
        if (isArithmetic(node.code)) {
            compared(node.a);
            compared(node.b);
        } else if (node.code == spec::Code::Variable && node.bound != kNone) {
            found_.push_back(i);
        }
    }
    void taken(std::int32_t i) {
        if (i == kNone) return;
        const spec::Node& node = at(i);
        if (isLeaf(node.code)) found_.push_back(i);
        if (isArithmetic(node.code)) {
            taken(node.a);
            taken(node.b);
        }
    }
    [[nodiscard]] const spec::Node& at(std::int32_t i) const { return m_.nodes[static_cast<std::size_t>(i)]; }

    const spec::Monitor& m_;
    std::vector<std::int32_t> found_{};
};

}  // namespace

std::vector<std::int32_t> RunTerms::strictNodes(const spec::Monitor& monitor) {
    return Strict(monitor).found();
}

bool RunTerms::isSymbolic(const spec::Monitor& monitor, std::int32_t i) const {
    if (i == kNone) return false;
    const spec::Node& node = monitor.nodes[static_cast<std::size_t>(i)];
    if (node.code == spec::Code::Answer) return shadow.find(kAnswer) != nullptr;
    if (node.code == spec::Code::Variable)
        return node.bound == kNone && shadow.find(Cell{node.sprite, node.slot}) != nullptr;
    if (!isArithmetic(node.code)) return false;
    return isSymbolic(monitor, node.a) || isSymbolic(monitor, node.b);
}

void RunTerms::looking(const spec::Monitor& monitor) {
    if (shadow.empty()) return;
    for (const std::int32_t i : strict_[&monitor]) {
        const spec::Node& node = monitor.nodes[static_cast<std::size_t>(i)];
        if (node.code == spec::Code::Answer) {
            fix(kAnswer);
        } else if (node.bound == kNone) {
            fix(Cell{node.sprite, node.slot});
        } else {
            const auto cells = shadow.cells();
            for (const auto& [cell, held] : cells) {
                if (cell != kAnswer && cell.slot == node.slot &&
                    machine_.state.targets[static_cast<std::size_t>(cell.target)]->sprite == node.sprite)
                    fix(cell);
            }
        }
    }
}

Term RunTerms::number(const spec::Monitor& monitor, std::int32_t i) {
    const spec::Node& node = monitor.nodes[static_cast<std::size_t>(i)];
    std::int64_t whole = 0;
    switch (node.code) {
        case spec::Code::Constant:
            return wholeNumber(toNumber(node.constant), whole) ? terms_.constant(whole) : kNoTerm;
        case spec::Code::Answer:
        case spec::Code::Variable: {
            const Cell cell = node.code == spec::Code::Answer ? kAnswer : Cell{node.sprite, node.slot};
            if (const Held* held = shadow.find(cell))
                return held->form == Form::TypedHalf ? kNoTerm : held->term;
            const Value& value = cell == kAnswer
                                     ? machine_.state.answer
                                     : machine_.state.targets[static_cast<std::size_t>(cell.target)]
                                           ->variables[static_cast<std::size_t>(cell.slot)];
            return wholeNumber(toNumber(value), whole) ? terms_.constant(whole) : kNoTerm;
        }
        case spec::Code::Add: {
            const Term a = number(monitor, node.a);
            return terms_.make(Operator::Add, a, number(monitor, node.b));
        }
        case spec::Code::Subtract: {
            const Term a = number(monitor, node.a);
            return terms_.make(Operator::Subtract, a, number(monitor, node.b));
        }
        case spec::Code::Multiply: {
            const Term a = number(monitor, node.a);
            return terms_.make(Operator::Multiply, a, number(monitor, node.b));  // compared: -0 is 0
        }
        case spec::Code::Negate:
            return terms_.make(Operator::Subtract, terms_.constant(0), number(monitor, node.a));
        default: return kNoTerm;
    }
}

// What a part of a formula is worth, where that is a plain matter.
std::optional<Value> RunTerms::plainValue(const spec::Monitor& monitor, std::int32_t i) const {
    const spec::Node& node = monitor.nodes[static_cast<std::size_t>(i)];
    if (node.code == spec::Code::Constant) return node.constant;
    if (node.code == spec::Code::Variable && node.bound == kNone)
        return machine_.state.targets[static_cast<std::size_t>(node.sprite)]
            ->variables[static_cast<std::size_t>(node.slot)];
    if (!isArithmetic(node.code)) return std::nullopt;
    const auto a = plainValue(monitor, node.a);
    const auto b = node.b == kNone ? std::optional<Value>(0.0) : plainValue(monitor, node.b);
    if (!a || !b) return std::nullopt;
    const double x = toNumber(*a), y = toNumber(*b);
    return node.code == spec::Code::Add        ? x + y
           : node.code == spec::Code::Subtract ? x - y
           : node.code == spec::Code::Multiply ? x * y
                                               : -x;
}

void RunTerms::learnFrom(const spec::Monitor& monitor, std::int32_t i) {
    const auto found = std::ranges::find(answers_.compared, i, &std::pair<std::int32_t, std::int32_t>::first);
    if (found == answers_.compared.end()) return;
    const spec::Code code = monitor.nodes[static_cast<std::size_t>(i)].code;
    const auto value = plainValue(monitor, found->second);
    if (value) {
        learn(*value, code != spec::Code::Equal && code != spec::Code::NotEqual);
    } else {
        gap = "the property compares answers with something for which not every answer was typed";
    }
}

void RunTerms::compared(const spec::Monitor& monitor, std::int32_t i, bool outcome) {
    if (!answers_.compared.empty()) learnFrom(monitor, i);
    if (shadow.empty()) return;
    const spec::Node& node = monitor.nodes[static_cast<std::size_t>(i)];
    if (!isSymbolic(monitor, node.a) && !isSymbolic(monitor, node.b)) return;
    const auto sideOf = [&](std::int32_t part) -> Side {
        if (isSymbolic(monitor, part)) {
            const spec::Node& leaf = monitor.nodes[static_cast<std::size_t>(part)];
            if (!isLeaf(leaf.code)) return {.term = number(monitor, part)};
            const Held* held =
                shadow.find(leaf.code == spec::Code::Answer ? kAnswer : Cell{leaf.sprite, leaf.slot});
            return {.term = held->term, .isHalf = held->form == Form::TypedHalf};
        }
        if (const auto plain = plainValue(monitor, part)) return {.isFixed = true, .value = *plain};
        const spec::Node& fixed = monitor.nodes[static_cast<std::size_t>(part)];
        if (fixed.code == spec::Code::Constant) return {.isFixed = true, .value = fixed.constant};
        return {.term = number(monitor, part)};
    };
    const Side a = sideOf(node.a), b = sideOf(node.b);
    Term term = kNoTerm;
    switch (node.code) {
        case spec::Code::Equal: term = comparison(Operator::Equal, a, b); break;
        case spec::Code::NotEqual: term = comparison(Operator::Equal, a, b), outcome = !outcome; break;
        case spec::Code::Less: term = comparison(Operator::Less, a, b); break;
        case spec::Code::GreaterEqual: term = comparison(Operator::Less, a, b), outcome = !outcome; break;
        case spec::Code::Greater: term = comparison(Operator::Less, b, a); break;
        default: term = comparison(Operator::Less, b, a), outcome = !outcome; break;
    }
    if (term != kNoTerm) return constrain(term, outcome, Decision::Kind::Condition);
    // Not in terms: the cells that it looked at are taken as they are.
    const auto fixLeaves = [&](auto& self, std::int32_t part) -> void {
        if (part == kNone) return;
        const spec::Node& leaf = monitor.nodes[static_cast<std::size_t>(part)];
        if (leaf.code == spec::Code::Answer) fix(kAnswer);
        if (leaf.code == spec::Code::Variable && leaf.bound == kNone) fix(Cell{leaf.sprite, leaf.slot});
        if (isArithmetic(leaf.code)) {
            self(self, leaf.a);
            self(self, leaf.b);
        }
    };
    fixLeaves(fixLeaves, node.a);
    fixLeaves(fixLeaves, node.b);
}

}  // namespace ounce::verify
