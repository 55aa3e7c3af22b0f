// Names of keys: what blocks mean by one, and what browsers call it.
#pragma once

#include <string>

#include "base/value.h"

namespace ounce {

// The name under which a held key is known («space», «A»): what a block asks for can be a name, a character
// or a code. Empty: no key.
std::string keyName(const Value& wanted);
// What Scratch calls a key that a browser names («ArrowLeft» is «left arrow»). Empty: not a key for Scratch.
std::string scratchKey(const std::string& browserName);

}  // namespace ounce
