// A log inside a larger JSON document.
#pragma once

#include "base/json_reader.h"
#include "base/json_writer.h"
#include "vm/log.h"

namespace ounce {

// What one block drew, and the list of all that did; suites have them, too.
void writeDraws(JsonWriter& json, const Draws& draws);
Result<std::vector<Draws>> readDraws(const JsonArray& json);

void writeLog(JsonWriter& json, const Log& log);
Result<Log> readLog(const JsonObject& json);

}  // namespace ounce
