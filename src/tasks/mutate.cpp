#include "tasks/mutate.h"

#include <fmt/format.h>

#include "models/run_models.h"
#include "mutation/fresh_score.h"

namespace ounce::tasks {
namespace {

LiveTest::Outcome playModels(const std::vector<models::Model>& all, const Program& variant,
                             const models::RunOptions& options, std::uint32_t seed, const Job& job) {
    const auto bound = models::bind(all, variant, {});
    models::Repetition done =
        models::playOnce(variant, *bound, options, seed, models::modelStart(variant, options.machine), job);
    LiveTest::Outcome outcome{.coverage = std::move(done.coverage)};
    outcome.passed = done.result.fails.empty() && done.result.errors.empty();
    if (outcome.passed) return outcome;
    const models::Finding& first =
        done.result.fails.empty() ? done.result.errors.front() : done.result.fails.front();
    outcome.message = first.message;
    outcome.step = first.step;
    return outcome;
}

// Each repetition of the models is a test of its own.
Result<std::vector<LiveTest>> modelTests(const MutateRequest& request, const Job& job) {
    std::vector<LiveTest> tests;
    if (request.models.empty()) return tests;
    if (models::bind(request.models, *request.program, {})->needsScript())
        return fail("models with JavaScript in them cannot be used here", request.modelsName,
                    "write the condition as an expression or a property");
    models::RunOptions options;
    if (request.options.mode == Mode::Scratch) options.machine = Suite().machineOptions(Mode::Scratch);
    for (int i = 0; i < request.repetitions; i++) {
        const auto seed = static_cast<std::uint32_t>(job.seed) + static_cast<std::uint32_t>(i);
        tests.push_back({.name = fmt::format("models, seed {}", seed),
                         .suite = request.modelsName,
                         .play = [&request, &job, options, seed](const Program& variant) {
                             return playModels(request.models, variant, options, seed, job);
                         }});
    }
    return tests;
}

}  // namespace

Result<MutationAnalysis> mutate(const MutateRequest& request, const Job& job) {
    MutationAnalysisOptions options = request.options;
    OUNCE_TRY(options.live, modelTests(request, job));
    OUNCE_TRY(MutationAnalysis analysis, analyzeMutants(request.program, request.suites, options, job));
    if (request.freshSeeds > 0) {
        OUNCE_TRY(analysis.fresh, freshScore(request.program, request.suites, options, request.freshSeeds,
                                             job.phase("other seeds")));
    }
    analysis.project = request.project;
    return analysis;
}

Result<neuro::NetworkMutation> mutate(const NetworkMutateRequest& request, const Job& job) {
    neuro::NetworkMutation analysis =
        neuro::analyzeNetworks(request.program, request.suite, request.options, job);
    analysis.project = request.project;
    return analysis;
}

}  // namespace ounce::tasks
