#include "contracts/javascript/fuzz.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>

#include "base/json.h"
#include "base/words.h"
#include "contracts/javascript/numbers.h"
#include "contracts/javascript/print.h"
#include "contracts/javascript/trial.h"
#include "workers/worker_tasks.h"

namespace ounce::contracts {
namespace {

namespace fs = std::filesystem;

// Programs that share a context; a new batch has a new one, so that what a module leaves behind in the global
// object reaches no farther. Fixed, so that the number of workers changes nothing.
constexpr std::uint64_t kBatch = 250;
// Batches that are given to the workers at a time.
constexpr std::uint64_t kRound = 16;
constexpr double kBatchSeconds = 60;
constexpr std::uint64_t kMemoryBytes = std::uint64_t{768} << 20;
// Of a limit of time: how much is for finding; the rest is for making what was found small.
constexpr double kFindUntil = 0.75;
// How long a worker may take to end what it does when nobody waits for it any more.
constexpr double kGrace = 0.3;

// How the finding's file names the module.
std::string modulePathFrom(const JsModule& module, const std::string& output) {
    const fs::path from = output.empty() ? fs::current_path() : fs::absolute(output);
    std::string path =
        fs::absolute(module.path).lexically_normal().lexically_relative(from.lexically_normal()).string();
    if (path.empty() || path[0] == '/') return path;
    return path[0] == '.' ? path : "./" + path;
}

// The members of a list in an answer; none if there is no such list. What a worker says is hostile.
std::vector<Json> listIn(const Json& answer, const char* name) {
    const Json* list = answer.find(name);
    return list ? list->items() : std::vector<Json>();
}

std::uint64_t wholeIn(const Json& answer, const char* name) {
    const double number = answer.number(name);
    return number >= 0 && number < 9e15 ? static_cast<std::uint64_t>(number) : 0;
}

std::optional<std::uint64_t> baseIn(const Json& answer) {
    if (!answer.has("base")) return std::nullopt;
    return wholeIn(answer, "base");
}

class Run {
  public:
    Run(const JsModule& module, const Exports& exports, const FuzzOptions& options, const Job& job)
        : module_(module), exports_(exports), options_(options), job_(job), maker_(module, options) {}

    Result<FuzzResult> all(const std::string& output) {
        const Job finding = job_.isLimited() ? job_.part(kFindUntil) : job_;
        std::uint64_t next = 0;
        while (!finding.isOver() && !(options_.programs && next >= *options_.programs)) {
            std::uint64_t programs = kBatch * round_;
            round_ = std::min(2 * round_, kRound);
            if (options_.programs) programs = std::min(programs, *options_.programs - next);
            OUNCE_CHECK(round(next, programs, finding));
            next += programs;
        }
        gathered_.interrupted = job_.isStopped();
        OUNCE_CHECK(shrinkAll(output));
        return std::move(gathered_);
    }

  private:
    void report(std::uint64_t done) const {
        double part = job_.spent();
        if (options_.programs && *options_.programs > 0)
            part = std::max(part, static_cast<double>(done) / static_cast<double>(*options_.programs));
        job_.report(
            part,
            fmt::format("{}, {}", counted(done, "program"), counted(gathered_.findings.size(), "finding")),
            done, options_.programs.value_or(0));
    }
    [[nodiscard]] Subject subject() const { return {module_, exports_, options_}; }
    [[nodiscard]] WorkerTasks tasksOf(std::size_t count, double seconds) const {
        return {.service = std::string(kContractsService),
                .count = count,
                .limits = {.seconds = seconds, .memoryBytes = kMemoryBytes},
                .grace = kGrace};
    }

    // These programs, those that they extend, and so on; the oldest first.
    [[nodiscard]] std::vector<Descent> descentOf(const std::vector<std::uint64_t>& numbers) const {
        std::map<std::uint64_t, Descent> all;
        for (const std::uint64_t number : numbers) {
            std::optional<std::uint64_t> at = number;
            while (at && !all.contains(*at)) {
                const auto known = descents_.find(*at);
                if (known == descents_.end()) break;
                Descent& one = all.emplace(*at, known->second).first->second;
                one.kept = false;
                at = one.base;
            }
            if (const auto kept = all.find(number); kept != all.end()) kept->second.kept = true;
        }
        std::vector<Descent> list;
        for (auto& [number, one] : all) list.push_back(std::move(one));
        return list;
    }
    [[nodiscard]] std::vector<Descent> youngest() const {
        const std::vector<Corpus::Entry>& entries = corpus_.entries();
        std::vector<std::uint64_t> numbers;
        for (std::size_t i = entries.size() - std::min(entries.size(), kYoungest); i < entries.size(); i++)
            numbers.push_back(entries[i].number);
        return descentOf(numbers);
    }

