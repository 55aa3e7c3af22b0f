// What a worker does for a JavaScript module under test, and what it is told. The code under test may do
// anything, so what comes back is hostile: it is read as such.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contracts/core/corpus.h"
#include "contracts/javascript/module.h"
#include "contracts/javascript/trial.h"
#include "contracts/options.h"
#include "contracts/result.h"
#include "workers/worker_server.h"

namespace ounce::contracts {

inline constexpr std::string_view kContractsService = "contracts";
WorkerService contractsService();

// Which classes and functions of a module are there: 2 exported, 1 not exported, 0 not found.
struct Exports {
    std::vector<int> classes{}, functions{};
};
// Only what is exported is called. Gives back what the contracts name and the module lacks.
std::vector<std::string> useExports(JsModule& module, const Exports& exports);

// A program that joined a corpus, by how it is made: from its number, from the program that it extends, and
// without the calls that were never made.
struct Descent {
    std::uint64_t number = 0;
    std::optional<std::uint64_t> base{};
    std::vector<VariableId> done{};
    bool kept = true;  // a member of the corpus; else only an ancestor of one
};

// What is the same for all that is asked about one module.
struct Subject {
    const JsModule& module;
    const Exports& exports;
    const FuzzOptions& options;
};

// The module's getInfo() as text; see extension.h.
std::string extensionMessage(const JsModule& module);
// {classes: [{kind}], functions: [{kind}]} or {error}.
std::string probeMessage(const JsModule& module);
// The programs [first, first + count), which go on from a corpus and what they add to it themselves:
// {programs, discarded, findings, grown} or {error}.
std::string batchMessage(const Subject& subject, const std::vector<Descent>& corpus,
                         const std::vector<std::uint8_t>& reached, std::uint64_t first, std::uint64_t count);
// A finding's program made as small as can be: {calls, message, program, file, story} or {error}.
// `descent`: its ancestors; `base`: what it extends. `modulePath`: how its file names the module.
std::string shrinkMessage(const Subject& subject, const std::vector<Descent>& descent,
                          std::optional<std::uint64_t> base, const Finding& finding,
                          const std::string& modulePath);

// The programs of a descent, made again one after the other.
class Lineage {
  public:
    // `maker` must outlive it.
    explicit Lineage(JsTrial& maker) : maker_(maker) {}

    // None: its base is unknown, or it cannot be made.
    const Program* add(const Descent& descent);
    [[nodiscard]] const Program* find(std::uint64_t number) const;
    // The program with that number as it was generated, before calls were left out.
    std::optional<Program> generated(std::uint64_t number, std::optional<std::uint64_t> base);

  private:
    JsTrial& maker_;
    Corpus all_{};
};

}  // namespace ounce::contracts
