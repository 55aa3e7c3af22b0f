// Model files of Whisker: a JSON list of graphs, in both of its spellings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "models/model.h"

namespace ounce::models {

constexpr std::size_t kMaxModelBytes = std::size_t{16} << 20;

// `name` is what errors call the file. An error names the model and the edge.
Result<std::vector<Model>> readModelJson(std::string_view json, const std::string& name);
// As Whisker reads it, with `nodeIds`, so that stop nodes stop there, too.
std::string writeModelJson(const std::vector<Model>& models);

// A .json file may hold a project, a suite or models; models are a list of graphs.
bool looksLikeModelJson(std::string_view json);

}  // namespace ounce::models
