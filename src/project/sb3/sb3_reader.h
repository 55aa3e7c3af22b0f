// project.json of Scratch 3, in.
#pragma once

#include "base/result.h"
#include "project/project.h"
#include "project/sb3/dom.h"

namespace ounce {

Result<Project> readSb3(const dom::Document& document);

}  // namespace ounce
