// What a play found, as text: it crosses the border of a worker process.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/play.h"

namespace ounce::models {

std::string writePlayResult(const PlayResult& result);
// None: that is no such text.
std::optional<PlayResult> readPlayResult(std::string_view json);

}  // namespace ounce::models
