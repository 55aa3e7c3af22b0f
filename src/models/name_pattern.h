// Names of sprites and variables in models are regular expressions: plain («Bowl», «(Apfel|Apple)») or
// between slashes with flags («/^goal/i»). Upper and lower case are told apart only if that is asked for.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ounce::models {

class NamePattern {
  public:
    // Fails on what is no regular expression, and on one that is longer than any name.
    static Result<NamePattern> make(std::string_view text, bool caseSensitive);

    // Whether the expression is found somewhere in the name.
    [[nodiscard]] bool matches(std::string_view name) const;
    // Whether the name is exactly what was written.
    [[nodiscard]] bool isExactly(std::string_view name) const;

  private:
    struct Compiled;  // the library's expressions take the compiler long; only name_pattern.cpp sees them
    std::shared_ptr<const Compiled> compiled_{};
    std::string text_{};
    bool caseSensitive_ = false;
};

}  // namespace ounce::models
