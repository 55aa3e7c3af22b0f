// A program without its ids: what must survive a trip through the text form, one line for each thing.
#pragma once

#include <string>
#include <vector>

#include "project/project.h"

namespace ounce {

std::vector<std::string> programShape(const Project& project);

}  // namespace ounce
