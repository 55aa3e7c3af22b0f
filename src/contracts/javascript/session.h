// A JavaScript engine with the module and the driver loaded: runs generated programs, one after the other,
// each against a fresh copy of the module. Lives in a worker process (workers/), because the code under test
// may do anything.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "contracts/core/program.h"
#include "contracts/javascript/module.h"
#include "script/context.h"

namespace ounce::contracts {

// What a run showed.
struct JsReport {
    enum class Kind : std::uint8_t { Fine, Discarded, Failed };
    Kind kind = Kind::Fine;
    std::string why{};        // of a program that was discarded
    std::string condition{};  // requires, ensures, invariant, throws, returns, passes, hangs
    SignatureId signature = kNone;
    std::string of{};        // "Stack.push"
    std::string contract{};  // "ensures !this.empty()"
    std::string message{};
    std::string place{};               // where the contract stands
    std::vector<VariableId> guards{};  // statements whose pre-condition did not always hold; when told only
    struct Moment {
        int depth = 0;
        VariableId variable = kNone;  // of the statement; below 0: body -1 - n begins
        std::string arguments{};      // as text
    };
    std::vector<Moment> story{};         // when told only
    std::vector<VariableId> done{};      // statements that were run; when told only
    std::vector<std::uint32_t> fresh{};  // features that no program in this session had reached; of fine ones

    // Two failures with the same key are the same finding.
    [[nodiscard]] std::string key() const { return of + "\n" + contract; }
};

class JsSession {
  public:
    // Loads everything; what is wrong with the module or a contract is said with its place.
    static Result<std::unique_ptr<JsSession>> start(const JsModule& module);

    // Which classes and functions of the module were found: 2 exported, 1 not exported, 0 not found.
    struct Found {
        std::vector<int> classes{}, functions{};
    };
    Result<Found> probe();
    // What a Scratch extension says of itself, as JSON (extension.h); empty: the module is none.
    std::string extensionInfo();
    // `tells`: with guards and story.
    JsReport run(const Program& program, std::uint32_t seed, bool tells = false);
    // The features that count as reached, and no others.
    void know(const std::vector<std::uint8_t>& reached);
    // How long a program may compute, in seconds.
    void setTimeLimit(double seconds) { engine_.setTimeLimit(seconds); }

  private:
    explicit JsSession(const JsModule& module) : module_(module) {}
    Result<void> load();
    Result<void> checkConditions();
    JsValue requireFunction();
    Result<std::string> settle(JsValue report);

    const JsModule& module_;
    JsEngine engine_{};
    std::unique_ptr<JsContext> context_{};
    JsValue driver_{}, run_{}, know_{}, calledBack_{}, settled_{};
    int counters_ = 0;  // of branches, in all files of the module
};

}  // namespace ounce::contracts
