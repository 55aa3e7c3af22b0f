#include "contracts/javascript/fuzz.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>

#include "base/json.h"
#include "contracts/core/shrink.h"
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
// A program that hangs is tried again and again while it is shrunk.
constexpr std::size_t kRunsOfHanging = 25;

Json describe(const JsReport& report, std::uint64_t number, std::uint64_t occurrences) {
    return {{"number", number},          {"of", report.of},       {"contract", report.contract},
            {"message", report.message}, {"place", report.place}, {"occurrences", occurrences}};
}
void describeBase(Json& to, const Made& made) {
    if (made.base) to["base"] = *made.base;
}

// The programs [first, first + count), which go on from a corpus and what they add to it themselves:
// {programs, discarded, findings, grown}.
std::string runBatch(const JsModule& module, const FuzzOptions& options, Corpus corpus, std::uint64_t first,
                     std::uint64_t count) {
    JsTrial trial(module, options);
    if (auto started = trial.start(corpus); !started)
        return Json{{"error", started.error().message()}}.minified();
    std::uint64_t discarded = 0;
    std::map<std::string, std::size_t> known;
    std::vector<Json> findings;
    std::vector<std::uint64_t> occurrences;
    Json grown = Json::array();
    for (std::uint64_t number = first; number < first + count; number++) {
        std::optional<Made> made = trial.generate(number, corpus);
        if (!made) {
            discarded++;
            continue;
        }
        const JsReport report = trial.run(made->program, number);
        if (report.kind == JsReport::Kind::Discarded) discarded++;
        if (!report.fresh.empty()) {
            Json entry{{"number", number}, {"features", textOf(report.fresh)}};
            describeBase(entry, *made);
            entry["done"] = textOf(trial.keep(std::move(made->program), number, report.fresh, corpus));
            grown.push_back(std::move(entry));
        }
        if (report.kind != JsReport::Kind::Failed) continue;
        const auto [at, isNew] = known.emplace(report.key(), findings.size());
        if (isNew) {
            findings.push_back(describe(report, number, 0));
            describeBase(findings.back(), *made);
            occurrences.push_back(1);
        } else {
            occurrences[at->second]++;
        }
    }
    Json list = Json::array();
    for (std::size_t i = 0; i < findings.size(); i++) {
        findings[i]["occurrences"] = occurrences[i];
        list.push_back(std::move(findings[i]));
    }
    return Json{{"programs", count}, {"discarded", discarded}, {"findings", list}, {"grown", grown}}
        .minified();
}

// How the finding's file names the module.
std::string modulePathFrom(const JsModule& module, const std::string& output) {
    const fs::path from = output.empty() ? fs::current_path() : fs::absolute(output);
    std::string path =
        fs::absolute(module.path).lexically_normal().lexically_relative(from.lexically_normal()).string();
    if (path.empty() || path[0] == '/') return path;
    return path[0] == '.' ? path : "./" + path;
}

std::string shrinkOne(const JsModule& module, const FuzzOptions& options, const Finding& finding,
                      const Program& program, const std::string& output) {
    JsTrial trial(module, options);
    if (auto started = trial.start(); !started) return Json{{"error", started.error().message()}}.minified();
    const std::uint64_t number = finding.foundAt - 1;
    const std::string key = finding.of + "\n" + finding.contract;
    const auto fails = [&](const Program& tried) {
        const JsReport report = trial.run(tried, number);
        return report.kind == JsReport::Kind::Failed && report.key() == key;
    };
    const bool hangs = finding.contract == "comes to an end";
    if (hangs) trial.beImpatient();
    const Program small = shrink(module.world, trial.language(), program, fails,
                                 {.runs = hangs ? kRunsOfHanging : ShrinkLimits{}.runs});
    trial.bePatient();
    JsReport told = trial.run(small, number, true);
    if (told.of.empty()) told.of = finding.of;
    Json story = Json::array();
    for (const std::string& line : tellStory(module, small, told)) story.push_back({{"line", line}});
    return Json{{"calls", callCount(small.block)},
                {"message", told.message.empty() ? finding.message : told.message},
                {"program", printProgram(module, small, told)},
                {"file", printFile(module, small, told, modulePathFrom(module, output))},
                {"story", story}}
        .minified();
}

