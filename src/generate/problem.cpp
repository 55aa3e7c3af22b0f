#include "generate/problem.h"

#include <algorithm>
#include <limits>

#include "base/parallel.h"

namespace ounce {

namespace {

// A place inside a test is worth keeping when that many steps lead to it from the last place that was kept.
constexpr std::int64_t kStepsBetweenSnapshots = 30;
constexpr double kPlayProbability = 0.3;        // that a new test begins with a piece of a play
constexpr std::size_t kLengthGrowthLimit = 10;  // times the length that the search began with

std::vector<const void*> drawingOf(const Played& played) {
    const auto& stage = played.moment.state.stage;
    return stage ? stage->penPieces() : std::vector<const void*>{};
}

}  // namespace

ScratchProblem::ScratchProblem(const GenerationContext& context, const Encoding& encoding,
                               const ProblemOptions& options)
    : context_(context),
      encoding_(encoding),
      options_(options),
      longestAllowed_(encoding.maxLength * (options.growLength ? kLengthGrowthLimit : 1)),
      snapshots_(static_cast<std::size_t>(context.groupSize), options.snapshotBytes),
      caches_(std::max<std::size_t>(options.threads, 1)),
      reached_(context.startTrace),
      triggered_(context.properties.size(), 0) {
    encoding_.groupSize = static_cast<std::size_t>(context.groupSize);
    findIndependentGoals();
}

// A statement that always leads on to another one is covered with it, so only the last one of such a row is a
// goal of its own for MIO.
void ScratchProblem::findIndependentGoals() {
    const ControlFlow& flow = context_.fitness.flow();
    std::vector<std::uint8_t> isGoal(context_.program->statements.size(), 0);
    for (GoalIndex index : context_.goals) {
        const Goal& goal = context_.fitness.goals()[static_cast<std::size_t>(index)];
        if (!goal.isBranch()) isGoal[static_cast<std::size_t>(goal.statement)] = 1;
    }
    for (GoalIndex goal : context_.goals) {
        const StatementIndex statement = context_.fitness.goals()[static_cast<std::size_t>(goal)].statement;
        const std::vector<FlowEdge>& edges = flow.edges(statement);
        const bool leadsOn = edges.size() == 1 && edges[0].outcome == Outcome::Always &&
                             edges[0].kind == FlowEdge::Kind::Flow && flow.isStatement(edges[0].to) &&
                             isGoal[static_cast<std::size_t>(edges[0].to)] != 0;
        independent_.push_back(leadsOn ? 0 : 1);
    }
    independent_.resize(context_.goalCount(), 1);
}

Codons ScratchProblem::sample(Stream& random) const {
    Codons codons = sampleCodons(encoding_, random);
    if (plays_.empty() || random.uniform() >= kPlayProbability) return codons;
    const Codons& play = plays_[random.below(plays_.size())];
    const std::size_t groups = std::min(encoding_.groups(play), longestAllowed_);
    if (groups == 0) return codons;
    const auto end = static_cast<std::ptrdiff_t>((1 + random.below(groups)) * encoding_.groupSize);
    codons.insert(codons.begin(), play.begin(), play.begin() + end);
    return codons;
}

namespace {

struct PlayedTest final : Phenotype {
    explicit PlayedTest(FoundTest found) : test(std::move(found)) {}
    FoundTest test;
};

}  // namespace

const FoundTest& ScratchProblem::testOf(const std::shared_ptr<const Phenotype>& phenotype) {
    return dynamic_cast<const PlayedTest&>(*phenotype).test;
}

ScratchProblem::Job ScratchProblem::jobFor(Codons codons) {
    Job job;
    job.from = snapshots_.longestPrefix(codons);
    job.codons = std::move(codons);
    return job;
}

void ScratchProblem::play(Job& job, std::size_t worker, const GoalFlags& covered) {
    Played played = job.from ? *job.from : playedNothing(context_);
    const std::int64_t before = played.steps();
    std::int64_t lastKept = before;
    std::vector<const void*> drawing = drawingOf(played);
    job.finished = playCodons(context_, caches_[worker], played, job.codons, covered, [&](const Played& now) {
        // Drawing takes long.
        std::vector<const void*> pieces = drawingOf(now);
        if (now.steps() - lastKept < kStepsBetweenSnapshots && pieces == drawing) return;
        lastKept = now.steps();
        drawing = std::move(pieces);
        job.borders.push_back(std::make_shared<const Played>(now));
    });
    judge(job, played, before);
    job.borders.push_back(std::make_shared<const Played>(std::move(played)));
}

void ScratchProblem::judge(Job& job, const Played& played, std::int64_t stepsBefore) const {
    Evaluation& evaluation = job.evaluation;
    evaluation.steps += played.steps() - stepsBefore;
    evaluation.length = played.events.size();
    const std::size_t header = groupsOf(context_, played) - played.events.size();
    evaluation.usefulGroups = played.usefulEvents == 0 ? 0 : played.usefulEvents + header;
    evaluation.nearestAt = played.nearestAt;
    evaluation.kinds.assign(header, 0);
    evaluation.kinds.insert(evaluation.kinds.end(), played.kinds.begin(), played.kinds.end());
    // A test that was interrupted counts with what it reached: that may be all that a slow program shows.
    evaluation.fitness = context_.fitnessOf(played.trace);
    FoundTest found{played.events, played.seed, GoalFlags(context_.goalCount())};
    for (std::size_t goal = 0; goal < found.covers.size(); goal++)
        found.covers[goal] = evaluation.fitness[goal] == 0 ? 1 : 0;
    evaluation.phenotype = std::make_shared<const PlayedTest>(std::move(found));
}

void ScratchProblem::keep(const Job& job) {
    reached_.merge(job.borders.back()->trace);
    for (std::size_t i = 0; i < triggered_.size(); i++)
        triggered_[i] |= job.borders.back()->watch.monitors[i].triggered ? 1 : 0;
    if (!job.finished) return;
    for (const auto& played : job.borders) {
        if (!played->events.empty()) snapshots_.keep(job.codons, groupsOf(context_, *played), played);
    }
    const bool stillHelped = job.evaluation.usefulGroups >= encoding_.maxLength;
    if (stillHelped && encoding_.maxLength < longestAllowed_) {
        encoding_.maxLength = std::min(longestAllowed_, encoding_.maxLength + encoding_.maxLength / 4 + 1);
    }
}

std::vector<Evaluation> ScratchProblem::evaluate(std::span<const Codons> batch, const GoalFlags& covered) {
    std::vector<Job> jobs;
    for (const Codons& codons : batch) jobs.push_back(jobFor(codons));
    inParallel(jobs.size(), caches_.size(),
               [&](std::size_t i, std::size_t worker) { play(jobs[i], worker, covered); });
    std::vector<Evaluation> result;
    for (Job& job : jobs) {
        keep(job);
        result.push_back(std::move(job.evaluation));
    }
    return result;
}

std::vector<std::optional<Neighbour>> ScratchProblem::extend(std::span<const LocalSearchRequest> requests,
                                                             const GoalFlags& covered) {
    std::vector<Job> jobs;
    for (const LocalSearchRequest& request : requests)
        jobs.push_back(jobFor(request.individual->test->codons));
    std::vector<std::uint8_t> applied(jobs.size(), 0);
    inParallel(jobs.size(), caches_.size(), [&](std::size_t i, std::size_t worker) {
        applied[i] = extendOne(jobs[i], requests[i].random, worker, covered) ? 1 : 0;
    });
    std::vector<std::optional<Neighbour>> result(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); i++) {
        if (!applied[i]) continue;
        keep(jobs[i]);
        result[i] = Neighbour{std::move(jobs[i].codons), std::move(jobs[i].evaluation)};
    }
    return result;
}

std::vector<std::optional<Neighbour>> ScratchProblem::reduce(std::span<const LocalSearchRequest> requests,
                                                             const GoalFlags& covered) {
    std::vector<Job> jobs;
    for (const LocalSearchRequest& request : requests) {
        Codons codons = request.individual->test->codons;
        codons.resize(std::max<std::size_t>(request.individual->test->usefulGroups, 1) * encoding_.groupSize);
        jobs.push_back(jobFor(std::move(codons)));
    }
    inParallel(jobs.size(), caches_.size(),
               [&](std::size_t i, std::size_t worker) { play(jobs[i], worker, covered); });
    std::vector<std::optional<Neighbour>> result(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); i++) {
        keep(jobs[i]);
        if (!jobs[i].finished) continue;
        jobs[i].evaluation.executions = 0;
        result[i] = Neighbour{std::move(jobs[i].codons), std::move(jobs[i].evaluation)};
    }
    return result;
}

}  // namespace ounce
