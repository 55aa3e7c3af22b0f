// A suite or models in another form. Projects: project/load.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/model.h"
#include "project/project.h"
#include "testing/suite.h"

namespace ounce::tasks {

struct Converted {
    std::string text{};
    std::vector<std::string> notes{};  // what the other form has no place for
};

enum class SuiteForm : std::uint8_t { Json, JavaScript };
Converted convert(const Suite& suite, SuiteForm form);

enum class ModelForm : std::uint8_t { Text, WhiskerJson, Dot, Svg };
Converted convert(const std::vector<models::Model>& models, ModelForm form);

}  // namespace ounce::tasks