class Run {
  public:
    Run(const JsModule& module, const FuzzOptions& options)
        : module_(module), options_(options), maker_(module, options) {}

    Result<FuzzResult> all(const std::string& output) {
        const double begin = options_.clock ? options_.clock() : 0;
        std::uint64_t next = 0;
        while (!isOver(next, begin)) {
            std::uint64_t programs = kBatch * round_;
            round_ = std::min(2 * round_, kRound);
            if (options_.programs) programs = std::min(programs, *options_.programs - next);
            OUNCE_CHECK(round(next, programs, begin));
            next += programs;
        }
        gathered_.interrupted = isStopped();
        OUNCE_CHECK(shrinkAll(output));
        return std::move(gathered_);
    }

  private:
    [[nodiscard]] bool isStopped() const {
        return options_.stop && options_.stop->load(std::memory_order_relaxed);
    }
    [[nodiscard]] double part(std::uint64_t done, double begin) const {
        double most = 0;
        if (options_.programs && *options_.programs > 0)
            most = static_cast<double>(done) / static_cast<double>(*options_.programs);
        if (options_.seconds && options_.clock)
            most = std::max(most, (options_.clock() - begin) / *options_.seconds);
        return most;
    }
    [[nodiscard]] bool isOver(std::uint64_t done, double begin) const {
        if (isStopped()) return true;
        if (options_.programs && done >= *options_.programs) return true;
        return options_.seconds && part(done, begin) >= 1;
    }

    Result<void> round(std::uint64_t first, std::uint64_t programs, double begin) {
        const std::uint64_t batches = (programs + kBatch - 1) / kBatch;
        const auto sizeOf = [&](std::uint64_t batch) { return std::min(kBatch, programs - batch * kBatch); };
        std::atomic<bool> enough = false;
        std::uint64_t done = 0;
        TaskOptions tasks{.workers = options_.jobs,
                          .limits = {.seconds = kBatchSeconds, .memoryBytes = kMemoryBytes},
                          .stop = &enough};
        const Corpus before = corpus_;  // what the workers start from
        OUNCE_TRY(std::vector<TaskAnswer> answers,
                  runInWorkers(
                      batches, tasks,
                      [&](std::size_t batch) {
                          return runBatch(module_, options_, corpus_, first + batch * kBatch, sizeOf(batch));
                      },
                      [&](std::size_t batch, const TaskAnswer&) {
                          done += sizeOf(batch);
                          if (options_.progress)
                              options_.progress(part(first + done, begin), first + done,
                                                gathered_.findings.size());
                          // A budget in seconds ends between two batches.
                          if (isStopped() || (options_.seconds && part(0, begin) >= 1)) enough = true;
                      }));
        for (std::uint64_t batch = 0; batch < batches; batch++) {
            const TaskAnswer& answer = answers[batch];
            if (answer.problem == "was not begun") continue;
            if (!answer.problem.empty()) {
                OUNCE_CHECK(oneByOne(first + batch * kBatch, sizeOf(batch), before));
            } else {
                OUNCE_CHECK(take(answer.answer, before));
            }
        }
        return {};
    }

    // A batch that ended its worker: each program alone, so that only the culprit is lost.
    Result<void> oneByOne(std::uint64_t first, std::uint64_t count, const Corpus& before) {
        TaskOptions tasks{.workers = options_.jobs,
                          .limits = {.seconds = 2 * options_.programSeconds + 3, .memoryBytes = kMemoryBytes},
                          .stop = options_.stop};
        OUNCE_TRY(std::vector<TaskAnswer> answers,
                  runInWorkers(
                      count, tasks,
                      [&](std::size_t i) { return runBatch(module_, options_, before, first + i, 1); }, {}));
        for (std::uint64_t i = 0; i < count; i++) {
            if (answers[i].problem.empty()) {
                OUNCE_CHECK(take(answers[i].answer, before));
                continue;
            }
            if (answers[i].problem == "was not begun") continue;
            gathered_.programs++;
            const std::optional<Made> made = maker_.generate(first + i, before);
            add(made ? made->program : Program(),
                {.of = "the module",
                 .contract = "comes to an end",
                 .message = "the process that ran this program " + answers[i].problem,
                 .foundAt = first + i + 1,
                 .occurrences = 1});
        }
        return {};
    }

