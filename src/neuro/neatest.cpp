#include "neuro/neatest.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/parallel.h"

namespace ounce::neuro {
namespace {

// Networks are judged in pieces of this many: in between, what they reached counts, and the budget is looked
// at. A number of its own, so that results do not depend on the number of threads.
constexpr std::size_t kPiece = 12;
constexpr std::size_t kArchived = 8;  // networks that are kept for a goal

// A network that came near to a goal.
struct Candidate {
    std::shared_ptr<const Genome> genome;
    double score = 0;
};

class Neatest {
  public:
    Neatest(const JudgeContext& context, const NeatestOptions& options)
        : context_(context),
          options_(options),
          config_(options.config),
          meter_(config_.budget, options.clock),
          begin_(options.clock ? options.clock() : 0),
          random_(options.seed),
          innovations_(context.vocabulary.firstFree()),
          open_(context.goals.size(), 1),
          archive_(context.goals.size()),
          solutions_(context.goals.size()),
          tried_(context.goals.size(), 0),
          hits_(context.goals.size(), 0) {
        result_.reliable.assign(context.goals.size(), 0);
        result_.reached.assign(context.goals.size(), 0);
        if (!config_.targets.empty()) restrictTargets();
        players_.reserve(std::max<std::size_t>(options.threads, 1));
        for (std::size_t i = 0; i < std::max<std::size_t>(options.threads, 1); i++) {
            players_.push_back(
                std::make_unique<Player>(context.vocabulary, context.fitness, context.machine));
            players_.back()->interrupted = [this] { return stopped() || timeIsUp(); };
        }
        lookAround();
    }

    NeatestResult run() {
        while (!over()) {
            const std::int32_t target = chooseTarget();
            tried_[static_cast<std::size_t>(target)]++;
            result_.targets++;
            pursue(target);
        }
        keepNetworks();
        result_.seconds = options_.clock ? options_.clock() - begin_ : 0;
        result_.plays = meter_.executions();
        result_.steps = meter_.steps();
        return std::move(result_);
    }

  private:
    [[nodiscard]] bool stopped() const {
        return options_.stop && options_.stop->load(std::memory_order_relaxed);
    }
    [[nodiscard]] bool timeIsUp() const {
        return config_.budget.seconds && options_.clock &&
               options_.clock() - begin_ > *config_.budget.seconds;
    }
    [[nodiscard]] bool complete() const {
        return std::none_of(open_.begin(), open_.end(), [](std::uint8_t open) { return open != 0; });
    }
    [[nodiscard]] bool over() const {
        return stopped() || meter_.exhausted() || complete() || context_.goals.empty();
    }

    void restrictTargets() {
        std::fill(open_.begin(), open_.end(), 0);
        for (const std::string& target : config_.targets) {
            const std::optional<GoalIndex> goal = context_.fitness.find(target);
            for (std::size_t g = 0; goal && g < context_.goals.size(); g++) {
                if (context_.goals[g] == *goal) open_[g] = 1;
            }
        }
    }

    // What is there before anything happens.
    void lookAround() {
        FeatureExtractor features(context_.vocabulary);
        for (const SeenFeature& seen : features.extract(context_.start.state)) inputs_.push_back(seen.input);
        ExtractionCache cache;
        for (const ExtractedEvent& event :
             context_.vocabulary.extractor().extract(context_.start.state, cache)) {
            const std::int32_t output = context_.vocabulary.outputOf(event.what);
            if (output != kNone) outputs_.push_back(output);
        }
    }

    // ---- targets ----
    // Whether what the goal depends on was reached: then it may be reached, too.
    [[nodiscard]] bool isNear(std::size_t goal) const {
        const auto controllers = context_.fitness.dependence().controllers(context_.statements[goal]);
        if (controllers.empty()) return true;
        return std::any_of(controllers.begin(), controllers.end(), [&](const Dependence& d) {
            if (!context_.fitness.flow().isStatement(d.node)) return true;
            return reachedStatements_.empty() || reachedStatements_[static_cast<std::size_t>(d.node)] != 0;
        });
    }

    std::int32_t chooseTarget() {
        std::int32_t best = kNone;
        auto better = [&](std::size_t a, std::size_t b) {
            const bool nearA = isNear(a), nearB = isNear(b);
            if (nearA != nearB) return nearA;
            if (result_.reliable[a] != result_.reliable[b]) return result_.reliable[b] != 0;
            if (tried_[a] != tried_[b]) return tried_[a] < tried_[b];
            return scoreOf(a) > scoreOf(b);
        };
        for (std::size_t g = 0; g < open_.size(); g++) {
            if (!open_[g]) continue;
            if (best == kNone || better(g, static_cast<std::size_t>(best)))
                best = static_cast<std::int32_t>(g);
        }
        return best;
    }
    [[nodiscard]] double scoreOf(std::size_t goal) const {
        return archive_[goal].empty() ? 0 : archive_[goal].front().score;
    }

