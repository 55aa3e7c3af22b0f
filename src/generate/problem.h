// Scratch tests as a search problem: goals are statements, and properties to violate; individuals are codons
// that decode to what a user does.
#pragma once

#include <vector>

#include "generate/decode.h"
#include "generate/snapshots.h"
#include "search/problem.h"

namespace ounce {

struct ProblemOptions {
    std::size_t threads = 1;
    double newEventProbability = 0.5;
    // The length limit grows while tests of full length still come nearer to something.
    bool growLength = false;
    std::size_t snapshotBytes = std::size_t{128} << 20;
};

// Evaluating is a function of the codons: what was kept of earlier tests only saves time. Workers look only
// at what was kept before the batch began, so that even the number of executed steps does not depend on how
// many there are.
class ScratchProblem final : public Problem {
  public:
    ScratchProblem(const GenerationContext& context, const Encoding& encoding, const ProblemOptions& options);

    [[nodiscard]] std::size_t goals() const override { return context_.goalCount(); }
    [[nodiscard]] Encoding encoding() const override { return encoding_; }
    // Some of the tests that the search tries first begin with a piece of one of these.
    void beginWith(std::vector<Codons> plays) { plays_ = std::move(plays); }
    Codons sample(Stream& random) const override;
    std::vector<Evaluation> evaluate(std::span<const Codons> batch, const GoalFlags& covered) override;
    [[nodiscard]] bool isRequired(std::size_t goal) const override {
        return goal < context_.goals.size() + context_.asked &&
               (!context_.onlyProperties || context_.isProperty(goal));
    }
    [[nodiscard]] bool isIndependent(std::size_t goal) const override { return independent_[goal] != 0; }
    std::vector<std::optional<Neighbour>> extend(std::span<const LocalSearchRequest> requests,
                                                 const GoalFlags& covered) override;
    std::vector<std::optional<Neighbour>> reduce(std::span<const LocalSearchRequest> requests,
                                                 const GoalFlags& covered) override;

    [[nodiscard]] const Snapshots& snapshots() const { return snapshots_; }
    // What all tests together have done.
    [[nodiscard]] const RunTrace& reached() const { return reached_; }
    // Per property: whether some test gave it something to say.
    [[nodiscard]] const std::vector<std::uint8_t>& triggered() const { return triggered_; }

    // What an evaluated test of this problem was.
    static const FoundTest& testOf(const std::shared_ptr<const Phenotype>& phenotype);

  private:
    // One test of a batch.
    struct Job {
        Codons codons;
        std::shared_ptr<const Played> from;  // where to go on; none: from the start
        bool finished = false;               // not interrupted: its codons say all that it does
        Evaluation evaluation{};
        std::vector<std::shared_ptr<const Played>> borders{};  // what to keep
    };
    Job jobFor(Codons codons);
    // Plays the job's codons and fills in what it is asked for.
    void play(Job& job, std::size_t worker, const GoalFlags& covered);
    void judge(Job& job, const Played& played, std::int64_t stepsBefore) const;
    bool extendOne(Job& job, Stream random, std::size_t worker, const GoalFlags& covered);
    void keep(const Job& job);
    void findIndependentGoals();

    const GenerationContext& context_;
    Encoding encoding_;
    ProblemOptions options_;
    std::size_t longestAllowed_;
    Snapshots snapshots_;
    std::vector<ExtractionCache> caches_;  // one per worker
    std::vector<std::uint8_t> independent_;
    std::vector<Codons> plays_{};
    RunTrace reached_;
    std::vector<std::uint8_t> triggered_;
};

}  // namespace ounce
