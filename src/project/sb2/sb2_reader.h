// Scratch 2 projects, converted to the Scratch 3 tree as official Scratch converts them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "project/project.h"

namespace ounce {

// `asset` gives the bytes of a file in the archive ("0.svg", "3.wav") or null; errors call the project
// `name`.
Result<Project> readSb2Json(std::string_view json, const std::string& name,
                            const std::function<Bytes(const std::string& fileName)>& asset);

}  // namespace ounce
