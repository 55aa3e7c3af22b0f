#include "generate/relations.h"

namespace ounce {

namespace {

using Ask = Check::Kind;  // «Kind» is a name of the layer below, too

// A program with more variables or sprites has some relations that nobody looks for; their number would grow
// with the square.
constexpr std::size_t kMostNumbers = 24;

}  // namespace

bool areComparable(const Check& a, const Check& b) {
    const bool related = a.kind == Ask::X || a.kind == Ask::Y || a.kind == Ask::Variable;
    return related && a.kind == b.kind && !a.subject.clone && !b.subject.clone;
}

Check relationOf(const Check& a, const Check& b, double difference) {
    Check check = a;
    check.minus = {.kind = b.kind, .subject = b.subject, .name = b.name};
    check.comparison = Check::Comparison::Equal;
    check.expected = Value(difference);
    return check;
}

void Relations::add(const Observation& observation) {
    if (!begun_) {
        begun_ = true;
        for (const auto& [key, check] : observation) {
            if (numbers_.size() < kMostNumbers && areComparable(check, check))
                numbers_.push_back({key, check});
        }
        now_.resize(numbers_.size());
        differences_.resize(numbers_.size() * numbers_.size());
    }
    for (std::size_t i = 0; i < numbers_.size(); i++) {
        Number& number = numbers_[i];
        if (!number.usable) continue;
        const auto found = observation.find(number.key);
        now_[i] = found == observation.end() ? std::nan("") : numberForTests(found->second.expected);
        number.range.add(now_[i]);
        number.usable = std::isfinite(now_[i]);
    }
    for (std::size_t a = 0; a < numbers_.size(); a++) {
        for (std::size_t b = a + 1; numbers_[a].usable && b < numbers_.size(); b++) {
            if (numbers_[b].usable && areComparable(numbers_[a].check, numbers_[b].check))
                differences_[a * numbers_.size() + b].add(now_[a] - now_[b]);
        }
    }
}

std::vector<Check> Relations::lasting() const {
    std::vector<Check> checks;
    const auto isOpen = [](const Number& number) { return number.usable && !number.range.isConstant(); };
    for (std::size_t a = 0; a < numbers_.size(); a++) {
        for (std::size_t b = a + 1; isOpen(numbers_[a]) && b < numbers_.size(); b++) {
            const ValueRange& range = differences_[a * numbers_.size() + b];
            if (!isOpen(numbers_[b]) || !range.isNumeric()) continue;
            Check check = relationOf(numbers_[a].check, numbers_[b].check, 0);
            const ValueRange &first = numbers_[a].range, &second = numbers_[b].range;
            if (range.isConstant()) {
                check.expected = Value(range.least());
            } else if (check.kind != Ask::Variable) {
                continue;  // that two sprites never passed each other is luck more often than a rule
            } else if (range.least() >= 0 && first.least() < second.most()) {
                check.comparison = Check::Comparison::AtLeast;
            } else if (range.most() <= 0 && second.least() < first.most()) {
                check.comparison = Check::Comparison::AtMost;
            } else {
                continue;
            }
            checks.push_back(std::move(check));
        }
    }
    return checks;
}

}  // namespace ounce
