#include "stage/texel_set.h"

namespace ounce {

namespace {

// Calls found(x, y) for the texels that pass. Neighbours are often alike.
template <class Found>
void search(const Bitmap& bitmap, const TexelTest& test, Found found) {
    Rgba last;
    bool lastAnswer = test(last);
    for (int y = 0; y < bitmap.height; y++)
        for (int x = 0; x < bitmap.width; x++) {
            const Rgba c = texelAt(bitmap, x, y);
            if (c != last) {
                last = c;
                lastAnswer = test(c);
            }
            if (lastAnswer) found(x, y);
        }
}

}  // namespace

std::uint64_t TexelTest::key() const {
    const auto bits = [&](unsigned red, unsigned green, unsigned blue) {
        return std::uint64_t{color_.r & red} << 16 | std::uint64_t{color_.g & green} << 8 | (color_.b & blue);
    };
    return (margin_ == kMask ? bits(0xFC, 0xFC, 0xFC) : bits(0xF8, 0xF8, 0xF0)) |
           static_cast<std::uint64_t>(margin_ + 2) << 32 | static_cast<std::uint64_t>(opacity_) << 44;
}

TexelSet::TexelSet(const Bitmap& bitmap, const TexelTest& test) {
    left = bitmap.width, top = bitmap.height;
    search(bitmap, test, [&](int x, int y) {
        left = std::min(left, x), right = std::max(right, x);
        top = std::min(top, y), bottom = std::max(bottom, y);
    });
    if (empty()) return;
    stride_ = static_cast<std::size_t>(right - left) / 64 + 1;
    bits_.assign(stride_ * static_cast<std::size_t>(bottom - top + 1), 0);
    search(bitmap, test, [&](int x, int y) {
        const auto bit = static_cast<unsigned>(x - left);
        bits_[static_cast<std::size_t>(y - top) * stride_ + bit / 64] |= std::uint64_t{1} << (bit & 63);
    });
}

TexelSets::~TexelSets() {
    for (Entry& entry : entries_) delete entry.set.load();
}

const TexelSet* TexelSets::find(const Bitmap& bitmap, const TexelTest& test, double points) {
    const std::uint64_t key = test.key();
    for (Entry& entry : entries_) {
        std::uint64_t owner = entry.key.load(std::memory_order_relaxed);
        if (owner == 0 && entry.key.compare_exchange_strong(owner, key)) owner = key;
        if (owner != key) continue;
        if (const TexelSet* set = entry.set.load(std::memory_order_acquire)) return set;
        const std::uint64_t use = entry.use += static_cast<std::uint64_t>(points);
        constexpr std::uint64_t kTexelsForAPoint = 4;  // looking at one takes that much longer
        if (use * kTexelsForAPoint < bitmap.rgba.size() / 4) return nullptr;
        auto made = std::make_unique<const TexelSet>(bitmap, test);
        const TexelSet* other = nullptr;
        if (!entry.set.compare_exchange_strong(other, made.get(), std::memory_order_acq_rel)) return other;
        return made.release();
    }
    return nullptr;
}

}  // namespace ounce
