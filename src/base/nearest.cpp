#include "base/nearest.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace ounce {
namespace {

constexpr std::size_t kLongestName = 200;  // nobody mistypes a longer one; bounds the work on hostile files

// The edit distance with exchanges of neighbours, by rows; stops counting above `most`.
std::size_t slips(const std::u16string& a, const std::u16string& b, std::size_t most) {
    const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
    if (difference > most) return most + 1;
    std::vector<std::size_t> beforeLast(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); j++) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); i++) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); j++) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
        std::swap(beforeLast, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

template <class Name>
std::optional<std::string_view> nearestOf(std::string_view wanted, std::span<const Name> known) {
    if (wanted.size() > kLongestName) return std::nullopt;
    const std::u16string letters = toUtf16(lowerCase(wanted));
    std::size_t most = std::max<std::size_t>(letters.size() / 3, 1);
    // A name of one letter is near to every other.
    if (letters.size() < 2) most = 0;
    std::optional<std::string_view> nearest;
    for (const Name& name : known) {
        if (name.size() > kLongestName) continue;
        const std::size_t count = slips(letters, toUtf16(lowerCase(name)), most);
        if (count > most) continue;
        nearest = name;
        if (count == 0) break;
        most = count - 1;  // the next one must be nearer
    }
    return nearest;
}

template <class Name>
std::string adviceOf(std::string_view wanted, std::span<const Name> known) {
    const auto nearest = nearestOf(wanted, known);
    return nearest ? std::string("did you mean «").append(*nearest).append("»?") : std::string();
}

}  // namespace

std::optional<std::string_view> nearestName(std::string_view wanted, std::span<const std::string> known) {
    return nearestOf(wanted, known);
}
std::optional<std::string_view> nearestName(std::string_view wanted,
                                            std::span<const std::string_view> known) {
    return nearestOf(wanted, known);
}

std::string didYouMean(std::string_view wanted, std::span<const std::string> known) {
    return adviceOf(wanted, known);
}
std::string didYouMean(std::string_view wanted, std::span<const std::string_view> known) {
    return adviceOf(wanted, known);
}

}  // namespace ounce
