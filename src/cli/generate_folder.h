// ounce generate with several projects: each in a process of its own, one table in the end.
#pragma once

#include "cli/command.h"
#include "cli/generate_settings.h"

namespace ounce {

// A project that cannot be read, crashes or takes too much becomes a line of the table that says so.
Result<int> generateForFolder(const GenerateSettings& settings, const tasks::GenerateOrder& order,
                              const CommonOptions& common);

}  // namespace ounce
