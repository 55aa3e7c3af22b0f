// Makes a suite notice more: new checks in its tests and new tests, for mutants that it does not notice yet.
//
// A mutant that no test notices may still differ from the original in what can be seen: then a check of
// exactly that, at that moment, is what the suite lacked. Else random tests, and random continuations of the
// suite's own tests, are tried until one of them differs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/job.h"
#include "mutation/operator.h"
#include "testing/suite.h"
#include "vm/program.h"

namespace ounce {

struct StrengthenOptions {
    MutantOperators operators = usualOperators();
    std::optional<std::size_t> tests;  // a budget: how many new tests are tried
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
                                 const StrengthenOptions& options, const Job& job);

}  // namespace ounce
