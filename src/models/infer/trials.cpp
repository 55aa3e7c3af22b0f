#include "models/infer/trials.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

#include "base/steps.h"

namespace ounce::models::inference {
namespace {

// A model that says something in fewer than one of so many runs is left out.
constexpr int kSeldom = 30;
constexpr int kNearly = 4;           // what fails in at most one of so many runs nearly holds
constexpr int kRound = 1000;         // runs between two looks at how many fail
constexpr double kFewEnough = 0.05;  // models that may be expected to fail in the next thousand runs

void giveNames(Candidates& candidates) {
    std::set<std::string> ids;
    for (Candidate& candidate : candidates) {
        const std::string id = candidate.model.id;
        for (int number = 2; !ids.insert(candidate.model.id).second; number++)
            candidate.model.id = fmt::format("{} ({})", id, number);
    }
}

}  // namespace

void Trials::play(const Candidates& candidates, std::uint32_t seed, int count,
                  std::vector<Tally>& tallies) const {
    // What ends the game comes first, as in the file that is written: nothing is asked for in the very step
    // in which everything stops.
    std::vector<Model> models = always_;
    for (const Candidate& candidate : candidates) models.push_back(candidate.model);
    const std::size_t first = always_.size();
    int run = 0;
    for (const Repetition& one : runs_.play(models, seed, count, true)) {
        const bool elsewhere = Runs::isElsewhere(run++);
        std::vector<std::uint8_t> failed(candidates.size());
        for (const std::vector<Finding>* findings : {&one.result.fails, &one.result.errors}) {
            for (const Finding& finding : *findings) {
                if (finding.model < first) continue;
                Tally& tally = tallies[finding.model - first];
                failed[finding.model - first] = 1;
                if (!tally.why.empty()) continue;
                tally.why = fmt::format("{} (at {:.1f} s)", finding.message, secondsOf(finding.step));
                tally.seed = seed + static_cast<std::uint32_t>(run - 1);
                tally.elsewhere = elsewhere;
            }
        }
        for (std::size_t m = 0; m < candidates.size(); m++) {
            tallies[m].failed += failed[m];
            if (first + m >= one.result.covered.size()) continue;
            tallies[m].taken[elsewhere ? 1 : 0] += one.result.covered[first + m][candidates[m].telling];
        }
    }
}

void Trials::sortOut(Candidates& candidates, std::vector<Tally>& tallies, int count, bool mustTell,
                     bool once) {
    Candidates kept;
    std::vector<Tally> keptTallies;
    for (std::size_t m = 0; m < candidates.size(); m++) {
        const Tally& tally = tallies[m];
        // What says something only where things were saved is about that, not about the program.
        const bool tells = !mustTell || candidates[m].mayBeUntaken ||
                           std::min(tally.taken[0], tally.taken[1]) * kSeldom * 2 >= count;
        if ((tally.failed == 0 && tells) || (once && tally.failed == 1)) {
            kept.push_back(std::move(candidates[m]));
            keptTallies.push_back(tally);
            continue;
        }
        Dropped dropped{.sentence = candidates[m].model.explanation,
                        .why = tally.why,
                        .runs = count,
                        .failed = tally.failed,
                        .seed = tally.seed,
                        .elsewhere = tally.elsewhere};
        if (tally.failed == 0)
            dropped.why = fmt::format("said something in {} of {} runs, and in {} with sprites elsewhere",
                                      tally.taken[0], count, tally.taken[1]);
        else if (tally.failed * kNearly <= count)
            refuters_.push_back({count, {tally.seed, tally.elsewhere}});
        dropped_.push_back(std::move(dropped));
    }
    candidates = std::move(kept);
    tallies = std::move(keptTallies);
}

void Trials::tryOut(Candidates& candidates, std::uint32_t seed, int count) {
    if (candidates.empty() || count == 0) return;
    giveNames(candidates);
    std::vector<Tally> tallies(candidates.size());
    play(candidates, seed, count, tallies);
    sortOut(candidates, tallies, count, false, false);
}

double Trials::confirm(Candidates& candidates, std::uint32_t seed, int atLeast, int atMost) {
    if (candidates.empty() || atLeast == 0) return 0;
    giveNames(candidates);
    std::vector<Tally> tallies(candidates.size());
    int done = 0;
    double expected = 0;
    while (done < atMost && !runs_.job.isOver()) {
        const int count = std::min(kRound, std::max(atLeast - done, done > 0 ? kRound : 0));
        play(candidates, seed + static_cast<std::uint32_t>(done), count, tallies);
        done += count;
        sortOut(candidates, tallies, done, true, true);
        const auto once = std::count_if(tallies.begin(), tallies.end(),
                                        [](const Tally& tally) { return tally.failed == 1; });
        expected = static_cast<double>(once) * 1000 / done;
        if (done >= atLeast && expected <= kFewEnough) break;
    }
    sortOut(candidates, tallies, done, true, false);
    return expected;
}

std::vector<Start> Trials::takeRefuters(std::size_t most) {
    std::vector<Refuter> all = std::exchange(refuters_, {});
    std::stable_sort(all.begin(), all.end(),
                     [](const Refuter& a, const Refuter& b) { return a.runs > b.runs; });
    std::vector<Start> some;
    for (const Refuter& one : all) {
        if (some.size() < most && std::find(some.begin(), some.end(), one.run) == some.end())
            some.push_back(one.run);
    }
    return some;
}

void keepMostExact(Candidates& candidates) {
    std::set<std::string> known;
    std::erase_if(candidates, [&](const Candidate& candidate) {
        return !candidate.only.empty() && !known.insert(candidate.only).second;
    });
}

}  // namespace ounce::models::inference