    Result<void> round(std::uint64_t first, std::uint64_t programs, const Job& job) {
        const std::uint64_t batches = (programs + kBatch - 1) / kBatch;
        const auto sizeOf = [&](std::uint64_t batch) { return std::min(kBatch, programs - batch * kBatch); };
        const std::vector<Descent> descent = youngest();  // what the workers start from
        const std::vector<std::uint8_t> reached = corpus_.reached();
        const Corpus before = corpus_;
        std::uint64_t done = first;
        WorkerTasks tasks = tasksOf(batches, kBatchSeconds);
        tasks.message = [&](std::size_t batch) {
            return batchMessage(subject(), descent, reached, first + batch * kBatch, sizeOf(batch));
        };
        tasks.done = [&](std::size_t batch, const TaskAnswer&) { report(done += sizeOf(batch)); };
        OUNCE_TRY(const std::vector<TaskAnswer> answers, runInWorkers(tasks, job));
        for (std::uint64_t batch = 0; batch < batches; batch++) {
            const TaskAnswer& answer = answers[batch];
            if (answer.status == TaskAnswer::Status::Done) OUNCE_CHECK(take(answer.text));
            if (answer.status == TaskAnswer::Status::Lost) {
                OUNCE_CHECK(oneByOne(first + batch * kBatch, sizeOf(batch), descent, before, job));
            }
        }
        return {};
    }

    // A batch that ended its worker: each program alone, so that only the culprit is lost.
    Result<void> oneByOne(std::uint64_t first, std::uint64_t count, const std::vector<Descent>& descent,
                          const Corpus& before, const Job& job) {
        WorkerTasks tasks = tasksOf(count, 2 * options_.programSeconds + 3);
        tasks.message = [&](std::size_t i) {
            return batchMessage(subject(), descent, before.reached(), first + i, 1);
        };
        OUNCE_TRY(const std::vector<TaskAnswer> answers, runInWorkers(tasks, job));
        for (std::uint64_t i = 0; i < count; i++) {
            const TaskAnswer& answer = answers[i];
            if (answer.status == TaskAnswer::Status::Done) OUNCE_CHECK(take(answer.text));
            if (answer.status != TaskAnswer::Status::Lost) continue;
            gathered_.programs++;
            std::optional<Made> made = maker_.generate(first + i, before);
            add(made ? std::move(made->program) : Program(), made ? made->base : std::nullopt,
                {.of = "the module",
                 .contract = "comes to an end",
                 .message = "the process that ran this program " + answer.problem,
                 .foundAt = first + i + 1,
                 .occurrences = 1});
        }
        return {};
    }

    // What a batch found, and what it adds to the corpus. Its programs are made again here from those that
    // they extend.
    Result<void> take(const std::string& answer) {
        const std::optional<Json> json = Json::parse(answer);
        if (!json) return fail("a worker gave an answer that cannot be read");
        if (json->has("error")) return fail(json->text("error"));
        gathered_.programs += wholeIn(*json, "programs");
        gathered_.discarded += wholeIn(*json, "discarded");
        for (const Json& entry : listIn(*json, "grown")) {
            const Descent descent{.number = wholeIn(entry, "number"),
                                  .base = baseIn(entry),
                                  .done = numbersIn<VariableId>(entry.text("done"))};
            const Program* program = lineage_.add(descent);
            if (!program) continue;
            descents_.emplace(descent.number, descent);
            if (corpus_.reach(numbersIn<std::uint32_t>(entry.text("features"))))
                corpus_.add(descent.number, *program);
        }
        for (const Json& found : listIn(*json, "findings")) {
            const std::uint64_t number = wholeIn(found, "number");
            const std::optional<std::uint64_t> base = baseIn(found);
            add(lineage_.generated(number, base).value_or(Program()), base,
                {.of = found.text("of"),
                 .contract = found.text("contract"),
                 .message = found.text("message"),
                 .place = found.text("place"),
                 .foundAt = number + 1,
                 .occurrences = wholeIn(found, "occurrences")});
        }
        return {};
    }

    void add(Program program, std::optional<std::uint64_t> base, Finding finding) {
        const auto known =
            std::find_if(gathered_.findings.begin(), gathered_.findings.end(), [&](const Finding& other) {
                return other.of == finding.of && other.contract == finding.contract;
            });
        if (known == gathered_.findings.end()) {
            gathered_.findings.push_back(std::move(finding));
            programs_.push_back({std::move(program), base});
        } else {
            known->occurrences += finding.occurrences;
        }
    }

