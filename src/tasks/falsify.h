// The search of `generate` against properties: what breaks one becomes a witness as any other.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/job.h"
#include "search/budget.h"
#include "spec/syntax.h"
#include "verify/explorer.h"
#include "verify/witness.h"
#include "vm/program.h"

namespace ounce::tasks {

struct FalsifyRequest {
    std::shared_ptr<const Program> program{};
    spec::Spec spec{};
    std::vector<std::size_t> places{};  // of the properties that are to be broken
    verify::ExploreOptions options{};   // what the prover may do, the search may do
    Budget budget{};                    // counts; time is the job's
};

struct Falsification {
    // By place in the request: a witness that was run once more, if there is one.
    std::vector<std::optional<verify::Witness>> witnesses{};
    std::int64_t tests = 0;  // that were tried
};

Falsification falsify(const FalsifyRequest& request, const Job& job);

}  // namespace ounce::tasks
