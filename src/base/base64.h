// Bytes as text for addresses and JSON.
#pragma once

#include <string>
#include <string_view>

namespace ounce {

std::string toBase64(std::string_view bytes);
// Both alphabets, with or without padding; what belongs to neither, such as line ends, is passed over.
std::string fromBase64(std::string_view text);

}  // namespace ounce
