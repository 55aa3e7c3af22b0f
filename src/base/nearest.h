// "Did you mean …?": the known name that a person who wrote an unknown one most likely meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ounce {

// The known name with the fewest slips (a letter too many, too few, wrong, or two exchanged; upper and lower
// case are no slip). Nothing if every name needs more slips than a third of the wanted letters, at least one:
// a far-fetched guess misleads. Among equally near names the first.
std::optional<std::string_view> nearestName(std::string_view wanted, std::span<const std::string> known);
std::optional<std::string_view> nearestName(std::string_view wanted, std::span<const std::string_view> known);

// The guess as advice for an Error: "did you mean «Ball»?", or empty.
std::string didYouMean(std::string_view wanted, std::span<const std::string> known);
std::string didYouMean(std::string_view wanted, std::span<const std::string_view> known);

}  // namespace ounce
