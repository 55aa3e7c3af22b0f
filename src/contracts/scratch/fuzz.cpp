#include "contracts/scratch/fuzz.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>

#include "base/parallel.h"
#include "base/words.h"
#include "contracts/core/shrink.h"
#include "contracts/scratch/print.h"
#include "contracts/scratch/trial.h"
#include "project/load.h"

namespace ounce::contracts {
namespace {

// Programs that a thread does at a time, and batches between two looks at the clock. Fixed, so that the
// number of threads changes nothing.
constexpr std::uint64_t kBatch = 500;
// Of a limit of time: how much is for finding; the rest is for making what was found small.
constexpr double kFindUntil = 0.75;
constexpr std::uint64_t kRound = 8;  // at most; fewer at first, so that they learn from each other

struct Found {
    ScratchReport report{};
    std::uint64_t number = 0, occurrences = 0;
    Program program{};
};
struct Grown {
    std::uint64_t number = 0;
    std::vector<std::uint32_t> features{};
};
struct BatchResult {
    std::uint64_t programs = 0, discarded = 0;
    std::vector<Found> found{};
    std::vector<Grown> grown{};
    Corpus corpus{};  // has the programs of `grown`
};

// Goes on from a corpus and from what its own programs add to it.
BatchResult runBatch(ScratchTrial& trial, const Corpus& before, std::uint64_t first, std::uint64_t count,
                     const Job& job) {
    BatchResult result{.corpus = before};
    trial.know(before);
    std::map<std::string, std::size_t> known;
    for (std::uint64_t number = first; number < first + count && !job.isOver(); number++) {
        result.programs++;
        std::optional<Made> made = trial.generate(number, result.corpus);
        if (!made) {
            result.discarded++;
            continue;
        }
        ScratchReport report = trial.run(*made);
        if (report.discarded) result.discarded++;
        if (!report.fresh.empty()) {
            result.grown.push_back({number, trial.keep(std::move(made->program), number,
                                                       std::move(report.fresh), result.corpus)});
        }
        if (!report.failed) continue;
        const auto [at, isNew] = known.emplace(report.key(), result.found.size());
        if (isNew) result.found.push_back({std::move(report), number, 0, std::move(made->program)});
        result.found[at->second].occurrences++;
    }
    return result;
}

// Reading a variable is part of the search; what people replay has the values themselves.
class Settled {
  public:
    Settled(const ScratchTarget& target, ScratchTrial& trial, std::string key)
        : target_(target), trial_(trial), key_(std::move(key)) {}

    Program operator()(Program program) const {
        settle(program, program.block);
        removeReads(program.block);
        return program;
    }

