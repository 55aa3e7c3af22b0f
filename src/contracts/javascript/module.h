// A JavaScript module with its contracts: what can be called with which types, and the conditions that are to
// be checked. Contracts stand in the comments of the module, or of a file of its own that declares the same
// classes and functions with empty bodies.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "contracts/core/types.h"
#include "contracts/javascript/declarations.h"

namespace ounce::contracts {

// The bases of JavaScript, by number.
namespace js {
enum Base : std::int32_t { Number, Integer, Natural, Text, Boolean, Null, Undefined };
}

struct Condition {
    std::string text{};                     // as written
    std::string code{};                     // with old(e) replaced
    std::vector<std::string> olds{};        // the e's
    std::vector<std::string> parameters{};  // names, as in a function's head
    std::string place{};                    // "stack.js:3:7"
};

// Numbers of conditions.
struct JsContract {
    std::vector<int> requires_{}, ensures{};
    std::vector<std::string> throws{};  // names of errors that are documented; "*": any
};

struct JsModule {
    std::string path{};  // as given
    std::string source{};
    std::string contractsPath{};  // of a separate file; empty: in the module itself
    std::string contractsText{};  // what stands there
    JsDeclarations declarations{};
    World world{};
    std::vector<JsContract> contracts{};         // of each signature
    std::vector<std::vector<int>> invariants{};  // of each class
    std::vector<Condition> conditions{};
    // Which names to look up in the module: those of classes, then functions.
    std::vector<std::string> classNames{};
    std::vector<std::pair<std::string, SignatureId>> functions{};
    bool strict = false;

    // The source of a function (hit, note), which gives a function (module, exports, require) that runs the
    // module anew and gives back what is declared there and the conditions; lines are those of the module.
    // With `counters` its branches are counted (instrument.h), from that number on.
    [[nodiscard]] std::string factory(int* counters) const;
    // Of a separate contract file: a function of the names above that gives back the conditions.
    [[nodiscard]] std::string separateConditions() const;
    // What the driver must know: signatures, classes, types, as JSON.
    [[nodiscard]] std::string description() const;
};

// `contractsPath` may be empty.
Result<JsModule> readJsModule(const std::string& path, const std::string& contractsPath);
// The same from texts, for tests.
Result<JsModule> jsModuleOf(const std::string& path, std::string source, const std::string& contractsPath,
                            const std::string& contracts);

}  // namespace ounce::contracts
