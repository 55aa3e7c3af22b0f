#include "mutation/bench.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/parallel.h"
#include "mutation/random_runs.h"

namespace ounce {
namespace {

// What the places that are kept of all runs may take together.
constexpr std::size_t kBytes = std::size_t{128} << 20;

constexpr std::int32_t kWarpChecks = 20000;  // of random runs

std::vector<spec::Monitor> boundTo(const Program& program, const MutationBench::Specs& specs) {
    std::vector<spec::Monitor> monitors;
    for (const auto& spec : specs) {
        for (spec::Monitor& monitor : spec::bind(*spec, program)) monitors.push_back(std::move(monitor));
    }
    return monitors;
}

}  // namespace

MutationBench::MutationBench(std::shared_ptr<const Program> program, Job job)
    : program_(std::move(program)), job_(std::move(job)), project_(withoutContents(program_->project)) {
    statements_.resize(program_->sprites.size());
    for (std::size_t i = 0; i < program_->statements.size(); i++) {
        statements_[static_cast<std::size_t>(program_->statements[i].sprite)].emplace(
            program_->statementIds[i], static_cast<StatementIndex>(i));
    }
}

std::size_t MutationBench::settingOf(const MachineOptions& options) {
    const auto known = std::ranges::find(settings_, options);
    const auto place = static_cast<std::size_t>(known - settings_.begin());
    if (place == settings_.size()) settings_.push_back(options);
    return place;
}

void MutationBench::add(TestCase test, const MachineOptions& options, std::size_t tag, Specs specs) {
    const std::size_t setting = settingOf(options);
    tests_.push_back(
        {.run = {.test = std::move(test)}, .tag = tag, .setting = setting, .specs = std::move(specs)});
}

void MutationBench::addRandomRuns(const MachineOptions& options, std::size_t count, std::uint64_t seed) {
    // What computes for long without a refresh is looked at more often; the original and its mutants alike.
    MachineOptions own = options;
    own.warpChecks = std::min(own.warpChecks, kWarpChecks);
    const std::size_t setting = settingOf(own);
    for (TestCase& run : ounce::randomRuns(program_, own, count, seed, job_))
        randomRuns_.push_back({.run = {.test = std::move(run)}, .setting = setting});
}

void MutationBench::record() {
    std::vector<Moment> starts;
    for (const MachineOptions& setting : settings_) starts.push_back(testStart(*program_, setting, 0));
    const std::size_t count = tests_.size() + randomRuns_.size();
    inParallel(count, job_.threads, [&](std::size_t i, std::size_t) {
        Test& test = i < tests_.size() ? tests_[i] : randomRuns_[i - tests_.size()];
        const std::vector<spec::Monitor> properties = boundTo(*program_, test.specs);
        test.run = recordRun(*program_, settings_[test.setting], starts[test.setting],
                             std::move(test.run.test), kBytes / count, properties, job_);
    });
}

StatementIndex MutationBench::changedStatement(const Mutant& mutant) const {
    const auto found = statements_[mutant.target].find(mutant.statement);
    return found == statements_[mutant.target].end() ? kNone : found->second;
}

MutantProgram::MutantProgram(const MutationBench& bench, const Mutant& mutant, bool resume)
    : bench_(bench),
      mutant_(mutant),
      resume_(resume),
      changed_(bench.changedStatement(mutant)),
      starts_(bench.settings().size()) {}

void MutantProgram::makeProgram() {
    auto compiled = compileVariant(applied(bench_.project(), mutant_), bench_.program());
    if (!compiled) return;
    program_ = std::move(*compiled);
    translation_.emplace(bench_.program(), *program_);
}

bool MutantProgram::executes(const RecordedRun& run) const {
    return changed_ != kNone && run.reached[static_cast<std::size_t>(changed_)] != RecordedRun::kNever;
}

bool MutantProgram::mayDiffer(const RecordedRun& run) const {
    return mutant_.startsDifferently || executes(run);
}

const std::shared_ptr<const Program>& MutantProgram::made() {
    if (!program_) makeProgram();
    return program_;
}

MutantRun MutantProgram::play(const MutationBench::Test& test, bool untilDifferent) {
    if (!program_) makeProgram();
    if (!program_)
        return {.kill = Kill::Error, .message = "the changed program cannot be compiled", .sameTrace = false};
    std::optional<Moment>& start = starts_[test.setting];
    if (!start) start = testStart(*program_, bench_.settings()[test.setting], 0);
    MutantPlay play{
        .program = *program_, .start = *start, .untilDifferent = untilDifferent, .job = &bench_.job()};
    const std::vector<spec::Monitor> properties = boundTo(*program_, test.specs);
    play.properties = &properties;
    for (const spec::Monitor& property : properties) {
        if (!property.error.empty())
            return {
                .kill = Kill::Error,
                .message = fmt::format("property «{}» cannot be watched: {}", property.name, property.error),
                .sameTrace = false};
    }
    if (resume_ && !mutant_.startsDifferently) {
        play.translation = &*translation_;
        play.before = test.run.reached[static_cast<std::size_t>(changed_)];
    }
    return playMutant(test.run, play);
}

}  // namespace ounce
