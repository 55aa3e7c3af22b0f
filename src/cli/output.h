// Standard output, written so that nothing is lost silently: a full disk or a closed pipe is an error.
#pragma once

#include <string_view>

#include "base/result.h"

namespace ounce {

// Commands may as well print; what went wrong then is found by finishOutput().
Result<void> writeOut(std::string_view text);

// Called once, when a command is done: whether everything that was printed has arrived.
Result<void> finishOutput();

}  // namespace ounce
