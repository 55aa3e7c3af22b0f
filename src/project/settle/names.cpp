#include "project/settle/names.h"

namespace ounce {

std::string UsedNames::unused(const std::string& name) {
    if (!names_.contains(name)) return name;
    const std::string stem = name.substr(0, name.find_last_not_of("0123456789") + 1);
    int& number = firstFree_.try_emplace(stem, 2).first->second;
    while (names_.contains(stem + std::to_string(number))) ++number;
    return stem + std::to_string(number);
}

}  // namespace ounce