    void pursue(std::int32_t target) {
        const auto goal = static_cast<std::size_t>(target);
        Population population(config_.neat, firstGeneration(goal));
        double best = 0;
        int stagnant = 0;
        while (!over()) {
            judgeAll(population, target);
            if (!open_[goal]) return;
            double now = 0;
            for (const Member& member : population.members()) now = std::max(now, member.fitness);
            result_.generations++;
            meter_.iterationDone();
            report(population, goal);
            stagnant = now > best ? 0 : stagnant + 1;
            best = std::max(best, now);
            const bool others = std::count(open_.begin(), open_.end(), 1) > 1;
            if (stagnant >= config_.switchTargetCount && others && config_.neatest) return;
            Stream random = stream();
            population.evolve(innovations_, nextId_, random);
        }
    }

    std::vector<Genome> firstGeneration(std::size_t goal) {
        // The first look at a program is a wide one.
        const std::size_t size =
            config_.neat.populationSize * (result_.targets == 1 ? config_.firstPopulations : 1);
        std::vector<const Genome*> ancestors = ancestorsOf(goal);
        Stream random = stream();
        std::vector<Genome> genomes;
        const std::size_t fresh =
            ancestors.empty()
                ? size
                : static_cast<std::size_t>(static_cast<double>(size) * config_.randomFraction + 0.5);
        for (std::size_t i = 0; genomes.size() + fresh < size; i++) {
            genomes.push_back(*ancestors[i % ancestors.size()]);
            if (i >= ancestors.size())
                mutate(genomes.back(), config_.neat.mutation, false, innovations_, random);
        }
        for (std::size_t i = 0; genomes.size() < size; i++) {
            const bool hasFavourite = config_.plan.biased && !outputs_.empty() && i % 2 == 0;
            const std::int32_t favourite =
                hasFavourite ? outputs_[nextFavourite_++ % outputs_.size()] : kNone;
            genomes.push_back(freshGenome(context_.vocabulary, config_.plan, inputs_, outputs_, nextId_,
                                          random, favourite));
            innovations_.settle(genomes.back());
        }
        for (Genome& genome : genomes) genome.id = nextId_++;
        return genomes;
    }

    // Networks to begin with: those that came nearest to the goal, then those that reach something.
    std::vector<const Genome*> ancestorsOf(std::size_t goal) const {
        std::vector<const Genome*> ancestors;
        if (config_.strategy == PopulationStrategy::Random) return ancestors;
        auto add = [&](const std::shared_ptr<const Genome>& genome) {
            if (genome && std::find(ancestors.begin(), ancestors.end(), genome.get()) == ancestors.end())
                ancestors.push_back(genome.get());
        };
        if (config_.judge.manyObjectives) {
            for (const Candidate& candidate : archive_[goal]) add(candidate.genome);
        }
        for (std::size_t g = 0; g < solutions_.size(); g++) {
            if (config_.strategy == PopulationStrategy::DirectParent && !dependsOn(goal, g)) continue;
            if (solutions_[g].genome) add(solutions_[g].genome);
        }
        const std::size_t most = config_.neat.populationSize / 2;
        if (ancestors.size() > most) ancestors.resize(std::max<std::size_t>(most, 1));
        return ancestors;
    }
    [[nodiscard]] bool dependsOn(std::size_t goal, std::size_t parent) const {
        const auto controllers = context_.fitness.dependence().controllers(context_.statements[goal]);
        return std::any_of(controllers.begin(), controllers.end(),
                           [&](const Dependence& d) { return d.node == context_.statements[parent]; });
    }

    // ---- judging ----
    void judgeAll(Population& population, std::int32_t target) {
        const Stream seeds = stream();
        std::vector<Member>& members = population.members();
        for (std::size_t first = 0; first < members.size() && !over(); first += kPiece) {
            const std::size_t count = std::min(kPiece, members.size() - first);
            std::vector<Judgement> judged(count);
            inParallel(count, players_.size(), [&](std::size_t i, std::size_t worker) {
                judged[i] = judge(*players_[worker], context_, config_.judge, members[first + i].genome,
                                  open_, target, seeds);
            });
            for (std::size_t i = 0; i < count; i++) {
                if (judged[i].interrupted) continue;
                members[first + i].fitness = judged[i].targetFitness;
                take(judged[i], members[first + i].genome);
            }
            if (!open_[static_cast<std::size_t>(target)]) return;
        }
    }

