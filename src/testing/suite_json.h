// Suites as JSON files that people read and edit; docs/formats/suite.md describes them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "testing/suite.h"

namespace ounce {

constexpr std::size_t kMaxSuiteBytes = std::size_t{16} << 20;
constexpr std::uint64_t kMaxTestSteps = 1000000;  // more than nine hours

// `name` is what errors call the file.
Result<Suite> readSuiteJson(std::string_view json, const std::string& name);
Result<Suite> loadSuiteJson(const std::string& path);

// The same suite gives the same bytes; an event or check is a line.
std::string writeSuiteJson(const Suite& suite);

// The words for the kinds of checks: "clones", "touching edge". Speech has three: says, thinks, bubble.
std::string_view checkWord(const Check& check);

}  // namespace ounce
