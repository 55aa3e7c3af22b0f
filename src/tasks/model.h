// Models beside runs of a program, and models proposed by a solution.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/json.h"
#include "base/result.h"
#include "models/infer.h"
#include "models/run_models.h"

namespace ounce::tasks {

struct ModelRequest {
    std::vector<LoadedProgram> projects{};
    std::vector<models::Model> models{};
    models::RunOptions options{};
};

struct ModelAnswer {
    std::vector<models::ModelRun> runs{};  // one for each project
    bool interrupted = false;
};

Result<ModelAnswer> model(const ModelRequest& request, const Job& job);
// What user models did on one project, as tests.
Suite playedTests(const ModelRequest& request, const models::ModelRun& run);

struct InferRequest {
    std::shared_ptr<const Program> program{};
    models::InferOptions options{};
};

struct InferAnswer {
    models::Inferred inferred{};
    bool interrupted = false;  // what was inferred means nothing then

    // In the text form of models; `dropped`: what was proposed and does not hold, with the reason.
    [[nodiscard]] std::string programModels() const;
    [[nodiscard]] std::string playerModel() const;
    [[nodiscard]] std::string dropped() const;
};

Result<InferAnswer> infer(const InferRequest& request, const Job& job);
Json toJson(const InferAnswer& answer);

}  // namespace ounce::tasks
