// Numbers and their nouns.
#pragma once

#include <concepts>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace ounce {

// "1 test", "2 tests".
template <std::integral T>
std::string counted(T count, std::string_view thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace ounce
