// The mutation operators: which small changes are made to a program. The first eight are those of Table 5 of
// Deiner et al., «Automated test generation for Scratch programs»; the last two are mistakes that learners
// make.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ounce {

enum class MutantOperator : std::uint8_t { KRM, SBD, SDM, AOR, LOR, ROR, NCM, VRM, RFM, BRM };
constexpr std::size_t kMutantOperators = 10;

struct OperatorInfo {
    std::string_view code;  // "KRM"
    std::string_view name;  // "key replacement"
    std::string_view what;  // what it does, for people
    bool usual = true;      // among «all»; the others only among «all+»
};
const OperatorInfo& operatorInfo(MutantOperator op);

using MutantOperators = std::vector<MutantOperator>;
MutantOperators usualOperators();
// "KRM,SBD", "all", "all+"; in the order of the enumeration, each once.
Result<MutantOperators> parseOperators(std::string_view text);

}  // namespace ounce
