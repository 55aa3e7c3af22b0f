#include "verify/range.h"

#include <algorithm>

#include "base/cast.h"
#include "base/comparison.h"
#include "base/number.h"

namespace ounce::verify {
namespace {

constexpr Range kAny{};

// The range of what an operation gave at the ends; not a number anywhere means that it may be nothing known.
Range between(std::initializer_list<double> ends, bool whole) {
    double low = kEndless, high = -kEndless;
    for (const double end : ends) {
        if (std::isnan(end)) return kAny;
        low = std::min(low, end);
        high = std::max(high, end);
    }
    return Range::of(low, high, whole);
}

// Above this, whole numbers are no longer all there is between two of them: sums may be rounded.
bool isExact(const Range& r) {
    constexpr double kExact = 9007199254740992;
    return std::fabs(r.low) <= kExact && std::fabs(r.high) <= kExact;
}

bool isFinite(const Range& r) { return std::isfinite(r.low) && std::isfinite(r.high); }

}  // namespace

Range Range::of(const Value& value) {
    double number = 0;
    if (!comparedNumber(value, number)) return kAny;
    return of(number, number, std::trunc(number) == number && isWholeNumber(value));
}

Range Range::asNumber() const { return any ? of(-kEndless, kEndless, false) : *this; }

bool Range::contains(const Value& value) const {
    if (any) return true;
    const Range one = of(value);
    return !one.any && low <= one.low && one.high <= high && (!whole || one.whole);
}

Range join(const Range& a, const Range& b) {
    if (a.any || b.any) return kAny;
    return Range::of(std::min(a.low, b.low), std::max(a.high, b.high), a.whole && b.whole);
}

Range widen(const Range& before, const Range& after, const std::vector<double>& thresholds) {
    if (before.any || after.any) return kAny;
    Range result = after;
    if (after.low < before.low) {
        const auto next = std::ranges::upper_bound(thresholds, after.low);
        result.low = next == thresholds.begin() ? -kEndless : *(next - 1);
    }
    if (after.high > before.high) {
        const auto next = std::ranges::lower_bound(thresholds, after.high);
        result.high = next == thresholds.end() ? kEndless : *next;
    }
    return result;
}

// Whole numbers stay whole in sums and products, even where they are rounded; only infinity is none.
Range operator+(const Range& a, const Range& b) {
    return between({a.low + b.low, a.high + b.high, a.low + b.high, a.high + b.low}, a.whole && b.whole);
}
Range operator-(const Range& a, const Range& b) {
    return between({a.low - b.high, a.high - b.low, a.low - b.low, a.high - b.high}, a.whole && b.whole);
}
Range operator*(const Range& a, const Range& b) {
    // 0 times infinity: also where 0 is not an end.
    if ((!isFinite(a) && b.contains(0.0)) || (!isFinite(b) && a.contains(0.0))) return kAny;
    return between({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}, a.whole && b.whole);
}
Range operator/(const Range& a, const Range& b) {
    if (b.contains(0.0) || !isFinite(a)) return kAny;
    return between({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high}, false);
}

Range remainder(const Range& a, const Range& b) {
    if (!isFinite(a) || !isFinite(b) || b.contains(0.0)) return kAny;
    const bool whole = a.whole && b.whole && isExact(a) && isExact(b);
    // Not quite less than b: what is added to a negative rest may be rounded up to b.
    if (b.low > 0) return Range::of(0, whole ? b.high - 1 : b.high, whole);
    return Range::of(whole ? b.low + 1 : b.low, 0, whole);
}

Range rounded(const Range& a) {
    return between({roundHalfUp(a.low), roundHalfUp(a.high)}, isFinite(a) || a.whole);
}

Range magnitude(const Range& a) {
    const double high = std::max(std::fabs(a.low), std::fabs(a.high));
    return Range::of(a.contains(0.0) ? 0 : std::min(std::fabs(a.low), std::fabs(a.high)), high, a.whole);
}

Range least(const Range& a, const Range& b) {
    return Range::of(std::min(a.low, b.low), std::min(a.high, b.high), a.whole && b.whole);
}
Range greatest(const Range& a, const Range& b) {
    return Range::of(std::max(a.low, b.low), std::max(a.high, b.high), a.whole && b.whole);
}

// ---- questions ----

Truth operator!(Truth truth) {
    return truth == Truth::Perhaps ? truth : truth == Truth::Yes ? Truth::No : Truth::Yes;
}

// Of 0 it depends on how it is written: «00» is true.
Truth truthOf(const Range& value) {
    return !value.any && (value.low > 0 || value.high < 0) ? Truth::Yes : Truth::Perhaps;
}

Truth isLess(const Range& a, const Range& b) {
    if (a.any || b.any) return Truth::Perhaps;
    if (a.high < b.low) return Truth::Yes;
    return a.low >= b.high ? Truth::No : Truth::Perhaps;
}

Truth isEqual(const Range& a, const Range& b) {
    if (a.any || b.any) return Truth::Perhaps;
    if (a.isOne() && b.isOne() && a.low == b.low) return Truth::Yes;
    return a.high < b.low || b.high < a.low ? Truth::No : Truth::Perhaps;
}

// ---- what is left ----

namespace {

// The greatest value that is less, among those that `a` may have.
double below(const Range& a, double limit) {
    if (!a.whole || !(std::fabs(limit) < 1e15)) return std::nextafter(limit, -kEndless);
    return std::ceil(limit) - 1;
}
double above(const Range& a, double limit) {
    if (!a.whole || !(std::fabs(limit) < 1e15)) return std::nextafter(limit, kEndless);
    return std::floor(limit) + 1;
}

}  // namespace

// Texts that are no numbers are in some order, too: of any value nothing is learnt.
bool keepLess(Range& a, const Range& b) {
    if (a.any || b.any) return true;
    a.high = std::min(a.high, below(a, b.high));
    return a.low <= a.high;
}
bool keepNotGreater(Range& a, const Range& b) {
    if (a.any || b.any) return true;
    a.high = std::min(a.high, b.high);
    return a.low <= a.high;
}
bool keepGreater(Range& a, const Range& b) {
    if (a.any || b.any) return true;
    a.low = std::max(a.low, above(a, b.low));
    return a.low <= a.high;
}
bool keepNotLess(Range& a, const Range& b) {
    if (a.any || b.any) return true;
    a.low = std::max(a.low, b.low);
    return a.low <= a.high;
}

bool keepEqual(Range& a, const Range& b) {
    if (b.any) return true;
    if (a.any) {
        // Equal to a number is only what is seen as that number; how it is written is not known.
        a = b;
        a.whole = false;
        return true;
    }
    a.low = std::max(a.low, b.low);
    a.high = std::min(a.high, b.high);
    return a.low <= a.high;
}

bool keepDifferent(Range& a, const Range& b) {
    if (a.any || !b.isOne()) return true;
    if (a.isOne()) return a.low != b.low;
    if (a.low == b.low) a.low = above(a, b.low);
    if (a.high == b.low) a.high = below(a, b.low);
    return a.low <= a.high;
}

}  // namespace ounce::verify
