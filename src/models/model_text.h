// Models as text that people write and review; docs/models.md describes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "models/model.h"

namespace ounce::models {

// `name` is what errors call the file.
Result<std::vector<Model>> readModelText(std::string_view text, const std::string& name);
std::string writeModelText(const std::vector<Model>& models);

}  // namespace ounce::models
