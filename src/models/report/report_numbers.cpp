#include <algorithm>
#include <numeric>

#include "models/report/report.h"

namespace ounce::models {

ModelCoverage coverageOf(const ModelRun& run, std::size_t model) {
    ModelCoverage coverage{.total = run.taken[model].size()};
    for (const std::uint64_t taken : run.taken[model]) coverage.covered += taken > 0 ? 1 : 0;
    return coverage;
}

ModelCoverage coverageOf(const ModelRun& run) {
    ModelCoverage all;
    for (std::size_t m = 0; m < run.taken.size(); m++) {
        const ModelCoverage one = coverageOf(run, m);
        all.covered += one.covered;
        all.total += one.total;
    }
    return all;
}

Status statusOf(const ModelRun& run, std::size_t model) {
    const auto concerns = [&](const std::vector<Finding>& findings) {
        return std::any_of(findings.begin(), findings.end(),
                           [&](const Finding& f) { return f.model == model; });
    };
    if (concerns(run.errors)) return Status::Error;
    return concerns(run.fails) ? Status::Fail : Status::Pass;
}

Status statusOf(const std::vector<ModelRun>& runs) {
    Status worst = Status::Pass;
    for (const ModelRun& run : runs) worst = std::max(worst, run.status());
    return worst;
}

double meanCoverage(const ModelRun& run) {
    if (run.coverageEach.empty()) return 0;
    return std::accumulate(run.coverageEach.begin(), run.coverageEach.end(), 0.0) /
           static_cast<double>(run.coverageEach.size());
}

}  // namespace ounce::models
