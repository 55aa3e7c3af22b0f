// The JavaScript files of api/, in the order in which they build on each other.
#pragma once

#include <span>

#include "base/embedded.h"

namespace ounce {

std::span<const EmbeddedFile> whiskerApiFiles();

}  // namespace ounce
