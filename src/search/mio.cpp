#include "search/mio.h"

#include <cmath>
#include <optional>

#include "search/mio_archive.h"

namespace ounce {

namespace {

// What one lane does in a round.
struct Lane {
    Stream random;
    std::optional<std::size_t> goal{};  // none: a random test
    MioArchive::Sample parent{};        // what is mutated next
    Individual last{};                  // the test that local search starts from
};

class Mio {
  public:
    Mio(SearchRun& run, const MioOptions& options)
        : run_(run), options_(options), archive_(run.problem()), localSearch_(run, options.localSearch) {}

    void round() {
        archive_.close(run_.archive().covered());
        setParameters();
        std::vector<Lane> lanes;
        for (std::size_t i = 0; i < options_.lanes; i++) lanes.push_back(openLane());
        for (int level = 0; level == 0 || level < mutations_; level++) {
            if (!advance(lanes, level)) break;
        }
        improve(lanes);
        run_.iterationDone();
    }

  private:
    void setParameters() {
        auto now = [&](const Dynamic& parameter) {
            return parameter.at(run_.meter().progress(), options_.startOfFocusedPhase);
        };
        const auto limit = static_cast<std::size_t>(std::max(1.0, std::round(now(options_.archiveSize))));
        if (limit < archiveSize_) archive_.shrink(limit);
        archiveSize_ = limit;
        randomSelection_ = now(options_.randomSelection);
        mutations_ = static_cast<int>(std::round(now(options_.mutations)));
    }

    Lane openLane() {
        Lane lane{run_.stream()};
        if (mutations_ > 0 && !lane.random.chance(randomSelection_))
            lane.goal = archive_.chooseGoal(lane.random);
        if (lane.goal) lane.parent = archive_.chooseTest(*lane.goal, lane.random);
        return lane;
    }

    // One evaluation in every lane that has something to do at this level. False: nothing was evaluated.
    bool advance(std::vector<Lane>& lanes, int level) {
        const Encoding encoding = run_.problem().encoding();
        std::vector<Codons> batch;
        std::vector<Lane*> busy;
        for (Lane& lane : lanes) {
            if (!lane.goal && level > 0) continue;
            // A goal that another lane has covered meanwhile needs no more mutations.
            if (lane.goal && run_.archive().covered()[*lane.goal]) continue;
            batch.push_back(lane.goal ? mutate(*lane.parent.test, encoding, options_.mutation, lane.random)
                                      : run_.problem().sample(lane.random));
            busy.push_back(&lane);
        }
        const std::vector<Individual> evaluated = run_.evaluate(std::move(batch));
        for (std::size_t i = 0; i < evaluated.size(); i++) {
            archive_.update(evaluated[i], archiveSize_);
            follow(*busy[i], evaluated[i]);
        }
        return !evaluated.empty();
    }

    // The lane goes on from the mutant where that is not worse for its goal.
    static void follow(Lane& lane, const Individual& individual) {
        if (lane.goal) {
            const double now = heuristic(individual.fitness[*lane.goal]);
            if (now < lane.parent.heuristic) return;
            lane.parent = {individual.test, now};
        }
        lane.last = individual;
    }

    void improve(std::vector<Lane>& lanes) {
        std::vector<Individual> members;
        for (Lane& lane : lanes) {
            if (lane.last.test) members.push_back(std::move(lane.last));
        }
        for (std::size_t place : localSearch_.improve(members)) archive_.update(members[place], archiveSize_);
    }

    SearchRun& run_;
    const MioOptions& options_;
    MioArchive archive_;
    LocalSearch localSearch_;
    std::size_t archiveSize_ = 0;
    double randomSelection_ = 1;
    int mutations_ = 0;
};

}  // namespace

void mio(SearchRun& run, const MioOptions& options) {
    Mio algorithm(run, options);
    while (!run.over()) algorithm.round();
}

}  // namespace ounce
