// Names that must not be taken twice.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace ounce {

class UsedNames {
  public:
    void add(const std::string& name) { names_.insert(name); }

    // Official Scratch's rule: the name itself, else the name without trailing digits and the first free
    // number from 2 on.
    [[nodiscard]] std::string unused(const std::string& name);

  private:
    std::unordered_set<std::string> names_;
    std::unordered_map<std::string, int> firstFree_;  // by name without digits; names are never given back
};

}  // namespace ounce
