// A program under an error witness: does the violation still happen?
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/json.h"
#include "base/result.h"
#include "spec/syntax.h"
#include "verify/replay.h"

namespace ounce::tasks {

struct ReplayRequest {
    std::shared_ptr<const Program> program{};
    std::string project{}, witnessName{};  // what reports call them
    verify::Witness witness{};
    spec::Spec spec{};  // properties to watch; those of the witness if it is empty
    // For whoever wants to see the run itself: after each step. An error ends it.
    std::function<Result<void>(Machine&)> afterStep{};
    std::function<Result<void>(Machine&)> finish{};
};

struct ReplayAnswer {
    std::string project{}, witnessName{};
    verify::Witness witness{};
    verify::Replay replay{};
    bool watched = false;                                // there is a property to tell by
    std::vector<verify::ActorState> expected{}, seen{};  // of a foreign witness: what it speaks about
    bool interrupted = false;

    // Something is violated, or cannot be watched.
    [[nodiscard]] bool failed() const;
};

Result<ReplayAnswer> replay(const ReplayRequest& request, const Job& job);
Json toJson(const ReplayAnswer& answer);

}  // namespace ounce::tasks
