// Which small changes of a program suites, models or networks notice.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "models/model.h"
#include "mutation/analysis.h"
#include "neuro/dynamic_suite.h"
#include "neuro/network_mutation.h"

namespace ounce::tasks {

struct MutateRequest {
    std::shared_ptr<const Program> program{};
    std::string project{};  // its name
    std::vector<SuiteFile> suites{};
    std::vector<models::Model> models{};  // look for mutants besides the suites, or instead of them
    int repetitions = 20;                 // how often models play; each time is a test
    std::string modelsName{};             // what reports call them
    MutationAnalysisOptions options{};
    int freshSeeds = 0;  // with how many other seeds the suites are tried as well
};

Result<MutationAnalysis> mutate(const MutateRequest& request, const Job& job);

struct NetworkMutateRequest {
    std::shared_ptr<const Program> program{};
    std::string project{};
    neuro::NetworkSuite suite{};
    neuro::NetworkMutationOptions options{};
};

Result<neuro::NetworkMutation> mutate(const NetworkMutateRequest& request, const Job& job);

}  // namespace ounce::tasks
