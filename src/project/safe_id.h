// Ids as official Scratch keeps them.
#pragma once

#include <string>
#include <string_view>

namespace ounce {

// Ids end up in XML in the official editor, so `<`, `>`, `&`, `'` and `"` become words there.
std::string safeId(std::string_view id);

}  // namespace ounce
