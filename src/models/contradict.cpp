// Effects that exclude each other. What a change or a comparison allows is a range of numbers; two ranges
// without a common number contradict each other.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/cast.h"
#include "models/play.h"

namespace ounce::models {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Range {
    double low = -kInfinity, high = kInfinity;
    bool lowOpen = false, highOpen = false;
};

bool apart(const Range& a, const Range& b) {
    const auto below = [](const Range& left, const Range& right) {
        return left.high < right.low || (left.high == right.low && (left.highOpen || right.lowOpen));
    };
    return below(a, b) || below(b, a);
}

Range rangeOf(const Change& change) {
    switch (change.kind) {
        case Change::Kind::Increase: return {.low = 0, .lowOpen = true};
        case Change::Kind::Decrease: return {.high = 0, .highOpen = true};
        case Change::Kind::Same: return {.low = 0, .high = 0};
        case Change::Kind::NoDecrease: return {.low = 0};
        case Change::Kind::NoIncrease: return {.high = 0};
        case Change::Kind::Exactly: return {.low = change.by, .high = change.by};
    }
    return {};
}

std::optional<Range> rangeOf(Comparison comparison, double number) {
    if (std::isnan(number)) return std::nullopt;
    switch (comparison) {
        case Comparison::Equal: return Range{.low = number, .high = number};
        case Comparison::Greater: return Range{.low = number, .lowOpen = true};
        case Comparison::GreaterEqual: return Range{.low = number};
        case Comparison::Less: return Range{.high = number, .highOpen = true};
        case Comparison::LessEqual: return Range{.high = number};
    }
    return std::nullopt;
}

bool sameSubject(const Subject& a, const Subject& b) {
    return a.kind == b.kind && a.sprite == b.sprite && a.slot == b.slot &&
           (a.kind != Subject::Kind::Attribute || a.attribute == b.attribute);
}

bool comparisonsContradict(const BoundCheck& a, const BoundCheck& b) {
    if (!a.references.empty() || !b.references.empty()) return false;
    const auto first = rangeOf(a.comparison, toRawNumber(a.value));
    const auto second = rangeOf(b.comparison, toRawNumber(b.value));
    if (first && second) return apart(*first, *second);
    const bool bothEqual = a.comparison == Comparison::Equal && b.comparison == Comparison::Equal;
    return bothEqual && !looselyEqual(a.value, b.value, true);
}

}  // namespace

bool contradict(const BoundCheck& a, bool aNegated, const BoundCheck& b, bool bNegated) {
    if (a.kind != b.kind) return false;
    if (a.text == b.text) return aNegated != bNegated && !a.changes;
    if (aNegated || bNegated) return false;
    switch (a.kind) {
        case CheckKind::Click: return a.sprite != b.sprite;
        case CheckKind::BackgroundChange: return a.name != b.name;
        case CheckKind::Output: return a.sprite == b.sprite && a.references.empty() && b.references.empty();
        case CheckKind::AttrChange:
        case CheckKind::VarChange:
            return sameSubject(a.subject, b.subject) && apart(rangeOf(a.change), rangeOf(b.change));
        case CheckKind::AttrComp:
        case CheckKind::VarComp: return sameSubject(a.subject, b.subject) && comparisonsContradict(a, b);
        case CheckKind::NbrOfClones:
        case CheckKind::NbrOfVisibleClones: {
            const auto first = rangeOf(a.comparison, a.number), second = rangeOf(b.comparison, b.number);
            return a.sprite == b.sprite && first && second && apart(*first, *second);
        }
        default: return false;
    }
}

}  // namespace ounce::models
