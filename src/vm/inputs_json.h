// Inputs inside a larger JSON document.
#pragma once

#include <simdjson.h>

#include "base/json_writer.h"
#include "vm/inputs.h"

namespace ounce {

Result<std::vector<InputEvent>> readInputs(const simdjson::dom::array& entries, const std::string& name);
// A list that readInputs reads as the same inputs.
void writeInputs(JsonWriter& json, const std::vector<InputEvent>& inputs);

}  // namespace ounce
