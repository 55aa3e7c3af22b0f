// A text file built into the program; made by ounce_embed of cmake/ounce.cmake.
#pragma once

#include <string_view>

namespace ounce {

struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};

}  // namespace ounce
