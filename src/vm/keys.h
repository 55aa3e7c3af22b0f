// What `key pressed?` means by a key.
#pragma once

#include <string>

#include "base/value.h"

namespace ounce {

// The name under which a held key is known («space», «A»): what a block asks for can be a name, a character
// or a code. Empty: no key.
std::string keyName(const Value& wanted);

}  // namespace ounce
