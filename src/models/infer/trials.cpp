#include "models/infer/trials.h"

#include <fmt/format.h>
#include <set>

namespace ounce::models::inference {
namespace {

// A model that says something in fewer than one of so many runs is left out.
constexpr int kSeldom = 30;

void giveNames(Candidates& candidates) {
    std::set<std::string> ids;
    for (Candidate& candidate : candidates) {
        const std::string id = candidate.model.id;
        for (int number = 2; !ids.insert(candidate.model.id).second; number++)
            candidate.model.id = fmt::format("{} ({})", id, number);
    }
}

}  // namespace

void tryOut(Candidates& candidates, const std::vector<Model>& always, const Runs& runs, std::uint32_t seed,
            int count) {
    if (candidates.empty() || count == 0) return;
    giveNames(candidates);
    std::vector<Model> models;
    for (const Candidate& candidate : candidates) models.push_back(candidate.model);
    models.insert(models.end(), always.begin(), always.end());
    std::vector<int> failed(models.size()), taken(models.size());
    for (const Repetition& one : runs.play(models, seed, count, true)) {
        for (const Finding& finding : one.result.fails) failed[finding.model]++;
        for (const Finding& finding : one.result.errors) failed[finding.model]++;
        for (std::size_t m = 0; m < candidates.size() && m < one.result.covered.size(); m++)
            taken[m] += one.result.covered[m][candidates[m].telling];
    }
    Candidates kept;
    for (std::size_t m = 0; m < candidates.size(); m++) {
        const bool tells = taken[m] * kSeldom >= count || candidates[m].mayBeUntaken;
        if (failed[m] > 0 || !tells) continue;
        kept.push_back(std::move(candidates[m]));
    }
    candidates = std::move(kept);
}

void keepMostExact(Candidates& candidates) {
    std::set<std::string> known;
    std::erase_if(candidates, [&](const Candidate& candidate) {
        return !candidate.only.empty() && !known.insert(candidate.only).second;
    });
}

}  // namespace ounce::models::inference
