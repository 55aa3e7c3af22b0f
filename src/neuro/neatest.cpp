#include "neuro/neatest.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <optional>

#include "base/steps.h"
#include "neuro/confirmation.h"
#include "neuro/population_generator.h"
#include "neuro/suite_evaluation.h"
#include "neuro/targets.h"

namespace ounce::neuro {
namespace {

// Networks are judged in pieces of this many: in between, what they reached counts, and the budget is looked
// at. A number of its own, so that results do not depend on the number of threads.
constexpr std::size_t kPiece = 12;
constexpr double kSearchShare = 0.3;      // of the budget, before the suite is chosen for the first time
constexpr int kSuitePlays = 16;           // by which candidates for the suite are compared
constexpr int kSuiteConfirmations = 640;  // plays of a suite without a miss before it is believed
// Of the budget, for them: when there is hardly any time; while there is something left to look for, if
// choosing did not take as much; and when there is nothing left.
constexpr double kLeastConfirmation = 0.03, kSuiteConfirmationShare = 0.08, kLongConfirmation = 0.2;
constexpr double kNextChoice = 0.7;  // the share that is kept for the next choice, by the last one
constexpr double kReserve = 0.02;
constexpr int kMostRounds = 64;               // of searching and choosing
constexpr double kConfirmationShare = 0.002;  // of the budget, that confirming one network may take
constexpr int kMostTimes = 10;                // how many times more confirmations there may be
constexpr int kDoubledMost = 3;
// How much longer a target is pursued that some network has reached in all of ten plays, but not in further
// ones: how often it is reached is a matter of luck, too, so that the best may seem to get no better.
constexpr int kPatience = 5;
constexpr int kRetries = 2;              // with other seeds, after one with which nobody reached the target
constexpr double kLeastProgress = 0.02;  // of the best score for a target, in one turn

class Neatest {
  public:
    Neatest(const JudgeContext& context, const NeatestOptions& options, const Job& job)
        : context_(context),
          options_(options),
          job_(job),
          config_(options.config),
          meter_(config_.budget, job),
          random_(job.seed),
          generator_(context, config_, options.lessons, std::max<std::size_t>(job.threads, 1)),
          evaluator_(context, job),
          open_(context.goals.size(), 1),
          archive_(context.goals.size()),
          rules_(config_.judge),
          targets_(context, config_.judge.play.steps, config_.longerPlays),
          suiteEvaluation_(playsOf(evaluator_, meter_, rules_, job), suiteSeeds()),
          searchUntil_(config_.chooseSuite ? kSearchShare : 1) {
        result_.reliable.assign(context.goals.size(), 0);
        result_.reached.assign(context.goals.size(), 0);
        if (!config_.targets.empty()) restrictTargets();
        wanted_ = open_;
    }

    NeatestResult run() {
        for (round_ = 0; round_ < kMostRounds; round_++) {
            while (!over()) {
                const std::int32_t target = targets_.choose(open_, result_.reliable, archive_);
                const auto goal = static_cast<std::size_t>(target);
                targets_.countAsTried(goal, open_);
                result_.targets++;
                const double before = archive_.score(goal);
                pursue(target);
                if (config_.patience && open_[goal] && archive_.score(goal) < before + kLeastProgress)
                    targets_.countAsFutile(goal, open_);
            }
            // What the suite misses now and then is looked for again while there is time.
            if (!chooseNetworks()) break;
        }
        result_.seconds = job_.seconds();
        result_.plays = meter_.executions();
        result_.steps = meter_.steps();
        return std::move(result_);
    }

  private:
    [[nodiscard]] bool complete() const {
        return std::none_of(open_.begin(), open_.end(), [](std::uint8_t open) { return open != 0; });
    }
    [[nodiscard]] bool over() const {
        return job_.isStopped() || meter_.progress() >= searchUntil_ || complete() || context_.goals.empty();
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

    // ---- targets ----
    void pursue(std::int32_t target) {
        const auto goal = static_cast<std::size_t>(target);
        rules_.play.steps = targets_.playSteps(goal, archive_);
        pursuedSince_ = meter_.progress();
        // The first look at a program is a wide one.
        const std::size_t size =
            config_.neat.populationSize * (result_.targets == 1 ? config_.firstPopulations : 1);
        Population population(config_.neat, generator_.firstGeneration(goal, size, archive_, stream()));
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
            if (stagnant >= config_.switchTargetCount * patienceFor(goal) && others && config_.neatest)
                return;
            Stream random = stream();
            population.evolve(generator_.innovations, generator_.nextId, random);
            std::vector<Genome*> pupils;
            for (Member& member : population.members()) {
                if (random.chance(config_.learning.probability)) pupils.push_back(&member.genome);
            }
            generator_.teach(pupils, goal, random.split(0));
        }
    }

