#include "neuro/ranges.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace ounce::neuro {

namespace {
constexpr double kUsual = 3;  // surprise that means nothing: one range in twenty has it
constexpr int kDraws = 999;   // of plays at random

std::size_t hashOf(std::span<const std::uint64_t> bits) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : bits) hash = (std::rotl(hash, 23) ^ word) * 0x9E3779B97F4A7C15;
    return hash ^ (hash >> 32);
}

// Two measures are looked at, and each reference is only one of many: where it happens to be narrow, fresh
// plays exceed it more often than they do on average. So half of what is accepted is kept in reserve.
constexpr double kCaution = 4;

double logChoose(std::size_t n, std::size_t k) {
    return std::lgamma(static_cast<double>(n) + 1) - std::lgamma(static_cast<double>(k) + 1) -
           std::lgamma(static_cast<double>(n - k) + 1);
}
}  // namespace

Ranges::Ranges(std::size_t all, std::size_t few)
    : all_(all), few_(few), words_((all + 63) / 64), surprise_(all + 1) {
    growTable();
    for (std::size_t size = 0; size <= all; size++) {
        // From the greatest possible number down, so that the tail adds up.
        std::vector<double>& row = surprise_[size];
        row.assign(few + 1, 0);
        double tail = 0;
        for (std::size_t inside = std::min(few, size) + 1; inside-- > 0;) {
            if (few - inside > all - size) break;
            tail +=
                std::exp(logChoose(size, inside) + logChoose(all - size, few - inside) - logChoose(all, few));
            row[inside] = std::max(0.0, -std::log(tail));
        }
    }
}

void Ranges::growTable() {
    table_.assign(std::max<std::size_t>(1024, 2 * table_.size()), 0);
    for (std::size_t r = 0; r < ranges_.size(); r++) {
        std::size_t at = hashOf(std::span(bits_).subspan(ranges_[r].place, words_)) & (table_.size() - 1);
        while (table_[at] != 0) at = (at + 1) & (table_.size() - 1);
        table_[at] = static_cast<std::uint32_t>(r + 1);
    }
}

void Ranges::addRange(std::span<const std::uint32_t> members, std::int32_t label) {
    if (members.size() < 2 || members.size() >= all_) return;
    const std::size_t place = bits_.size();
    bits_.resize(place + words_, 0);
    for (const std::uint32_t m : members) bits_[place + m / 64] |= std::uint64_t{1} << (m % 64);
    const auto mine = std::span(bits_).subspan(place, words_);
    std::size_t at = hashOf(mine) & (table_.size() - 1);
    for (; table_[at] != 0; at = (at + 1) & (table_.size() - 1)) {
        Range& known = ranges_[table_[at] - 1];
        if (!std::equal(mine.begin(), mine.end(), bits_.begin() + known.place)) continue;
        known.weight++;
        bits_.resize(place);
        return;
    }
    table_[at] = static_cast<std::uint32_t>(ranges_.size() + 1);
    ranges_.push_back(
        {static_cast<std::uint32_t>(members.size()), label, 1, static_cast<std::uint32_t>(place)});
    if (2 * ranges_.size() > table_.size()) growTable();
}

void Ranges::add(std::span<const float> values, std::int32_t label) {
    std::vector<std::uint32_t>&order = order_, &without = without_;
    order.clear();
    without.clear();
    for (std::uint32_t i = 0; i < all_; i++) (std::isnan(values[i]) ? without : order).push_back(i);
    addRange(without, label);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return values[a] < values[b] || (values[a] == values[b] && a < b);
    });
    const auto n = static_cast<std::uint32_t>(order.size());
    if (n == 0 || values[order.front()] == values[order.back()]) {
        if (!without.empty()) addRange(order, label);
        return;
    }
    // Equal values are never parted.
    auto isCut = [&](std::uint32_t i) {
        return i == 0 || i == n || values[order[i - 1]] != values[order[i]];
    };
    auto below = [&](std::uint32_t i) {
        while (!isCut(i)) i--;
        return i;
    };
    auto above = [&](std::uint32_t i) {
        while (!isCut(i)) i++;
        return i;
    };
    std::uint32_t lastFirst = n, lastEnd = n;
    auto range = [&](std::uint32_t first, std::uint32_t end) {
        if (first == lastFirst && end == lastEnd) return;
        lastFirst = first, lastEnd = end;
        addRange(std::span(order).subspan(first, end - first), label);
    };
    for (std::uint32_t size = 2; size <= n / 2 + 1; size += std::max<std::uint32_t>(size / 3, 1))
        range(0, above(size));
    for (std::uint32_t size = 2; size <= n / 2 + 1; size += std::max<std::uint32_t>(size / 3, 1))
        range(below(n - size), n);
    // Windows in which the few have room, and so close that they need not be parted by chance.
    const auto width = static_cast<std::uint32_t>(2 * few_);
    for (std::uint32_t first = 0; first + width <= n; first += std::max<std::uint32_t>(width / 4, 1))
        range(below(first), above(first + width));
    for (std::uint32_t first = 0; first < n;) {
        const std::uint32_t end = above(first + 1);
        if (end - first > 1) range(first, end);
        first = end;
    }
}

void Ranges::settle() {
    std::stable_sort(ranges_.begin(), ranges_.end(),
                     [](const Range& a, const Range& b) { return a.size < b.size; });
    table_.clear();
    isInside_.assign(all_, std::vector<std::uint8_t>(ranges_.size(), 0));
    for (std::size_t r = 0; r < ranges_.size(); r++) {
        for (std::size_t i = 0; i < all_; i++)
            isInside_[i][r] = (bits_[ranges_[r].place + i / 64] >> (i % 64)) & 1;
    }
}

Ranges::Surprise Ranges::of(std::span<const std::size_t> plays) const {
    std::vector<std::uint8_t> inside(ranges_.size(), 0);
    for (const std::size_t play : plays) {
        const std::uint8_t* row = isInside_[play].data();
        for (std::size_t r = 0; r < inside.size(); r++)
            inside[r] = static_cast<std::uint8_t>(inside[r] + row[r]);
    }
    Surprise found;
    for (std::size_t r = 0; r < ranges_.size(); r++) {
        const double surprise = surprise_[ranges_[r].size][inside[r]];
        if (surprise <= kUsual) continue;
        found.sum += (surprise - kUsual) * ranges_[r].weight;
        if (surprise > found.greatest) found.greatest = surprise, found.label = ranges_[r].label;
    }
    return found;
}

bool Ranges::areSurprising(double part, Stream random, Surprise& surprise) const {
    // So many draws may be as surprising, the plays in question being one of them.
    const int most = static_cast<int>(std::floor(part / kCaution * (kDraws + 1) + 1e-9)) - 1;
    std::vector<std::size_t> plays(all_);
    std::iota(plays.begin(), plays.end(), std::size_t{0});
    surprise = of(std::span(plays).last(few_));
    int asGreat = 0, asMuch = 0;
    for (int draw = 0; draw < kDraws && (asGreat <= most || asMuch <= most); draw++) {
        for (std::size_t i = 0; i < few_; i++) std::swap(plays[i], plays[i + random.below(all_ - i)]);
        const Surprise other = of(std::span(plays).first(few_));
        asGreat += other.greatest >= surprise.greatest ? 1 : 0;
        asMuch += other.sum >= surprise.sum ? 1 : 0;
    }
    return asGreat <= most || asMuch <= most;
}

}  // namespace ounce::neuro
