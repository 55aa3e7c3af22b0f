// Models proposed by a solution: small program models, one for an attribute or a variable each, and a user
// model that reaches as much of the program as can be. Candidates come from what runs of the solution show;
// only those stay that hold in many runs with other random numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/job.h"
#include "models/model.h"
#include "vm/program.h"

namespace ounce::models {

struct InferOptions {
    int looking = 10;       // runs that show what there is
    int watching = 40;      // runs that candidates are made from
    int trying = 150;       // runs in which candidates must hold, when first tried
    int refining = 1000;    // and then: what fails here is made anew, with what the failure shows
    int confirming = 8000;  // and once more, with other seeds: at least,
    int most = 16000;       // and at most, if rules still fail now and then
    double seconds = 35;    // of each run
    bool amounts = true;    // also say by how much and when, not only what
};

// A rule that was proposed and does not hold, for whoever misses it.
struct Dropped {
    std::string sentence{}, why{};
    int runs = 0, failed = 0;  // runs in which it was tried, and failed
    std::uint32_t seed = 0;    // of the first of them
    bool elsewhere = false;    // sprites were moved before the flag was clicked
};

struct Inferred {
    std::vector<Model> program{};  // the most telling first
    Model user{};
    std::size_t candidates = 0;
    double coverage = 0;       // of the program, by the user model in twenty repetitions
    double expectedFails = 0;  // models that will fail for the first time in the next thousand runs
    std::vector<Dropped> dropped{};
};

// The result depends on the job's seed and not on its threads. When the job is over, what is left means
// nothing.
Inferred inferModels(const std::shared_ptr<const Program>& program, const InferOptions& options,
                     const Job& job);

}  // namespace ounce::models