    [[nodiscard]] int patienceFor(std::size_t goal) const {
        // Later the suite tells what is missing, and others are more urgent.
        return config_.patience && round_ == 0 && result_.reliable[goal] ? kPatience : 1;
    }

    // ---- judging ----
    void judgeAll(Population& population, std::int32_t target) {
        Stream seeds = stream();
        std::vector<Member>& members = population.members();
        const auto goal = static_cast<std::size_t>(target);
        int retries = config_.patience && archive_.score(goal) > 1 ? kRetries : 0;
        for (std::size_t first = 0; first < members.size() && !over();) {
            const std::size_t count = std::min(kPiece, members.size() - first);
            GoalSet wanted = open_;
            for (std::size_t g = 0; g < wanted.size(); g++) {
                if (config_.longerPlays && targets_.isChancy(g, rules_.play.steps) && g != goal)
                    wanted[g] = 0;
            }
            const Target aim{target, rules_.hardSeeds ? targets_.hardSeeds(goal) : Seeds()};
            std::vector<const Genome*> genomes;
            for (std::size_t i = 0; i < count; i++) genomes.push_back(&members[first + i].genome);
            std::vector<Judgement> judged = evaluator_.judge(genomes, rules_, wanted, aim, seeds);
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
                // Among networks that reach it in all plays, those are better that go on doing so.
                const double lasted = confirm(evaluator_, rules_, confirmationsNow(), judged[i], open_, goal,
                                              seeds.split(1), targets_);
                members[first + i].fitness = judged[i].targetFitness + lasted;
                take(judged[i], members[first + i].genome, goal);
            }
            if (!open_[goal] || isHopeless(goal)) return;
            // A seed with which nobody reaches what others have reached says nothing about these: a
            // generation would lose its best ones.
            const bool unlucky = std::all_of(judged.begin(), judged.end(),
                                             [&](const Judgement& j) { return j.hits[goal] == 0; });
            if (first == 0 && unlucky && retries > 0) {
                retries--;
                seeds = stream();
                continue;
            }
            first += count;
        }
    }
    [[nodiscard]] bool isHopeless(std::size_t goal) const {
        return targets_.isHopeless(goal, rules_.play.steps, meter_.progress() - pursuedSince_);
    }

    // More where plays are cheap, and when the suites that were chosen so far were not safe.
    [[nodiscard]] int confirmationsNow() const {
        const int least = rules_.confirmations << std::min(round_, kDoubledMost);
        if (!config_.chooseSuite || meter_.executions() == 0) return least;
        const double perPlay = meter_.progress() / static_cast<double>(meter_.executions());
        const double affordable = perPlay > 0 ? kConfirmationShare / perPlay : 0;
        return static_cast<int>(
            std::clamp<double>(affordable, least, std::max(least, kMostTimes * rules_.confirmations)));
    }

    Seeds suiteSeeds() {
        Stream drawn = stream();
        Seeds seeds = drawSeeds(kSuitePlays, drawn);
        seeds[0] = options_.programSeed;
        return seeds;
    }

    void take(Judgement& judged, Genome& member, std::size_t target) {
        meter_.spend(judged.plays, judged.steps, 0);
        generator_.innovations.settle(judged.genome);
        member = judged.genome;
        generator_.meet(judged.newInputs, judged.newOutputs);
        archive_.take(judged, open_, target, rules_.play.steps);
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
        const double time = job_.isLimited() ? job_.seconds() : secondsOf(meter_.steps());
        const std::size_t reliable = countReliable();
        const bool same = !result_.timeline.empty() && result_.timeline.back().reliable == reliable &&
                          result_.timeline.back().species == species_;
        if (!same) result_.timeline.push_back({time, reliable, species_});
    }