    void take(Judgement& judged, Genome& member) {
        meter_.spend(judged.plays, judged.steps, 0);
        innovations_.settle(judged.genome);
        member = judged.genome;
        for (const std::int32_t input : judged.newInputs) addOnce(inputs_, input);
        for (const std::int32_t output : judged.newOutputs) addOnce(outputs_, output);
        std::shared_ptr<const Genome> shared;
        auto genome = [&] {
            if (!shared) shared = std::make_shared<const Genome>(judged.genome);
            return shared;
        };
        reachedStatements_.resize(context_.program->statements.size(), 0);
        for (std::size_t g = 0; g < open_.size(); g++) {
            if (judged.nearness[g] >= 1 || judged.hits[g] > 0) {
                result_.reached[g] = 1;
                reachedStatements_[static_cast<std::size_t>(context_.statements[g])] = 1;
            }
            if (!open_[g]) continue;
            hits_[g] += judged.hits[g];
            const double score = judged.hits[g] > 0
                                     ? 1 + static_cast<double>(judged.hits[g]) / (judged.plays + 1)
                                     : static_cast<double>(judged.nearness[g]);
            std::vector<Candidate>& kept = archive_[g];
            if (kept.size() < kArchived || score >= kept.back().score) {
                kept.insert(std::upper_bound(kept.begin(), kept.end(), score,
                                             [](double s, const Candidate& c) { return s >= c.score; }),
                            {genome(), score});
                if (kept.size() > kArchived) kept.pop_back();
            }
            if (!judged.reliable[g]) continue;
            Solution& solution = solutions_[g];
            if (!solution.genome || judged.confirmed[g]) {
                solution.genome = genome();
                solution.confirmed = judged.confirmed[g] != 0;
            }
            result_.reliable[g] = 1;
            if (judged.confirmed[g]) open_[g] = 0, kept.clear();
        }
        if (std::any_of(judged.reliable.begin(), judged.reliable.end(), [](auto r) { return r != 0; }))
            reliableSets_.push_back({genome(), judged.confirmed, judged.reliable});
        const bool byClock = config_.budget.seconds.has_value() && options_.clock;
        const double time = byClock ? options_.clock() - begin_ : static_cast<double>(meter_.steps()) / 30;
        const std::size_t reliable = countReliable();
        if (result_.timeline.empty() || result_.timeline.back().reliable != reliable)
            result_.timeline.push_back({time, reliable, species_});
    }

    [[nodiscard]] std::size_t countReliable() const {
        return static_cast<std::size_t>(std::count(result_.reliable.begin(), result_.reliable.end(), 1));
    }

    static void addOnce(std::vector<std::int32_t>& list, std::int32_t item) {
        if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
    }

    // ---- the suite ----
    // As few networks as a greedy choice finds, so that each goal has one that reaches it reliably.
    void keepNetworks() {
        GoalSet left = result_.reliable;
        auto chooseBy = [&](auto member) {
            while (true) {
                const ReliableSet* best = nullptr;
                std::size_t most = 0;
                for (const ReliableSet& set : reliableSets_) {
                    std::size_t count = 0;
                    for (std::size_t g = 0; g < left.size(); g++)
                        count += left[g] && (set.*member)[g] ? 1 : 0;
                    if (count > most) most = count, best = &set;
                }
                if (!best) return;
                std::int32_t goal = kNone;
                for (std::size_t g = 0; g < left.size(); g++) {
                    if (!left[g] || !(best->*member)[g]) continue;
                    goal = static_cast<std::int32_t>(g);
                    left[g] = 0;
                }
                result_.networks.push_back({*best->genome, goal, best->*member});
            }
        };
        chooseBy(&ReliableSet::confirmed);
        chooseBy(&ReliableSet::reliable);
    }

    Stream stream() { return random_.split(streams_++); }

    void report(const Population& population, std::size_t target) {
        species_ = population.species().size();
        if (!options_.report) return;
        options_.report(
            {meter_.progress(), countReliable(),
             static_cast<std::size_t>(std::count(result_.reached.begin(), result_.reached.end(), 1)),
             context_.goals.size(), species_, meter_.executions(), meter_.steps(), result_.generations,
             context_.fitness.describe(context_.goals[target])});
    }

    struct Solution {
        std::shared_ptr<const Genome> genome;
        bool confirmed = false;
    };
    struct ReliableSet {
        std::shared_ptr<const Genome> genome;
        GoalSet confirmed, reliable;
    };

    const JudgeContext& context_;
    const NeatestOptions& options_;
    const NeatestConfig& config_;
    BudgetMeter meter_;
    double begin_;
    Stream random_;
    std::uint64_t streams_ = 0;
    Innovations innovations_;
    std::uint32_t nextId_ = 0;
    std::size_t nextFavourite_ = 0;
    std::vector<std::unique_ptr<Player>> players_;  // one per worker
    GoalSet open_;                                  // not yet reached reliably and confirmed
    std::vector<std::vector<Candidate>> archive_;   // per goal, the nearest first
    std::vector<Solution> solutions_;               // per goal
    std::vector<int> tried_;                        // per goal: how often it was the target
    std::vector<std::int64_t> hits_;
    std::vector<std::uint8_t> reachedStatements_;
    std::vector<std::int32_t> inputs_, outputs_;  // met so far, in the order in which they were
    std::vector<ReliableSet> reliableSets_;
    std::size_t species_ = 0;
    NeatestResult result_{};
};

}  // namespace

NeatestResult runNeatest(const JudgeContext& context, const NeatestOptions& options) {
    return Neatest(context, options).run();
}

}  // namespace ounce::neuro
