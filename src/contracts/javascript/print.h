// A generated program as JavaScript that people read and run: without what the generator needed to be
// careful, with a check of the one contract that it violates.
#pragma once

#include <string>
#include <vector>

#include "contracts/core/program.h"
#include "contracts/javascript/module.h"
#include "contracts/javascript/session.h"

namespace ounce::contracts {

// The calls alone, without comments and checks.
std::string printProgram(const JsModule& module, const Program& program, const JsReport& report);
// A whole file. `modulePath`: how the file names the module, "./stack.js".
std::string printFile(const JsModule& module, const Program& program, const JsReport& report,
                      const std::string& modulePath);
// What happened, a line a call, callbacks indented.
std::vector<std::string> tellStory(const JsModule& module, const Program& program, const JsReport& report);

}  // namespace ounce::contracts
