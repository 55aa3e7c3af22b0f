#include "tasks/model.h"

#include <fmt/format.h>

#include "models/model_text.h"

namespace ounce::tasks {

Result<ModelAnswer> model(const ModelRequest& request, const Job& job) {
    ModelAnswer answer;
    OUNCE_TRY(answer.runs, models::runModels(request.projects, request.models, request.options, job));
    answer.interrupted = job.isStopped();
    return answer;
}

Suite playedTests(const ModelRequest& request, const models::ModelRun& run) {
    Suite suite{.project = run.project, .algorithm = "user model", .seed = request.options.seed};
    if (request.options.machine.mode == Mode::Scratch) suite.mode = Mode::Scratch;
    suite.tests = run.played;
    return suite;
}

Result<InferAnswer> infer(const InferRequest& request, const Job& job) {
    InferAnswer answer{.inferred = models::inferModels(request.program, request.options, job)};
    answer.interrupted = job.isOver();
    return answer;
}

std::string InferAnswer::programModels() const { return models::writeModelText(inferred.program); }
std::string InferAnswer::playerModel() const { return models::writeModelText({inferred.user}); }

std::string InferAnswer::dropped() const {
    std::string text;
    for (const models::Dropped& one : inferred.dropped) {
        text += fmt::format("{}\n    {}", one.sentence, one.why);
        if (one.failed > 0)
            text += fmt::format("; failed in {} of {} runs, first with seed {}{}", one.failed, one.runs,
                                one.seed, one.elsewhere ? " and sprites elsewhere" : "");
        text += "\n";
    }
    return text;
}

Json toJson(const InferAnswer& answer) {
    return {{"models", answer.inferred.program.size()},
            {"candidates", answer.inferred.candidates},
            {"coverage", answer.inferred.coverage},
            {"expectedFails", answer.inferred.expectedFails}};
}

}  // namespace ounce::tasks