    // What a batch found, and what it adds to the corpus. Its programs are made again here from the corpus
    // that it began with and from those of its own that came before.
    Result<void> take(const std::string& answer, const Corpus& before) {
        const std::optional<Json> json = Json::parse(answer);
        if (!json) return fail("a worker gave an answer that cannot be read");
        if (json->has("error")) return fail(json->text("error"));
        gathered_.programs += static_cast<std::uint64_t>(json->number("programs"));
        gathered_.discarded += static_cast<std::uint64_t>(json->number("discarded"));
        Corpus own;
        const auto remade = [&](const Json& entry) -> std::optional<Program> {
            const auto number = static_cast<std::uint64_t>(entry.number("number"));
            if (!entry.has("base")) return maker_.again(number, nullptr);
            const auto base = static_cast<std::uint64_t>(entry.number("base"));
            const Program* from = own.find(base);
            if (!from) from = before.find(base);
            return from ? maker_.again(number, from) : std::nullopt;
        };
        for (const Json& entry : json->find("grown")->items()) {
            std::optional<Program> program = remade(entry);
            if (!program) continue;
            dropUnused(*program, numbersIn<VariableId>(entry.text("done")));
            const auto number = static_cast<std::uint64_t>(entry.number("number"));
            own.add(number, *program);
            if (corpus_.reach(numbersIn<std::uint32_t>(entry.text("features"))))
                corpus_.add(number, std::move(*program));
        }
        for (const Json& found : json->find("findings")->items()) {
            add(remade(found).value_or(Program()),
                {.of = found.text("of"),
                 .contract = found.text("contract"),
                 .message = found.text("message"),
                 .place = found.text("place"),
                 .foundAt = static_cast<std::uint64_t>(found.number("number")) + 1,
                 .occurrences = static_cast<std::uint64_t>(found.number("occurrences"))});
        }
        return {};
    }
    void add(Program program, Finding finding) {
        const auto known =
            std::find_if(gathered_.findings.begin(), gathered_.findings.end(), [&](const Finding& other) {
                return other.of == finding.of && other.contract == finding.contract;
            });
        if (known == gathered_.findings.end()) {
            gathered_.findings.push_back(std::move(finding));
            programs_.push_back(std::move(program));
        } else {
            known->occurrences += finding.occurrences;
        }
    }

    Result<void> shrinkAll(const std::string& output) {
        const std::size_t count = gathered_.findings.size();
        const TaskOptions tasks{.workers = options_.jobs,
                                .limits = {.seconds = kBatchSeconds, .memoryBytes = kMemoryBytes}};
        OUNCE_TRY(std::vector<TaskAnswer> answers, runInWorkers(count, tasks,
                                                                [&](std::size_t i) {
                                                                    return shrinkOne(module_, options_,
                                                                                     gathered_.findings[i],
                                                                                     programs_[i], output);
                                                                },
                                                                {}));
        for (std::size_t i = 0; i < count; i++) {
            Finding& finding = gathered_.findings[i];
            const std::optional<Json> json =
                answers[i].problem.empty() ? Json::parse(answers[i].answer) : std::nullopt;
            if (!json || json->has("error")) {
                // Nothing may run it: it is written down as it was generated.
                const JsReport report{.kind = JsReport::Kind::Failed,
                                      .of = finding.of,
                                      .contract = finding.contract,
                                      .message = finding.message};
                finding.calls = callCount(programs_[i].block);
                finding.program = printProgram(module_, programs_[i], report);
                finding.files = {
                    {".js", printFile(module_, programs_[i], report, modulePathFrom(module_, output))}};
                continue;
            }
            finding.calls = static_cast<std::size_t>(json->number("calls"));
            finding.message = json->text("message");
            finding.program = json->text("program");
            finding.files = {{module_.declarations.isModule ? ".mjs" : ".js", json->text("file")}};
            finding.story.clear();
            for (const std::string& line : linesOf(json->find("story"))) finding.story.push_back(line);
        }
        return {};
    }
    static std::vector<std::string> linesOf(const Json* list) {
        std::vector<std::string> lines;
        if (!list) return lines;
        for (const Json& item : list->items()) lines.push_back(item.text("line"));
        return lines;
    }

