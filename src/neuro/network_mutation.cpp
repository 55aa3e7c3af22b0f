#include "neuro/network_mutation.h"

#include <algorithm>
#include <memory>

#include "base/parallel.h"
#include "vm/compile.h"

namespace ounce::neuro {

namespace {

constexpr int kSeedsToTry = 20;

// A network with what it did on the unchanged program.
struct Oracle {
    const NetworkFile* network = nullptr;
    std::unique_ptr<Reference> reference{};
    std::vector<std::uint32_t> seeds{};  // of its plays on mutants
    std::vector<WatchedPlay> usual{};    // the same plays on the unchanged program
    Opinion opinion{};                   // of these: not suspicious, if there are any such plays
};

class Analysis {
  public:
    Analysis(const std::shared_ptr<const Program>& program, const NetworkSuite& suite,
             const NetworkMutationOptions& options, const Job& job)
        : program_(program), suite_(suite), options_(options), job_(job), context_(program, suite.dialect) {}

    NetworkMutation run() {
        std::vector<Mutant> mutants = mutantsOf(program_->project, options_.operators, job_.seed);
        if (options_.sample) mutants = sampled(std::move(mutants), *options_.sample, job_.seed);
        oracles_.resize(std::min(suite_.networks.size(), options_.networks));
        total_ = oracles_.size() + mutants.size();
        record();
        result_.networks = oracles_.size();
        result_.mutants.resize(mutants.size());
        const Project bare = withoutContents(program_->project);
        inParallel(mutants.size(), job_.threads, [&](std::size_t i, std::size_t) {
            judgeMutant(mutants[i], bare, result_.mutants[i]);
            done();
        });
        result_.interrupted = job_.isStopped();
        return std::move(result_);
    }

  private:
    void done() { job_.report(++done_, total_, "mutants"); }

    void record() {
        std::vector<std::size_t> alarms(oracles_.size(), 0);
        inParallel(oracles_.size(), job_.threads, [&](std::size_t i, std::size_t) {
            Oracle& oracle = oracles_[i];
            oracle.network = &suite_.networks[i];
            Player player(context_.vocabulary, context_.fitness, context_.machine);
            player.job = &job_;
            Stream seeds = Stream(job_.seed).split(i);
            auto play = [&] {
                oracle.seeds.push_back(drawSeed(seeds));
                return watchNetwork(player, context_, *oracle.network, suite_.rules, oracle.seeds.back());
            };
            auto several = [&](int count) {
                oracle.seeds.clear();
                std::vector<WatchedPlay> plays;
                for (int n = 0; n < count && !job_.isOver(); n++) plays.push_back(play());
                return plays;
            };
            oracle.reference =
                std::make_unique<Reference>(several(options_.references), options_.rate, job_.seed + i);
            for (int n = 0; n < options_.checks && !job_.isOver(); n++) {
                if (oracle.reference->judge(several(options_.plays)).suspicion != Suspicion::None)
                    alarms[i]++;
            }
            // Plays that are unusual on the unchanged program already would suspect every mutant.
            for (int n = 0; n < kSeedsToTry && !job_.isOver(); n++) {
                oracle.usual = several(options_.plays);
                oracle.opinion = oracle.reference->judge(oracle.usual);
                if (oracle.opinion.suspicion == Suspicion::None) break;
            }
            done();
        });
        for (const std::size_t count : alarms) result_.alarms += count;
        result_.checks = oracles_.size() * static_cast<std::size_t>(options_.checks);
    }

    void judgeMutant(const Mutant& mutant, const Project& bare, MutantVerdict& verdict) const {
        verdict.name = mutant.name;
        verdict.op = mutant.op;
        verdict.run = !job_.isOver();
        if (!verdict.run) return;
        const Result<std::shared_ptr<const Program>> changed =
            compileVariant(applied(bare, mutant), *program_);
        if (!changed) {
            verdict.run = false;
            return;
        }
        const JudgeContext context(*changed, suite_.dialect, program_.get());
        Player player(context.vocabulary, context.fitness, context.machine);
        player.job = &job_;
        for (const Oracle& oracle : oracles_) {
            const Comparable comparable = comparableIn(context, *oracle.network);
            std::vector<WatchedPlay> plays;
            bool differs = false;
            for (std::size_t n = 0; n < oracle.seeds.size(); n++) {
                plays.push_back(
                    watchNetwork(player, context, *oracle.network, suite_.rules, oracle.seeds[n]));
                differs = differs || !areAlike(plays.back(), oracle.usual[n], comparable);
            }
            if (job_.isOver()) {  // what was played last may not be whole
                verdict.run = false;
                return;
            }
            verdict.differs = verdict.differs || differs;
            // Of plays that are the same it thinks the same.
            Opinion found = differs ? oracle.reference->judge(plays, comparable) : oracle.opinion;
            if (found.suspicion == Suspicion::None) continue;
            verdict.suspicion = found.suspicion;
            verdict.network = oracle.network->name;
            verdict.about = std::move(found.about);
            return;
        }
    }

    std::shared_ptr<const Program> program_;
    const NetworkSuite& suite_;
    const NetworkMutationOptions& options_;
    const Job& job_;
    JudgeContext context_;
    std::vector<Oracle> oracles_;
    std::atomic<std::size_t> done_{0};
    std::size_t total_ = 0;
    NetworkMutation result_{};
};

}  // namespace

std::size_t NetworkMutation::killed() const {
    return static_cast<std::size_t>(std::count_if(mutants.begin(), mutants.end(), [](const MutantVerdict& m) {
        return m.suspicion != Suspicion::None;
    }));
}
std::size_t NetworkMutation::differing() const {
    return static_cast<std::size_t>(
        std::count_if(mutants.begin(), mutants.end(), [](const MutantVerdict& m) { return m.differs; }));
}
std::size_t NetworkMutation::killedOfDiffering() const {
    return static_cast<std::size_t>(std::count_if(mutants.begin(), mutants.end(), [](const MutantVerdict& m) {
        return m.differs && m.suspicion != Suspicion::None;
    }));
}

NetworkMutation analyzeNetworks(const std::shared_ptr<const Program>& program, const NetworkSuite& suite,
                                const NetworkMutationOptions& options, const Job& job) {
    return Analysis(program, suite, options, job).run();
}

Json toJson(const NetworkMutation& analysis) {
    Json mutants = Json::array(), reasons = Json::object();
    for (const Suspicion reason : {Suspicion::Surprise, Suspicion::NewEvent, Suspicion::TargetMissed}) {
        reasons[suspicionName(reason)] =
            std::count_if(analysis.mutants.begin(), analysis.mutants.end(),
                          [&](const MutantVerdict& m) { return m.suspicion == reason; });
    }
    for (const MutantVerdict& mutant : analysis.mutants) {
        mutants.push_back({{"name", mutant.name},
                           {"operator", operatorInfo(mutant.op).code},
                           {"killed", mutant.suspicion != Suspicion::None},
                           {"reason", suspicionName(mutant.suspicion)},
                           {"network", mutant.network},
                           {"about", mutant.about},
                           {"differs", mutant.differs},
                           {"run", mutant.run}});
    }
    return Json{{"project", analysis.project},
                {"networks", analysis.networks},
                {"total", analysis.mutants.size()},
                {"killed", analysis.killed()},
                {"differing", analysis.differing()},
                {"killedOfDiffering", analysis.killedOfDiffering()},
                {"reasons", reasons},
                {"falseAlarms", {{"verdicts", analysis.checks}, {"alarms", analysis.alarms}}},
                {"mutants", mutants}};
}

}  // namespace ounce::neuro
