// The name that someone probably meant.
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace ounce::spec {

// Letters to change, add or leave out; upper and lower case do not matter.
inline std::size_t editDistance(std::u16string_view a, std::u16string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); i++) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); j++) {
            const bool same = lowerCase(a[i - 1]) == lowerCase(b[j - 1]);
            const std::size_t change = diagonal + (same ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

// The first of the nearest; empty if none is near. Names that are longer than anyone types are left out.
inline std::string nearestName(std::string_view wanted, const std::vector<std::string>& names) {
    constexpr std::size_t kLongest = 100;
    const std::u16string from = toUtf16(wanted.substr(0, kLongest));
    std::size_t best = std::max<std::size_t>(1, from.size() / 3) + 1;
    std::string nearest;
    for (const std::string& name : names) {
        if (name.size() > kLongest) continue;
        const std::size_t distance = editDistance(from, toUtf16(name));
        if (distance < best) best = distance, nearest = name;
    }
    return nearest;
}

}  // namespace ounce::spec
