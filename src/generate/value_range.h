// The numbers that a value had in several runs, and how far the next one may be away.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "testing/check.h"

namespace ounce {

class ValueRange {
  public:
    void add(double value) {
        numeric_ = numeric_ && std::isfinite(value);
        whole_ = whole_ && value == std::floor(value);
        zero_ = zero_ || value == 0;
        least_ = std::min(least_, value);
        most_ = std::max(most_, value);
    }

    [[nodiscard]] bool isNumeric() const { return numeric_ && least_ <= most_; }
    [[nodiscard]] bool isConstant() const { return least_ == most_; }
    [[nodiscard]] bool hasZero() const { return zero_; }
    // 0 lies between the bounds.
    [[nodiscard]] bool mayBeZero() const { return lowest() <= 0 && highest() >= 0; }
    [[nodiscard]] double least() const { return least_; }
    [[nodiscard]] double most() const { return most_; }
    // With a margin. Of n numbers the next one lies outside with a chance of 2 / (n + 1), whatever their
    // distribution, and a test has a hundred such bounds. Half of what was seen at each side makes that one
    // in 10 000 and less for numbers around a mean, and nothing for those that are equally likely everywhere;
    // trying out widens the others.
    [[nodiscard]] double lowest() const { return rounded(least_ - margin(), false); }
    [[nodiscard]] double highest() const { return rounded(most_ + margin(), true); }
    // It says nothing: a sprite may be anywhere.
    [[nodiscard]] bool isWide(Check::Kind kind) const {
        constexpr double kWidth = 400, kHeight = 300, kTurn = 300;
        const double spread = most_ - least_;
        return (kind == Check::Kind::X && spread > kWidth) || (kind == Check::Kind::Y && spread > kHeight) ||
               (kind == Check::Kind::Direction && spread > kTurn);
    }

  private:
    [[nodiscard]] double margin() const { return (most_ - least_) / 2; }
    // To whole numbers; what is never below 0, or always above, stays so.
    [[nodiscard]] double rounded(double value, bool up) const {
        const double outward = up ? std::ceil(value) : std::floor(value);
        const double nearest = whole_ ? 1 : 0;
        if (!up && least_ >= 0) return std::max(outward, least_ > 0 ? nearest : 0);
        if (up && most_ <= 0) return std::min(outward, most_ < 0 ? -nearest : 0);
        return outward;
    }

    bool numeric_ = true, whole_ = true, zero_ = false;
    double least_ = std::numeric_limits<double>::infinity(), most_ = -least_;
};

}  // namespace ounce
