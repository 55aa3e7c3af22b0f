// What came out of models, for people and for programs. Every report is a function from runs to text; none
// reads a clock, so the same runs give the same bytes.
#pragma once

#include <string>
#include <vector>

#include "models/run_models.h"

namespace ounce::models {

struct TableOptions {
    bool color = false;
    bool quiet = false;  // one line a project
    bool path = false;   // the path through each model
};

std::string tableReport(const std::vector<ModelRun>& runs, const TableOptions& options);
std::string jsonReport(const std::vector<ModelRun>& runs);
std::string junitReport(const std::vector<ModelRun>& runs);
std::string csvReport(const std::vector<ModelRun>& runs);
std::string htmlReport(const std::vector<ModelRun>& runs);

// ---- for the reports ----

struct ModelCoverage {
    std::size_t covered = 0, total = 0;
};
// Of one model, and of all.
ModelCoverage coverageOf(const ModelRun& run, std::size_t model);
ModelCoverage coverageOf(const ModelRun& run);
// Of one model.
Status statusOf(const ModelRun& run, std::size_t model);
Status statusOf(const std::vector<ModelRun>& runs);
// The part of the program's goals that a repetition reaches in the mean.
double meanCoverage(const ModelRun& run);

}  // namespace ounce::models