  private:
    [[nodiscard]] bool isRead(const Statement& statement) const {
        if (statement.kind != Statement::Kind::Call) return false;
        const auto kind = target_.callables[static_cast<std::size_t>(statement.signature)].kind;
        return kind == ScratchCallable::Kind::Variable || kind == ScratchCallable::Kind::Length;
    }
    // Which number a variable had: the one that still fails among those that are likely.
    void settle(Program& program, const Block& block) const {
        std::vector<VariableId> reads;
        const auto collect = [&](const auto& self, const Block& in) -> void {
            for (const Statement& statement : in.statements) {
                if (isRead(statement)) reads.push_back(statement.variable);
                for (const Body& body : statement.bodies) self(self, body.block);
            }
        };
        collect(collect, block);
        for (const VariableId variable : reads) {
            for (const double value : candidates()) {
                Program tried = program;
                eachExpression(tried.block, [&](Expression& expression) {
                    if (expression.kind == Expression::Kind::Variable && expression.variable == variable)
                        expression = Expression::of(Constant::of(value));
                });
                const ScratchReport report = trial_.run(tried);
                if (!report.failed || report.key() != key_) continue;
                program = std::move(tried);
                break;
            }
        }
    }
    void removeReads(Block& block) const {
        for (Statement& statement : block.statements)
            for (Body& body : statement.bodies) removeReads(body.block);
        const Block before = block;
        std::erase_if(block.statements, [&](const Statement& statement) {
            return isRead(statement) && useCount(before, statement.variable) == 0;
        });
    }
    [[nodiscard]] std::vector<double> candidates() const {
        std::vector<double> all{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1, 100};
        for (const double number : target_.numbers) {
            for (const double beside : {number, number - 1, number + 1}) all.push_back(beside);
        }
        return all;
    }
    const ScratchTarget& target_;
    ScratchTrial& trial_;
    std::string key_;
};

Result<Finding> shrunk(const ScratchTarget& target, ScratchTrial& trial, const Found& found, const Job& job) {
    const std::string key = found.report.key();
    Program small = found.program;
    small = shrink(target.world, trial.language(), std::move(small), [&](const Program& tried) {
        if (job.isOver()) return false;
        const ScratchReport report = trial.run(tried);
        return report.failed && report.key() == key;
    });
    small = Settled(target, trial, key)(std::move(small));
    const ScratchReport told = trial.run(small, true);
    Finding finding{.of = found.report.of,
                    .contract = found.report.contract,
                    .message = told.message,
                    .foundAt = found.number + 1,
                    .calls = callCount(small.block),
                    .occurrences = found.occurrences,
                    .program = printScratch(target, small)};
    for (const ScratchReport::Call& call : told.story)
        finding.story.push_back(std::string(static_cast<std::size_t>(call.depth) * 2, ' ') + call.text);
    finding.story.push_back(told.message);
    const Project project = projectOf(target, small);
    OUNCE_TRY(std::string archive, writeSb3Archive(project));
    OUNCE_TRY(std::string text, writeText(project));
    finding.files.push_back({".sb3", std::move(archive)});
    finding.files.push_back({".scratch", std::move(text)});
    // A click on the new sprite, for `ounce run --inputs`.
    finding.files.push_back(
        {".inputs.json",
         fmt::format("[{{\"step\": 1, \"event\": \"clickSprite\", \"args\": {{\"sprite\": \"{}\"}}}}]\n",
                     addedSpriteName(target.original))});
    return finding;
}

}  // namespace

Result<FuzzResult> fuzzScratch(const ScratchTarget& target, const FuzzOptions& options,
                               const ScratchRules& rules, const Job& job) {
    FuzzResult result;
    result.target = std::filesystem::path(target.path).filename().string();
    if (target.conditions == 0)
        result.notes.emplace_back(
            "no custom block has a contract in a comment; only the implicit ones were tested");
    const std::size_t threads = std::max<std::size_t>(job.threads, 1);
    std::vector<std::unique_ptr<ScratchTrial>> trials;
    for (std::size_t i = 0; i < threads; i++)
        trials.push_back(std::make_unique<ScratchTrial>(target, options, rules));
    const Job finding = job.isLimited() ? job.part(kFindUntil) : job;
    const auto part = [&](std::uint64_t done) {
        double most = job.spent();
        if (options.programs && *options.programs > 0)
            most = std::max(most, static_cast<double>(done) / static_cast<double>(*options.programs));
        return most;
    };
    std::vector<Found> all;
    Corpus corpus;
    std::uint64_t next = 0, round = 1;
    while (!finding.isOver() && (!options.programs || next < *options.programs)) {
        std::uint64_t programs = kBatch * round;
        round = std::min(2 * round, kRound);
        if (options.programs) programs = std::min(programs, *options.programs - next);
        const std::uint64_t batches = (programs + kBatch - 1) / kBatch;
        std::vector<BatchResult> results(batches);
        inParallel(batches, threads, [&](std::size_t batch, std::size_t worker) {
            results[batch] = runBatch(*trials[worker], corpus, next + batch * kBatch,
                                      std::min(kBatch, programs - batch * kBatch), finding);
        });
        for (BatchResult& batch : results) {
            result.programs += batch.programs;
            result.discarded += batch.discarded;
            for (const Grown& grown : batch.grown) {
                const Program* program = batch.corpus.find(grown.number);
                if (corpus.reach(grown.features) && program) corpus.add(grown.number, *program);
            }
            for (Found& found : batch.found) {
                const auto known = std::find_if(all.begin(), all.end(), [&](const Found& other) {
                    return other.report.key() == found.report.key();
                });
                if (known == all.end()) {
                    all.push_back(std::move(found));
                } else {
                    known->occurrences += found.occurrences;
                }
            }
        }
        next += programs;
        job.report(part(next),
                   fmt::format("{}, {}", counted(next, "program"), counted(all.size(), "finding")), next,
                   options.programs.value_or(0));
    }
    result.interrupted = job.isStopped();
    for (const Found& found : all) {
        OUNCE_TRY(Finding small, shrunk(target, *trials[0], found, job));
        result.findings.push_back(std::move(small));
    }
    return result;
}

}  // namespace ounce::contracts
