// Decoding codons, going on from snapshots, local search.
#include "generate/problem.h"

#include <gmock/gmock.h>

#include "generate/session.h"
#include "generate/test_program.h"

namespace ounce {
namespace {

class ScratchProblemTest : public ::testing::Test {
  protected:
    ScratchProblemTest() : context_(programOf(kQuiz), SearchConfig{}, 1) {}

    ScratchProblem problem(std::size_t threads = 1, std::size_t snapshotBytes = std::size_t{64} << 20) {
        return {context_, SearchConfig{}.encoding, {.threads = threads, .snapshotBytes = snapshotBytes}};
    }
    std::vector<Codons> samples(const ScratchProblem& problem, int count, std::uint64_t seed) {
        std::vector<Codons> result;
        for (int i = 0; i < count; i++) {
            Stream random(seed + static_cast<std::uint64_t>(i));
            result.push_back(problem.sample(random));
        }
        return result;
    }
    GoalFlags none() { return GoalFlags(context_.goals.size()); }

    GenerationContext context_;
};

TEST_F(ScratchProblemTest, HasAGoalForEveryStatement) {
    EXPECT_EQ(context_.goals.size(), static_cast<std::size_t>(context_.program->goalCount()));
    EXPECT_GE(context_.groupSize, 2);
}

TEST_F(ScratchProblemTest, EvaluatesTheSameWithAndWithoutSnapshots) {
    ScratchProblem keeping = problem(), forgetting = problem(1, 1);
    std::vector<Codons> batch = samples(keeping, 20, 7);
    const std::size_t half = batch.size();
    for (std::size_t i = 0; i < half; i++) {  // mutants that share a beginning with what was played
        Codons changed = batch[i];
        changed[changed.size() / 2] += 1;
        batch.push_back(changed);
        batch.push_back(batch[i]);
    }
    std::int64_t kept = 0, all = 0;
    for (const Codons& codons : batch) {
        const Evaluation a = keeping.evaluate({&codons, 1}, none())[0];
        const Evaluation b = forgetting.evaluate({&codons, 1}, none())[0];
        EXPECT_EQ(a.fitness, b.fitness);
        EXPECT_EQ(a.usefulGroups, b.usefulGroups);
        EXPECT_EQ(a.kinds, b.kinds);
        EXPECT_EQ(ScratchProblem::testOf(a.phenotype).events, ScratchProblem::testOf(b.phenotype).events);
        EXPECT_EQ(ScratchProblem::testOf(a.phenotype).seed, ScratchProblem::testOf(b.phenotype).seed);
        kept += a.steps;
        all += b.steps;
    }
    EXPECT_LT(kept, all * 2 / 3) << "what was played before is not played again";
}

TEST_F(ScratchProblemTest, EvaluatesTheSameWithAnyNumberOfThreads) {
    ScratchProblem one = problem(1), many = problem(4);
    for (int round = 0; round < 3; round++) {
        const std::vector<Codons> batch = samples(one, 12, 100 * static_cast<std::uint64_t>(round / 2));
        const auto a = one.evaluate(batch, none()), b = many.evaluate(batch, none());
        for (std::size_t i = 0; i < batch.size(); i++) {
            EXPECT_EQ(a[i].fitness, b[i].fitness);
            EXPECT_EQ(a[i].steps, b[i].steps);
        }
    }
}

TEST_F(ScratchProblemTest, KeepsSnapshotsWithinTheirLimit) {
    ScratchProblem small = problem(1, 50000);
    small.evaluate(samples(small, 40, 3), none());
    EXPECT_LE(small.snapshots().bytes(), 50000u);
    EXPECT_GT(small.snapshots().count(), 0u);
}

TEST_F(ScratchProblemTest, ExtensionWaitsUntilSomethingHappens) {
    // Nothing but a long wait stands between the start and «ready».
    ScratchProblem p = problem();
    Codons codons(2 * p.encoding().groupSize, 0);  // which seed, and an event
    Evaluation evaluation = p.evaluate({&codons, 1}, none())[0];
    const auto covered = std::count(evaluation.fitness.begin(), evaluation.fitness.end(), 0.0);
    const Individual individual{std::make_shared<const Chromosome>(Chromosome{codons, 1, 1}),
                                evaluation.fitness};
    const LocalSearchRequest request{&individual, Stream(1)};
    const auto found = p.extend({&request, 1}, none());
    ASSERT_TRUE(found[0]);
    EXPECT_GT(std::count(found[0]->evaluation.fitness.begin(), found[0]->evaluation.fitness.end(), 0.0),
              covered);
    // Its codons say the same to a problem that knows nothing of the extension.
    ScratchProblem other = problem();
    EXPECT_EQ(other.evaluate({&found[0]->codons, 1}, none())[0].fitness, found[0]->evaluation.fitness);
}

TEST_F(ScratchProblemTest, ReductionKeepsWhatWasReached) {
    ScratchProblem p = problem();
    int reduced = 0;
    for (const Codons& codons : samples(p, 30, 5)) {
        Evaluation evaluation = p.evaluate({&codons, 1}, none())[0];
        if (evaluation.usefulGroups >= p.encoding().groups(codons)) continue;
        const Individual individual{std::make_shared<const Chromosome>(
                                        Chromosome{codons, evaluation.length, evaluation.usefulGroups}),
                                    evaluation.fitness};
        const LocalSearchRequest request{&individual, Stream(1)};
        const auto found = p.reduce({&request, 1}, none());
        ASSERT_TRUE(found[0]);
        EXPECT_LT(found[0]->codons.size(), codons.size());
        EXPECT_EQ(found[0]->evaluation.executions, 0);
        EXPECT_EQ(found[0]->evaluation.fitness, evaluation.fitness);
        reduced++;
    }
    EXPECT_GT(reduced, 0);
}

// The clock ends a test wherever it is: what it reached until then counts, and its events say how to get
// there.
TEST_F(ScratchProblemTest, KeepsWhatWasReachedWhenInterrupted) {
    for (int questions = 0; questions < 30; questions++) {
        double asked = 0;
        ScratchProblem p = problem();
        const std::vector<Codons> batch = samples(p, 1, 1);
        context_.job = Job{.clock = [&asked] { return asked++; }}.within(questions + 1);
        const Evaluation evaluation = p.evaluate(batch, none())[0];
        context_.job = {};
        const FoundTest& found = ScratchProblem::testOf(evaluation.phenotype);
        Played played = playedNothing(context_, found.seed);
        Session session(context_, played);
        for (const UserEvent& event : found.events) ASSERT_TRUE(session.perform(event));
        EXPECT_EQ(context_.fitnessOf(played.trace), evaluation.fitness) << questions;
        EXPECT_EQ(played.steps(), static_cast<std::int64_t>(evaluation.steps)) << questions;
    }
}

}  // namespace
}  // namespace ounce
