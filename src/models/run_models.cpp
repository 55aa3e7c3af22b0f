#include "models/run_models.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>

#include "base/parallel.h"
#include "base/steps.h"
#include "models/companion.h"
#include "models/result_json.h"
#include "testing/play.h"
#include "testing/program_text.h"
#include "testing/whisker/workers.h"
#include "vm/machine.h"

namespace ounce::models {
namespace {

constexpr std::uint64_t kAskEvery = 3;  // steps, whether there is time left; one can take a tenth of a second

bool same(const Finding& a, const Finding& b) {
    return a.model == b.model && a.edge == b.edge && a.check == b.check;
}

void merge(std::vector<Finding>& all, std::vector<Finding> more) {
    for (Finding& finding : more) {
        const auto known =
            std::find_if(all.begin(), all.end(), [&](const Finding& one) { return same(one, finding); });
        if (known != all.end()) {
            known->repetitions++;
        } else {
            all.push_back(std::move(finding));
        }
    }
}

double goalPart(const Program& program, const std::vector<std::uint8_t>& coverage) {
    int reached = 0, goals = 0;
    for (std::size_t i = 0; i < program.statements.size(); i++) {
        if (!program.statements[i].isGoal) continue;
        goals++;
        reached += coverage[i];
    }
    return goals == 0 ? 1 : static_cast<double>(reached) / goals;
}

TestCase testOf(const PlayResult& result, std::uint32_t seed) {
    TestCase test{.name = fmt::format("played {}", seed),
                  .description = "what the user models did",
                  .seed = seed,
                  .steps = result.steps,
                  .events = result.played};
    test.settle();
    return test;
}

void add(ModelRun& run, Repetition repetition, std::uint32_t seed, const RunOptions& options) {
    PlayResult& result = repetition.result;
    const bool first = run.repetitions++ == 0;
    merge(run.fails, std::move(result.fails));
    merge(run.errors, std::move(result.errors));
    for (std::size_t m = 0; m < result.covered.size(); m++) {
        for (std::size_t e = 0; e < result.covered[m].size(); e++) run.taken[m][e] += result.covered[m][e];
    }
    run.coverageEach.push_back(goalPart(*run.program, repetition.coverage));
    mergeCoverage(run.coverage, repetition.coverage);
    run.steps += result.steps;
    if (options.record) run.played.push_back(testOf(result, seed));
    if (!first) return;
    run.path = std::move(result.path);
    run.log = std::move(result.log);
}

PlayOptions playOptions(const RunOptions& options, std::uint32_t seed) {
    return {.seed = seed,
            .pictures = options.pictures,
            .path = options.path,
            .record = options.record,
            .contradictions = options.contradictions,
            .mostWork = options.mostWork};
}

// Models with JavaScript in them run where a JavaScript suite would run: each repetition is a test that does
// nothing but wait.
Result<std::vector<Repetition>> playScripts(const ModelRun& run, const RunOptions& options, const Job& job) {
    std::string suite = "module.exports = [";
    for (int i = 0; i < options.repetitions; i++) {
        suite += fmt::format(
            "{{name: 'models', seed: '{}', random: 'mulberry32', "
            "test: async t => {{ await t.runUntil(() => t.modelsAreOver(), {}); }}}},\n",
            options.seed + static_cast<std::uint32_t>(i), options.seconds * 1000);
    }
    suite += "];";
    WhiskerOptions whisker;
    whisker.machine = options.machine;
    whisker.companions = companionsOf(run.models, playOptions(options, 0));
    OUNCE_TRY(WhiskerRun done, runWhiskerSuite(run.program, suite, "models", whisker, job));
    std::vector<Repetition> repetitions;
    for (TestResult& test : done.results) {
        if (!test.wasRun) break;
        Repetition repetition;
        if (auto result = readPlayResult(test.companion)) repetition.result = std::move(*result);
        if (!test.isGood())
            repetition.result.errors.push_back(
                {.check = test.message, .message = test.message, .seed = test.seed});
        repetition.coverage = std::move(test.coverage);
        repetition.coverage.resize(run.program->statements.size());
        coverStart(*run.program, repetition.coverage.data());
        repetitions.push_back(std::move(repetition));
    }
    return repetitions;
}

}  // namespace

ModelStart modelStart(const Program& program, const MachineOptions& options) {
    return {testStart(program, options, 0).state};
}

Repetition playOnce(const Program& program, const BoundModels& models, const RunOptions& options,
                    std::uint32_t seed, const ModelStart& start, const Job& job) {
    Repetition repetition;
    State state = start.state;
    state.random = Generator(seed);
    Machine machine(program, state, options.machine);
    repetition.coverage.resize(program.statements.size());
    coverStart(program, repetition.coverage.data());
    machine.coverage = repetition.coverage.data();
    ModelPlay play(models, machine, playOptions(options, seed));
    const auto most = static_cast<std::uint64_t>(options.seconds * kStepsPerSecond);
    for (std::uint64_t step = 0; step < most && !play.over(); step++) {
        if (step % kAskEvery == 0 && job.isOver()) {
            repetition.whole = false;
            break;
        }
        play.beforeStep();
        machine.step();
        play.afterStep();
    }
    repetition.result = play.takeResult();
    return repetition;
}

Result<std::vector<ModelRun>> runModels(const std::vector<LoadedProgram>& projects,
                                        const std::vector<Model>& models, const RunOptions& options,
                                        const Job& job) {
    std::vector<ModelRun> runs(projects.size());
    std::vector<ModelStart> starts(projects.size());
    for (std::size_t p = 0; p < projects.size(); p++) {
        ModelRun& run = runs[p];
        run.file = projects[p].file;
        run.project = projects[p].name;
        run.program = projects[p].program;
        run.problem = projects[p].problem;
        if (!run.program) continue;
        run.models = bind(models, *run.program, options.bind);
        for (const Model& model : models) run.taken.emplace_back(model.edges.size());
        run.coverage.resize(run.program->statements.size());
        if (run.models->needsScript()) {
            OUNCE_TRY(std::vector<Repetition> repetitions, playScripts(run, options, job));
            for (std::size_t i = 0; i < repetitions.size(); i++)
                add(run, std::move(repetitions[i]), options.seed + static_cast<std::uint32_t>(i), options);
            continue;
        }
        starts[p] = modelStart(*run.program, options.machine);
    }
    struct Turn {
        std::size_t project = 0;
        std::uint32_t seed = 0;
        Repetition repetition{};
        bool done = false;
    };
    std::vector<Turn> turns;
    for (std::size_t p = 0; p < projects.size(); p++) {
        if (!runs[p].program || runs[p].models->needsScript()) continue;
        for (int i = 0; i < options.repetitions; i++)
            turns.push_back({.project = p, .seed = options.seed + static_cast<std::uint32_t>(i)});
    }
    std::atomic<std::size_t> done = 0;
    inParallel(turns.size(), job.threads, [&](std::size_t i, std::size_t) {
        if (job.isOver()) return;
        Turn& turn = turns[i];
        const ModelRun& run = runs[turn.project];
        turn.repetition = playOnce(*run.program, *run.models, options, turn.seed, starts[turn.project], job);
        turn.done = turn.repetition.whole;
        job.report(++done, turns.size(), "repetitions");
    });
    for (Turn& turn : turns) {
        if (turn.done) add(runs[turn.project], std::move(turn.repetition), turn.seed, options);
    }
    return runs;
}

}  // namespace ounce::models
