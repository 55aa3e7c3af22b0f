// Reading with a limit, writing all or nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ounce {

Result<std::string> readFile(const std::string& path, std::size_t limit);

// Writes beside `path` and renames, so that a reader never sees half a file and a failure loses nothing.
Result<void> writeFile(const std::string& path, std::string_view bytes);

// Makes the folder and those it lies in; one that is there already is fine.
Result<void> makeFolder(const std::string& path);

// The MD5 sum in hexadecimal: Scratch names assets by it.
std::string md5(std::string_view bytes);

}  // namespace ounce
