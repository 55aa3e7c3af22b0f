// Models from files: Whisker's JSON and the text form, several files as one set of models.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "models/model.h"

namespace ounce::models {

// By the ending: .json or .model.
bool isModelName(const std::string& path);
// Whether a .json file holds a project. What holds neither is read as models, so that a broken file is called
// one.
bool looksLikeProject(const std::string& path);
Result<std::vector<Model>> loadModels(const std::string& path);
// All models of all files. Models of one name get a number behind it.
Result<std::vector<Model>> loadModels(const std::vector<std::string>& paths);

}  // namespace ounce::models
