// A project as bytes for another process: quicker to write and to read than an archive, and larger. For files
// use load.h.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "project/project.h"

namespace ounce {

std::string packProject(const Project& project);
Result<Project> unpackProject(std::string_view bytes);

}  // namespace ounce
