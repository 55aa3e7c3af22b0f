#include "base/arc4_random.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace ounce {
namespace {

// The seed's letters smeared over a key of at most 256 bytes.
std::vector<std::uint8_t> keyOf(std::string_view seed) {
    std::vector<std::uint8_t> key;
    std::uint32_t smear = 0;
    for (std::size_t i = 0; i < seed.size(); i++) {
        if (i < 256) key.push_back(0);
        std::uint8_t& place = key[i % 256];
        smear ^= place * 19u;
        place = static_cast<std::uint8_t>(smear + static_cast<std::uint8_t>(seed[i]));
    }
    if (key.empty()) key.push_back(0);
    return key;
}

}  // namespace

Arc4Random::Arc4Random(std::string_view seed) {
    const std::vector<std::uint8_t> key = keyOf(seed);
    std::iota(s_.begin(), s_.end(), std::uint8_t{0});
    std::uint8_t j = 0;
    for (std::size_t i = 0; i < s_.size(); i++) {
        j = static_cast<std::uint8_t>(j + key[i % key.size()] + s_[i]);
        std::swap(s_[i], s_[j]);
    }
    for (int i = 0; i < 256; i++) byte();  // the first ones say too much about the key
}

std::array<std::uint8_t, Arc4Random::kStateBytes> Arc4Random::state() const {
    std::array<std::uint8_t, kStateBytes> bytes{};
    std::copy(s_.begin(), s_.end(), bytes.begin());
    bytes[256] = i_;
    bytes[257] = j_;
    return bytes;
}

Arc4Random Arc4Random::withState(std::span<const std::uint8_t, kStateBytes> state) {
    Arc4Random random;
    std::copy_n(state.begin(), random.s_.size(), random.s_.begin());
    random.i_ = state[256];
    random.j_ = state[257];
    return random;
}

std::uint8_t Arc4Random::byte() {
    i_ = static_cast<std::uint8_t>(i_ + 1);
    j_ = static_cast<std::uint8_t>(j_ + s_[i_]);
    std::swap(s_[i_], s_[j_]);
    return s_[static_cast<std::uint8_t>(s_[i_] + s_[j_])];
}

double Arc4Random::next() {
    constexpr double kSignificant = 4503599627370496.0;  // 2^52
    double n = 0, d = 1;
    for (int i = 0; i < 6; i++) {
        n = n * 256 + byte();
        d *= 256;
    }
    std::uint32_t x = 0;  // digits below those of n
    while (n < kSignificant) {
        n = (n + x) * 256;
        d *= 256;
        x = byte();
    }
    while (n >= 2 * kSignificant) {
        n /= 2;
        d /= 2;
        x >>= 1;
    }
    return (n + x) / d;
}

}  // namespace ounce
