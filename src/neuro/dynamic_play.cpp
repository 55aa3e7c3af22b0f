#include "neuro/dynamic_play.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/parallel.h"

namespace ounce::neuro {

TestResult playNetwork(Player& player, const JudgeContext& context, const NetworkFile& network,
                       const PlayRules& rules, std::uint32_t seed, std::vector<TimedEvent>* events) {
    TestResult result;
    result.name = network.name;
    result.seed = seed;
    BoundNetwork bound = bind(network, context.vocabulary);
    PlayRules own = rules;
    own.wiring = bound.wiring;
    const Play play = player.play(bound.genome, context.start, context.startTrace, seed, own, {}, {events});
    result.step = static_cast<std::uint64_t>(play.steps);
    result.coverage = play.trace.covered;
    if (bound.unknownInputs > 0)
        result.log.push_back(fmt::format("{} inputs are unknown here", bound.unknownInputs));
    if (bound.unknownOutputs > 0)
        result.log.push_back(fmt::format("{} outputs are unknown here", bound.unknownOutputs));
    if (network.target.empty()) return result;
    result.asserted = 1;
    const std::optional<GoalIndex> goal = context.fitness.find(network.target);
    if (!goal) {
        result.verdict = Verdict::Fail;
        result.message = fmt::format("the program has no block with the id {}", network.target);
        return result;
    }
    result.description = fmt::format("reaches {}", context.fitness.describe(*goal));
    if (context.fitness.isCovered(*goal, play.trace)) return result;
    result.verdict = Verdict::Fail;
    result.message = fmt::format("did not reach {}", context.fitness.describe(*goal));
    return result;
}

namespace {

struct Work {
    const NetworkFile* network = nullptr;
    std::size_t suite = 0;
    std::vector<TestResult> results{};  // by repetition
};

SuiteRun playOn(const LoadedProgram& project, const std::vector<NetworkSuite>& suites,
                const SuiteOptions& options, const Job& job, std::size_t& done, std::size_t total) {
    SuiteRun run;
    run.file = project.file;
    run.project = project.name;
    run.problem = project.problem;
    run.program = project.program;
    if (!run.program) return run;
    run.algorithm = "neatest";
    for (std::size_t s = 0; s < suites.size(); s++) {
        const NetworkSuite& suite = suites[s];
        JudgeContext context(run.program, suite.dialect);
        if (options.mode) context.machine = Suite().machineOptions(*options.mode);
        if (options.mode) context.start = testStart(*run.program, context.machine, 1);
        const std::uint32_t first = options.seed.value_or(suite.seed.value_or(1));
        if (s == 0) run.seed = first;
        std::vector<Work> work;
        for (const NetworkFile& network : suite.networks) {
            if (!options.wants || options.wants(run.file, network.name)) work.push_back({&network, s});
        }
        const std::size_t threads = std::max<std::size_t>(job.threads, 1);
        const auto repeat = static_cast<std::size_t>(std::max(options.repeat, 1));
        std::vector<Player> players;
        players.reserve(threads);
        for (std::size_t i = 0; i < threads; i++)
            players.emplace_back(context.vocabulary, context.fitness, context.machine).job = &job;
        for (Work& one : work) one.results.resize(repeat);
        inParallel(work.size() * repeat, threads, [&](std::size_t i, std::size_t worker) {
            Work& one = work[i / repeat];
            TestResult& result = one.results[i % repeat];
            if (!job.isOver())
                result = playNetwork(players[worker], context, *one.network, suite.rules,
                                     first + static_cast<std::uint32_t>(i % repeat));
            // Also if it was over in the middle of the play.
            if (job.isOver()) result = notRun(one.network->name, "");
        });
        for (Work& one : work) {
            // What any repetition executed counts, as the verdicts of all do.
            std::vector<std::uint8_t> all = one.results.front().coverage;
            for (const TestResult& result : one.results) {
                for (std::size_t i = 0; i < result.coverage.size() && i < all.size(); i++)
                    all[i] |= result.coverage[i];
            }
            TestResult merged =
                repeat > 1 ? mergeRepetitions(std::move(one.results)) : std::move(one.results[0]);
            merged.coverage = std::move(all);
            run.assertions += merged.asserted;
            run.tests.push_back(std::move(merged));
            job.report(++done, total, "networks");
        }
    }
    return run;
}

}  // namespace

std::vector<SuiteRun> playNetworkSuites(const std::vector<LoadedProgram>& projects,
                                        const std::vector<NetworkSuite>& suites, const SuiteOptions& options,
                                        const Job& job) {
    std::size_t total = 0, done = 0;
    for (const NetworkSuite& suite : suites) total += suite.networks.size() * projects.size();
    std::vector<SuiteRun> runs;
    for (const LoadedProgram& project : projects)
        runs.push_back(playOn(project, suites, options, job, done, total));
    return runs;
}

}  // namespace ounce::neuro