    const JsModule& module_;
    const FuzzOptions& options_;
    JsTrial maker_;  // makes programs, and never runs one
    Corpus corpus_{};
    std::uint64_t round_ = 1;  // batches of the next round: few at first, so that they learn from each other
    FuzzResult gathered_{};
    std::vector<Program> programs_{};  // of each finding
};

}  // namespace

Result<std::vector<std::string>> probeExports(JsModule& module) {
    // What the module exports is known when it has run once, in a process of its own.
    OUNCE_TRY(const std::vector<TaskAnswer> probed,
              runInWorkers(1, {.limits = {.seconds = 20, .memoryBytes = kMemoryBytes}},
                           [&](std::size_t) {
                               auto session = JsSession::start(module);
                               if (!session) return Json{{"error", session.error().message()}}.minified();
                               (*session)->setTimeLimit(10);
                               const auto found = (*session)->probe();
                               if (!found) return Json{{"error", found.error().message()}}.minified();
                               Json classes = Json::array(), functions = Json::array();
                               for (const int kind : found->classes) classes.push_back({{"kind", kind}});
                               for (const int kind : found->functions) functions.push_back({{"kind", kind}});
                               return Json{{"classes", classes}, {"functions", functions}}.minified();
                           },
                           {}));
    if (!probed[0].problem.empty())
        return fail("the process that loaded the module " + probed[0].problem, module.path);
    const std::optional<Json> json = Json::parse(probed[0].answer);
    if (!json) return fail("the module gave an answer that cannot be read", module.path);
    if (json->has("error")) return fail(json->text("error"));
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < module.world.classes.size() && i < json->find("classes")->size(); i++) {
        Class& item = module.world.classes[i];
        const int kind = static_cast<int>(json->find("classes")->items()[i].number("kind"));
        if (kind < 2 && !item.isInterface) item.canBeMade = false;
        if (kind == 0 && !item.isInterface) {
            notes.push_back(fmt::format("the module has no class {}", item.name));
            for (const SignatureId method : item.methods)
                module.world.signatures[static_cast<std::size_t>(method)].isCallable = false;
        }
    }
    for (std::size_t i = 0; i < module.functions.size(); i++) {
        const int kind = static_cast<int>(json->find("functions")->items()[i].number("kind"));
        if (kind < 2)
            module.world.signatures[static_cast<std::size_t>(module.functions[i].second)].isCallable = false;
        if (kind == 0)
            notes.push_back(fmt::format("the module has no function {}", module.functions[i].first));
    }
    const bool anything =
        std::any_of(module.world.signatures.begin(), module.world.signatures.end(), [](const Signature& s) {
            return s.isCallable && s.isPublic && s.kind != Signature::Kind::Constructor;
        });
    if (!anything)
        return fail("nothing in this module has a contract", module.path,
                    "write a comment /** … */ with @param, @returns, @requires or @ensures above a method, "
                    "or give --contracts");
    return notes;
}

Result<FuzzResult> fuzzJavaScript(JsModule module, const FuzzOptions& options, const std::string& output) {
    OUNCE_TRY(std::vector<std::string> notes, probeExports(module));
    OUNCE_TRY(FuzzResult result, Run(module, options).all(output));
    result.target = fs::path(module.path).filename().string();
    result.notes = std::move(notes);
    return result;
}

}  // namespace ounce::contracts
