// A log inside a larger JSON document.
#pragma once

#include "base/json_reader.h"
#include "base/json_writer.h"
#include "vm/log.h"

namespace ounce {

void writeLog(JsonWriter& json, const Log& log);
Result<Log> readLog(const JsonObject& json);

}  // namespace ounce
