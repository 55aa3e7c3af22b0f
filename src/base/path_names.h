// Short names for files, of which no two are equal: what the rows of a table are called.
#pragma once

#include <string>
#include <vector>

namespace ounce {

// A file's name without its ending; where two files share it, the path below the folder that all files have
// in common ("anna/game" and "ben/game"), with the ending if that is the only difference. A file that is
// there twice gets a number.
std::vector<std::string> distinctNames(const std::vector<std::string>& paths);

}  // namespace ounce
