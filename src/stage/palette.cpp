#include "stage/palette.h"

#include <algorithm>
#include <map>

namespace ounce {

namespace {

constexpr std::size_t kColors = 256;
using Rgb = std::array<std::uint8_t, 3>;

struct Count {
    Rgb color;
    std::uint64_t pixels;
};

// A box of colours: a part of a list of counts.
struct Box {
    std::size_t from, to;
    std::size_t axis = 0;
    int length = 0;

    Box(const std::vector<Count>& counts, std::size_t first, std::size_t last) : from(first), to(last) {
        for (std::size_t i = 0; i < 3; i++) {
            int low = 255, high = 0;
            for (std::size_t k = from; k < to; k++)
                low = std::min<int>(low, counts[k].color[i]), high = std::max<int>(high, counts[k].color[i]);
            if (high - low > length) axis = i, length = high - low;
        }
    }
};

std::uint32_t numberOf(const std::uint8_t* rgba) {
    return static_cast<std::uint32_t>(rgba[0]) << 16 | static_cast<std::uint32_t>(rgba[1]) << 8 | rgba[2];
}

// The boxes, each cut where half of its pixels are, the longest first.
std::vector<Box> medianCut(std::vector<Count>& counts) {
    std::vector<Box> boxes{Box(counts, 0, counts.size())};
    while (boxes.size() < kColors) {
        const auto longest = std::max_element(boxes.begin(), boxes.end(),
                                              [](const Box& a, const Box& b) { return a.length < b.length; });
        if (longest->length == 0) break;
        const Box box = *longest;
        const auto first = counts.begin() + static_cast<std::ptrdiff_t>(box.from),
                   last = counts.begin() + static_cast<std::ptrdiff_t>(box.to);
        std::sort(first, last, [&](const Count& a, const Count& b) {
            return std::pair(a.color[box.axis], a.color) < std::pair(b.color[box.axis], b.color);
        });
        std::uint64_t all = 0, before = 0;
        for (auto it = first; it != last; ++it) all += it->pixels;
        std::size_t middle = box.from;
        while (middle < box.to - 1 && (middle == box.from || (before + counts[middle].pixels) * 2 <= all))
            before += counts[middle++].pixels;
        *longest = Box(counts, box.from, middle);
        boxes.push_back(Box(counts, middle, box.to));
    }
    return boxes;
}

}  // namespace

IndexedPicture indexed(const StagePicture& picture) {
    std::map<std::uint32_t, std::uint64_t> seen;
    const std::size_t bytes = picture.rgba.size();
    for (std::size_t i = 0; i < bytes;) {
        // Neighbours are often alike.
        const std::uint32_t color = numberOf(&picture.rgba[i]);
        const std::size_t start = i;
        while (i < bytes && numberOf(&picture.rgba[i]) == color) i += 4;
        seen[color] += (i - start) / 4;
    }
    std::vector<Count> counts;
    for (const auto& [color, pixels] : seen)
        counts.push_back({{static_cast<std::uint8_t>(color >> 16), static_cast<std::uint8_t>(color >> 8),
                           static_cast<std::uint8_t>(color)},
                          pixels});
    IndexedPicture out;
    std::map<std::uint32_t, std::uint8_t> indexOf;
    for (const Box& box : medianCut(counts)) {
        std::array<std::uint64_t, 3> sums{};
        std::uint64_t all = 0;
        for (std::size_t k = box.from; k < box.to; k++) {
            const Count& c = counts[k];
            const std::array<std::uint8_t, 4> rgba{c.color[0], c.color[1], c.color[2], 255};
            indexOf[numberOf(rgba.data())] = static_cast<std::uint8_t>(out.palette.size());
            for (std::size_t i = 0; i < 3; i++) sums[i] += c.color[i] * c.pixels;
            all += c.pixels;
        }
        Rgb& color = out.palette.emplace_back();
        for (std::size_t i = 0; i < 3; i++) color[i] = static_cast<std::uint8_t>((sums[i] + all / 2) / all);
    }
    out.pixels.reserve(bytes / 4);
    std::uint32_t last = 1u << 31;
    std::uint8_t index = 0;
    for (std::size_t i = 0; i < bytes; i += 4) {
        const std::uint32_t color = numberOf(&picture.rgba[i]);
        if (color != last) last = color, index = indexOf[color];
        out.pixels.push_back(index);
    }
    return out;
}

}  // namespace ounce
