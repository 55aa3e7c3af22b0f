// Checks as suite files say them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "testing/json_fields.h"
#include "testing/suite.h"

namespace ounce {

Result<TimedCheck> readCheck(const JsonElement& entry, std::string path);

// What events and checks have in common: a clone, which people count from 1, and when.
Result<void> readClone(JsonFields& fields, std::string_view key, std::optional<std::int32_t>& clone);
Result<void> readTime(JsonFields& fields, std::uint64_t& at);

}  // namespace ounce
