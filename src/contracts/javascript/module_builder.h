// From declarations with their comments to a world of types and signatures, and to conditions.
#pragma once

#include <string>
#include <string_view>

#include "contracts/javascript/module.h"

namespace ounce::contracts {

// `source` is where the comments stand, called `file`.
Result<void> buildModule(JsModule& module, const JsDeclarations& declarations, std::string_view source,
                         const std::string& file);

}  // namespace ounce::contracts
