#include "neuro/neatest.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "base/parallel.h"
#include "neuro/archive.h"
#include "neuro/targets.h"

namespace ounce::neuro {
namespace {

// Networks are judged in pieces of this many: in between, what they reached counts, and the budget is looked
// at. A number of its own, so that results do not depend on the number of threads.
constexpr std::size_t kPiece = 12;
constexpr int kConfirmedTogether = 8;       // plays between two looks at what is left to confirm
constexpr std::size_t kMostExamples = 600;  // that a network learns from
constexpr double kSearchShare = 0.75;       // of the budget; the rest is for the choice of the suite
constexpr int kSuitePlays = 16;             // by which candidates for the suite are compared

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
          rules_(config_.judge),
          targets_(context, config_.judge.play.steps, config_.longerPlays) {
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
            const std::int32_t target = targets_.choose(open_, result_.reliable, archive_);
            targets_.countAsTried(static_cast<std::size_t>(target), open_);
            result_.targets++;
            pursue(target);
        }
        chooseNetworks();
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
        const double share = config_.chooseSuite ? kSearchShare : 1;
        return stopped() || meter_.progress() >= share || complete() || context_.goals.empty();
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
    void pursue(std::int32_t target) {
        const auto goal = static_cast<std::size_t>(target);
        rules_.play.steps = targets_.playSteps(goal, archive_);
        pursuedSince_ = meter_.progress();
        Population population(config_.neat, firstGeneration(goal));
        double best = 0;
        int stagnant = 0;
        while (!over()) {
            judgeAll(population, target);
            if (!open_[goal] || isHopeless(goal)) return;
            double now = 0;
            for (const Member& member : population.members()) now = std::max(now, member.fitness);
            result_.generations++;
            meter_.iterationDone();
            report(population, goal);
            stagnant = now > best ? 0 : stagnant + 1;
            if (now > best) pursuedSince_ = meter_.progress();
            best = std::max(best, now);
            const bool others = std::count(open_.begin(), open_.end(), 1) > 1;
            if (stagnant >= config_.switchTargetCount && others && config_.neatest) return;
            Stream random = stream();
            population.evolve(innovations_, nextId_, random);
            std::vector<Genome*> pupils;
            for (Member& member : population.members()) {
                if (random.chance(config_.learning.probability)) pupils.push_back(&member.genome);
            }
            teach(pupils, goal);
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
        // New networks are at the end; those with a favourite event keep it.
        std::vector<std::size_t> pupils;
        for (std::size_t i = genomes.size() - std::min(fresh, genomes.size()); i < genomes.size(); i++) {
            if (random.chance(config_.learning.fresh)) pupils.push_back(i);
        }
        std::vector<Genome*> taught;
        for (const std::size_t i : pupils) taught.push_back(&genomes[i]);
        teach(taught, goal);
        return genomes;
    }

    // They come to do what reached the goal before.
    void teach(const std::vector<Genome*>& pupils, std::size_t goal) {
        std::vector<const Example*> examples;
        for (const Lesson& lesson : options_.lessons) {
            if (!lesson.covered[goal]) continue;
            for (const Example& example : lesson.examples) examples.push_back(&example);
        }
        if (examples.empty() || pupils.empty()) return;
        if (examples.size() > kMostExamples) examples.resize(kMostExamples);
        const Stream random = stream();
        inParallel(pupils.size(), players_.size(), [&](std::size_t i, std::size_t) {
            Genome& pupil = *pupils[i];
            for (const Example* example : examples) {
                for (const SeenFeature& seen : example->seen)
                    growInput(pupil, context_.vocabulary, config_.plan.wiring, seen.input);
                growOutput(pupil, context_.vocabulary, config_.plan.wiring, example->output);
            }
            Stream own = random.split(i);
            learn(pupil, context_.vocabulary, examples, config_.learning.how, own);
        });
        for (Genome* pupil : pupils) innovations_.settle(*pupil);
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
            for (const Candidate& candidate : archive_.near(goal)) add(candidate.genome);
        }
        for (std::size_t g = 0; g < open_.size(); g++) {
            if (config_.strategy == PopulationStrategy::DirectParent && !dependsOn(goal, g)) continue;
            add(archive_.solutions()[g].genome);
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
            GoalSet wanted = open_;
            for (std::size_t g = 0; g < wanted.size(); g++) {
                if (config_.longerPlays && targets_.isChancy(g, rules_.play.steps) &&
                    g != static_cast<std::size_t>(target))
                    wanted[g] = 0;
            }
            inParallel(count, players_.size(), [&](std::size_t i, std::size_t worker) {
                judged[i] = judge(*players_[worker], context_, rules_, members[first + i].genome, wanted,
                                  target, seeds);
            });
            // Whoever may settle most goals comes first: what is settled need not be confirmed again.
            std::vector<std::size_t> order(count);
            std::iota(order.begin(), order.end(), std::size_t{0});
            auto reliable = [&](std::size_t i) {
                return std::count(judged[i].reliable.begin(), judged[i].reliable.end(), 1);
            };
            std::stable_sort(order.begin(), order.end(),
                             [&](std::size_t a, std::size_t b) { return reliable(a) > reliable(b); });
            for (const std::size_t i : order) {
                if (judged[i].interrupted) continue;
                members[first + i].fitness = judged[i].targetFitness;
                confirm(judged[i], seeds);
                take(judged[i], members[first + i].genome);
            }
            const auto goal = static_cast<std::size_t>(target);
            if (!open_[goal] || isHopeless(goal)) return;
        }
    }
    [[nodiscard]] bool isHopeless(std::size_t goal) const {
        return targets_.isHopeless(goal, rules_.play.steps, meter_.progress() - pursuedSince_);
    }

