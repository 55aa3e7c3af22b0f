// Scratch extensions describe themselves: getInfo() says which blocks there are and what they take. That is a
// contract already, so that an extension can be tested without a single comment.
#pragma once

#include <optional>
#include <string>

#include "base/job.h"
#include "base/result.h"
#include "contracts/javascript/module.h"

namespace ounce::contracts {

// Runs the file, in a process of its own, and reads the getInfo() of the extension it exports or registers.
// None: it is no extension. The module's contracts are those of its blocks.
Result<std::optional<JsModule>> readExtension(const std::string& path, const Job& job);

// The blocks as a contract file; `info` is JSON: {name, blocks: [{opcode, type, arguments: [{name, type,
// items}]}]}.
std::string extensionContracts(const std::string& info);

}  // namespace ounce::contracts
