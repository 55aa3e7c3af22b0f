// Makes a suite notice more: new checks in its tests and new tests, for mutants that it does not notice yet.
//
// A mutant that no test notices may still differ from the original in what can be seen: then a check of
// exactly that, at that moment, is what the suite lacked. Else random tests, and random continuations of the
// suite's own tests, are tried until one of them differs.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "mutation/operator.h"
#include "testing/suite.h"
#include "vm/program.h"

namespace ounce {

struct StrengthenProgress {
    double spent = 0;                                // of the budget, from 0 to 1
    std::size_t mutants = 0, killed = 0, tried = 0;  // tried: new tests; no mutants: they are still counted
};

struct StrengthenOptions {
    MutantOperators operators = usualOperators();
    std::uint64_t seed = 1;
    std::size_t threads = 1;           // the result does not depend on it
    std::optional<std::size_t> tests;  // a budget: how many new tests are tried
    std::optional<double> seconds;     // the same by the clock
    std::function<double()> clock{};
    const std::atomic<bool>* stop = nullptr;
    std::function<void(const StrengthenProgress&)> report{};  // from any thread, one at a time
};

struct Strengthening {
    std::size_t mutants = 0;
    std::size_t killedBefore = 0, killedAfter = 0;
    std::size_t equivalent = 0;  // probably, of those that are left
    std::size_t newTests = 0, newChecks = 0, tried = 0;
};

// Ends when the budget is spent or nothing is left to notice. Every test of the suite must pass on the
// program; afterwards every test still does.
Result<Strengthening> strengthen(const std::shared_ptr<const Program>& program, Suite& suite,
                                 const StrengthenOptions& options);

}  // namespace ounce