    // Of thousands of networks some pass ten plays by luck.
    void confirm(Judgement& judged, const Stream& seeds) {
        GoalSet left = judged.reliable;
        for (std::size_t g = 0; g < left.size(); g++) left[g] = left[g] && open_[g] ? 1 : 0;
        auto any = [&] { return std::any_of(left.begin(), left.end(), [](auto l) { return l != 0; }); };
        Stream further = seeds.split(1);
        for (int done = 0; done < rules_.confirmations && any(); done += kConfirmedTogether) {
            const int count = std::min(kConfirmedTogether, rules_.confirmations - done);
            for (const Replay& replay :
                 replays(judged.genome, count, further, rules_.earlyEnd ? &left : nullptr)) {
                if (replay.interrupted) return;
                judged.plays++;
                judged.steps += replay.steps;
                for (std::size_t g = 0; g < left.size(); g++) left[g] = left[g] && replay.covered[g] ? 1 : 0;
            }
        }
        for (std::size_t g = 0; g < left.size(); g++) {
            if (judged.reliable[g] && open_[g] && !left[g]) targets_.refute(g, rules_.play.steps);
        }
        judged.confirmed = left;
    }

    std::vector<Replay> replays(const Genome& genome, int count, Stream& seeds, const GoalSet* wanted) {
        std::vector<Replay> made(static_cast<std::size_t>(count));
        std::vector<std::uint32_t> drawn(made.size());
        for (std::uint32_t& seed : drawn) seed = drawSeed(seeds);
        inParallel(made.size(), players_.size(), [&](std::size_t i, std::size_t worker) {
            made[i] = replay(*players_[worker], context_, rules_, genome, drawn[i], wanted);
        });
        return made;
    }

    void take(Judgement& judged, Genome& member) {
        meter_.spend(judged.plays, judged.steps, 0);
        innovations_.settle(judged.genome);
        member = judged.genome;
        for (const std::int32_t input : judged.newInputs) addOnce(inputs_, input);
        for (const std::int32_t output : judged.newOutputs) addOnce(outputs_, output);
        archive_.take(judged, open_, rules_.play.steps);
        for (std::size_t g = 0; g < open_.size(); g++) {
            if (judged.nearness[g] >= 1 || judged.hits[g] > 0) {
                result_.reached[g] = 1;
                targets_.reached(g);
            }
            if (!open_[g] || !judged.reliable[g]) continue;
            result_.reliable[g] = 1;
            if (judged.confirmed[g]) open_[g] = 0;
        }
        noteTime();
    }

    void noteTime() {
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
    void chooseNetworks() {
        SuiteOfNetworks suite;
        if (config_.chooseSuite) {
            const Stream seeds = stream();
            suite = safestSuite(archive_, result_.reliable, [&](const Genome& genome, std::int64_t steps) {
                std::optional<Evidence> seen;
                if (stopped() || meter_.exhausted()) return seen;
                rules_.play.steps = steps;
                Stream same = seeds;
                seen.emplace();
                for (Replay& replay : replays(genome, kSuitePlays, same, nullptr)) {
                    meter_.spend(1, replay.steps, 0);
                    if (replay.interrupted) return std::optional<Evidence>();
                    seen->add(std::move(replay.covered));
                }
                return seen;
            });
        } else {
            suite = smallestSuite(archive_, result_.reliable);
        }
        result_.networks = std::move(suite.networks);
        result_.reliable = std::move(suite.reliable);
        result_.playSteps = suite.playSteps;
        noteTime();
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
    Archive archive_;
    JudgeRules rules_;  // as the configuration has them; how long plays are varies
    Targets targets_;
    std::vector<std::int32_t> inputs_, outputs_;  // met so far, in the order in which they were
    std::size_t species_ = 0;
    double pursuedSince_ = 0;  // the target, without getting nearer; by the part of the budget
    NeatestResult result_{};
};

}  // namespace

NeatestResult runNeatest(const JudgeContext& context, const NeatestOptions& options) {
    return Neatest(context, options).run();
}

}  // namespace ounce::neuro