    [[nodiscard]] std::size_t countReliable() const {
        return static_cast<std::size_t>(std::count(result_.reliable.begin(), result_.reliable.end(), 1));
    }

    // ---- the suite ----
    // Returns whether to go on searching: there is time, and the suite is not safe yet.
    bool chooseNetworks() {
        SuiteOfNetworks suite =
            config_.chooseSuite ? confirmedSuite() : smallestSuite(archive_, result_.reliable);
        result_.playSteps = suite.longest();
        result_.networks = std::move(suite.networks);
        result_.reliable = std::move(suite.reliable);
        noteTime();
        if (!config_.chooseSuite || job_.isStopped() || meter_.progress() >= searchUntil_) return false;
        bool any = false;
        for (std::size_t g = 0; g < open_.size(); g++) {
            open_[g] = wanted_[g] && !suite.safe[g] ? 1 : 0;
            any = any || open_[g];
        }
        return any;
    }

    SuiteOfNetworks confirmedSuite() {
        const double before = meter_.progress();
        SuiteOfNetworks suite = suiteEvaluation_.choose(archive_, result_.reliable);
        const double now = meter_.progress();
        // For the next choice most networks are known.
        const double next = 1 - kNextChoice * (now - before) - kLeastConfirmation - kReserve;
        searchUntil_ = std::max(searchUntil_, next);
        const bool last = now >= searchUntil_;
        const double some = now - before < kSuiteConfirmationShare ? kSuiteConfirmationShare : 0;
        const double share = last ? 1 : complete() ? kLongConfirmation : some;
        const double until = std::min(1 - kReserve, now + share);
        auto time = [&] { return !job_.isStopped() && meter_.progress() < until; };
        std::vector<Missed> missed;
        while (time()) {
            Stream drawn = stream();
            missed = suiteEvaluation_.confirm(suite, drawSeeds(kSuiteConfirmations, drawn), time);
            if (missed.empty()) break;
            for (const Missed& one : missed) {
                targets_.noteHard(one.goal, one.seed);
                suite.safe[one.goal] = suite.reliable[one.goal] = 0;
            }
            if (!time()) break;
            SuiteOfNetworks better = suiteEvaluation_.choose(archive_, result_.reliable);
            if (suiteEvaluation_.wasCutShort()) break;
            missed.clear();
            suite = std::move(better);
        }
        targets_.beginRound();
        for (const Missed& one : missed) targets_.noteUnmet(one.goal, one.seed);
        for (const Missed& one : suiteEvaluation_.missed(suite)) targets_.noteUnmet(one.goal, one.seed);
        return suite;
    }

    Stream stream() { return random_.split(streams_++); }

    void report(const Population& population, std::size_t target) {
        species_ = population.species().size();
        noteTime();
        if (!job_.listener) return;
        const std::size_t reliable = countReliable();
        job_.report(meter_.progress(),
                    fmt::format("{} of {} blocks reliably, generation {}, {} plays; now {}", reliable,
                                context_.goals.size(), result_.generations, meter_.executions(),
                                context_.fitness.describe(context_.goals[target])),
                    reliable, context_.goals.size());
    }

    const JudgeContext& context_;
    const NeatestOptions& options_;
    const Job& job_;
    const NeatestConfig& config_;
    BudgetMeter meter_;
    Stream random_;
    std::uint64_t streams_ = 0;
    PopulationGenerator generator_;
    Evaluator evaluator_;
    GoalSet open_;    // not yet reached reliably and confirmed
    GoalSet wanted_;  // all that may become open
    Archive archive_;
    JudgeRules rules_;  // as the configuration has them; how long plays are varies
    Targets targets_;
    std::size_t species_ = 0;
    SuiteEvaluation suiteEvaluation_;
    double searchUntil_;  // the part of the budget
    int round_ = 0;
    double pursuedSince_ = 0;  // the target, without getting nearer; by the part of the budget
    NeatestResult result_{};
};

}  // namespace

NeatestResult runNeatest(const JudgeContext& context, const NeatestOptions& options, const Job& job) {
    return Neatest(context, options, job).run();
}

}  // namespace ounce::neuro