    Result<void> shrinkAll(const std::string& output) {
        const std::size_t count = gathered_.findings.size();
        const std::string path = modulePathFrom(module_, output);
        WorkerTasks tasks = tasksOf(count, kBatchSeconds);
        tasks.message = [&](std::size_t i) {
            const auto& base = programs_[i].base;
            return shrinkMessage(subject(), base ? descentOf({*base}) : std::vector<Descent>(), base,
                                 gathered_.findings[i], path);
        };
        OUNCE_TRY(const std::vector<TaskAnswer> answers, runInWorkers(tasks, job_));
        for (std::size_t i = 0; i < count; i++) {
            Finding& finding = gathered_.findings[i];
            const std::optional<Json> json =
                answers[i].status == TaskAnswer::Status::Done ? Json::parse(answers[i].text) : std::nullopt;
            if (!json || !json->has("program")) {
                tellAsItIs(finding, programs_[i].program, path);
                continue;
            }
            finding.calls = static_cast<std::size_t>(wholeIn(*json, "calls"));
            finding.message = json->text("message");
            finding.program = json->text("program");
            finding.files = {{module_.declarations.isModule ? ".mjs" : ".js", json->text("file")}};
            finding.story.clear();
            for (const Json& line : listIn(*json, "story")) finding.story.push_back(line.text("line"));
        }
        return {};
    }

    // Nothing may run it, or there is no time: it is written down as it was generated.
    void tellAsItIs(Finding& finding, const Program& program, const std::string& path) const {
        const JsReport report{.kind = JsReport::Kind::Failed,
                              .of = finding.of,
                              .contract = finding.contract,
                              .message = finding.message};
        finding.calls = callCount(program.block);
        finding.program = printProgram(module_, program, report);
        finding.files = {{".js", printFile(module_, program, report, path)}};
    }

    struct FoundProgram {
        Program program{};
        std::optional<std::uint64_t> base{};  // that it extends
    };

    const JsModule& module_;
    const Exports& exports_;
    const FuzzOptions& options_;
    const Job& job_;
    JsTrial maker_;  // makes programs, and never runs one
    Lineage lineage_{maker_};
    std::map<std::uint64_t, Descent> descents_{};
    Corpus corpus_{};
    std::uint64_t round_ = 1;  // batches of the next round: few at first, so that they learn from each other
    FuzzResult gathered_{};
    std::vector<FoundProgram> programs_{};  // of each finding
};

std::vector<int> kindsIn(const Json& answer, const char* name) {
    std::vector<int> kinds;
    for (const Json& item : listIn(answer, name)) kinds.push_back(static_cast<int>(wholeIn(item, "kind")));
    return kinds;
}

}  // namespace

Result<std::vector<std::string>> probeExports(JsModule& module, const Job& job, Exports* exports) {
    // What the module exports is known when it has run once, in a process of its own.
    OUNCE_TRY(const std::vector<TaskAnswer> probed,
              runInWorkers({.service = std::string(kContractsService),
                            .count = 1,
                            .message = [&](std::size_t) { return probeMessage(module); },
                            .limits = {.seconds = 20, .memoryBytes = kMemoryBytes}},
                           job));
    if (probed[0].status == TaskAnswer::Status::NotBegun)
        return fail("there was no time to load the module", module.path, "give it a larger budget");
    if (probed[0].status == TaskAnswer::Status::Lost)
        return fail("the process that loaded the module " + probed[0].problem, module.path);
    const std::optional<Json> json = Json::parse(probed[0].text);
    if (json && json->has("error")) return fail(json->text("error"));
    const Exports found = json ? Exports{kindsIn(*json, "classes"), kindsIn(*json, "functions")} : Exports{};
    if (found.classes.size() != module.world.classes.size() ||
        found.functions.size() != module.functions.size())
        return fail("the module gave an answer that cannot be read", module.path,
                    "does it change JSON, Array or Object?");
    const std::vector<std::string> notes = useExports(module, found);
    const bool anything =
        std::any_of(module.world.signatures.begin(), module.world.signatures.end(), [](const Signature& s) {
            return s.isCallable && s.isPublic && s.kind != Signature::Kind::Constructor;
        });
    if (!anything)
        return fail("nothing in this module has a contract", module.path,
                    "write a comment /** … */ with @param, @returns, @requires or @ensures above a method, "
                    "or give --contracts");
    if (exports) *exports = found;
    return notes;
}

Result<FuzzResult> fuzzJavaScript(JsModule module, const FuzzOptions& options, const std::string& output,
                                  const Job& job) {
    Exports exports;
    OUNCE_TRY(std::vector<std::string> notes, probeExports(module, job, &exports));
    OUNCE_TRY(FuzzResult result, Run(module, exports, options, job).all(output));
    result.target = fs::path(module.path).filename().string();
    result.notes = std::move(notes);
    return result;
}

}  // namespace ounce::contracts
