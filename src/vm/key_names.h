// The two words for a key: Scratch's («left arrow», «space») and the browser's («ArrowLeft», « »). Files may
// use either; a name that is neither is refused, because a key that nobody has is pressed in vain.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace ounce {

// Scratch's word, as tests use it.
Result<std::string> scratchWordForKey(std::string_view name);
// The browser's word, as inputs carry it. Keys that Scratch does not know («Shift») are keys all the same.
Result<std::string> browserWordForKey(std::string_view name);

}  // namespace ounce
