// Inputs inside a larger JSON document.
#pragma once

#include "base/json_reader.h"
#include "base/json_writer.h"
#include "vm/inputs.h"

namespace ounce {

Result<std::vector<InputEvent>> readInputs(const JsonArray& entries, const std::string& name);
// A list that readInputs reads as the same inputs.
void writeInputs(JsonWriter& json, const std::vector<InputEvent>& inputs);

}  // namespace ounce
