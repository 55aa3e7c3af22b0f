#include "contracts/javascript/service.h"

#include <fmt/format.h>
#include <map>

#include "base/bytes.h"
#include "base/json.h"
#include "contracts/core/shrink.h"
#include "contracts/javascript/numbers.h"
#include "contracts/javascript/print.h"

namespace ounce::contracts {

namespace {

enum class Order : std::uint8_t { Extension, Probe, Batch, Shrink };
constexpr Order lastOf(Order) { return Order::Shrink; }

// A module with its contracts, and how programs for it are made.
struct Setup {
    std::string path{}, source{}, contractsPath{}, contracts{};
    std::vector<std::int32_t> classes{}, functions{};
    std::uint32_t seed = 1;
    bool callbacks = true;
    std::int32_t largest = 24;
    double programSeconds = 1;
};

struct BatchOrder {
    std::vector<Descent> corpus{};
    std::vector<std::uint8_t> reached{};
    std::uint64_t first = 0, count = 0;
};

struct ShrinkOrder {
    std::vector<Descent> descent{};
    std::optional<std::uint64_t> base{};
    std::uint64_t number = 0;
    std::string of{}, contract{}, message{}, modulePath{};
};

template <class Codec, Of<Setup> T>
void fields(Codec& codec, T& s) {
    codec(s.path, s.source, s.contractsPath, s.contracts, s.classes, s.functions, s.seed, s.callbacks,
          s.largest, s.programSeconds);
}
template <class Codec, Of<BatchOrder> T>
void fields(Codec& codec, T& order) {
    codec(order.corpus, order.reached, order.first, order.count);
}
template <class Codec, Of<ShrinkOrder> T>
void fields(Codec& codec, T& order) {
    codec(order.descent, order.base, order.number, order.of, order.contract, order.message, order.modulePath);
}

}  // namespace

template <class Codec, Of<Descent> T>
void fields(Codec& codec, T& descent) {
    codec(descent.number, descent.base, descent.done, descent.kept);
}

const Program* Lineage::add(const Descent& descent) {
    if (const Program* known = find(descent.number)) return known;
    std::optional<Program> program = generated(descent.number, descent.base);
    if (!program) return nullptr;
    dropUnused(*program, descent.done);
    all_.add(descent.number, std::move(*program));
    return find(descent.number);
}

const Program* Lineage::find(std::uint64_t number) const { return all_.find(number); }

std::optional<Program> Lineage::generated(std::uint64_t number, std::optional<std::uint64_t> base) {
    if (!base) return maker_.again(number, nullptr);
    const Program* from = find(*base);
    return from ? maker_.again(number, from) : std::nullopt;
}

std::vector<std::string> useExports(JsModule& module, const Exports& exports) {
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < module.world.classes.size() && i < exports.classes.size(); i++) {
        Class& item = module.world.classes[i];
        const int kind = exports.classes[i];
        if (kind < 2 && !item.isInterface) item.canBeMade = false;
        if (kind != 0 || item.isInterface) continue;
        notes.push_back(fmt::format("the module has no class {}", item.name));
        for (const SignatureId method : item.methods)
            module.world.signatures[static_cast<std::size_t>(method)].isCallable = false;
    }
    for (std::size_t i = 0; i < module.functions.size() && i < exports.functions.size(); i++) {
        const int kind = exports.functions[i];
        if (kind < 2)
            module.world.signatures[static_cast<std::size_t>(module.functions[i].second)].isCallable = false;
        if (kind == 0)
            notes.push_back(fmt::format("the module has no function {}", module.functions[i].first));
    }
    return notes;
}

namespace {

// ---- in the worker ----

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
// How long a module may take to load.
constexpr double kLoadSeconds = 10;
// A program that hangs is tried again and again while it is shrunk.
constexpr std::size_t kRunsOfHanging = 25;

std::string errorText(const Error& error) { return Json{{"error", error.message()}}.minified(); }

Json describe(const JsReport& report, std::uint64_t number, const Made& made) {
    Json found{{"number", number},          {"of", report.of},       {"contract", report.contract},
               {"message", report.message}, {"place", report.place}, {"occurrences", 1}};
    if (made.base) found["base"] = *made.base;
    return found;
}

std::string extensionInfo(const JsModule& module) {
    auto session = JsSession::start(module);
    if (!session) return {};
    (*session)->setTimeLimit(kLoadSeconds);
    return (*session)->extensionInfo();
}

std::string probe(const JsModule& module) {
    auto session = JsSession::start(module);
    if (!session) return errorText(session.error());
    (*session)->setTimeLimit(kLoadSeconds);
    const auto found = (*session)->probe();
    if (!found) return errorText(found.error());
    Json classes = Json::array(), functions = Json::array();
    for (const int kind : found->classes) classes.push_back({{"kind", kind}});
    for (const int kind : found->functions) functions.push_back({{"kind", kind}});
    return Json{{"classes", classes}, {"functions", functions}}.minified();
}

std::string runBatch(const JsModule& module, const FuzzOptions& options, const BatchOrder& order,
                     const Job& job) {
    JsTrial trial(module, options);
    Lineage lineage(trial);
    Corpus corpus;
    for (const Descent& descent : order.corpus) {
        const Program* program = lineage.add(descent);
        if (program && descent.kept) corpus.add(descent.number, *program);
    }
    corpus.know(order.reached);
    if (auto started = trial.start(corpus); !started) return errorText(started.error());
    std::uint64_t programs = 0, discarded = 0;
    std::map<std::string, std::size_t> known;
    std::vector<Json> findings;
    std::vector<std::uint64_t> occurrences;
    Json grown = Json::array();
    for (std::uint64_t number = order.first; number < order.first + order.count && !job.isOver(); number++) {
        programs++;
        std::optional<Made> made = trial.generate(number, corpus);
        if (!made) {
            discarded++;
            continue;
        }
        const JsReport report = trial.run(made->program, number);
        if (report.kind == JsReport::Kind::Discarded) discarded++;
        if (!report.fresh.empty()) {
            Json entry{{"number", number}, {"features", textOf(report.fresh)}};
            if (made->base) entry["base"] = *made->base;
            entry["done"] = textOf(trial.keep(made->program, number, report.fresh, corpus));
            grown.push_back(std::move(entry));
        }
        if (report.kind != JsReport::Kind::Failed) continue;
        const auto [at, isNew] = known.emplace(report.key(), findings.size());
        if (isNew) {
            findings.push_back(describe(report, number, *made));
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
    return Json{{"programs", programs}, {"discarded", discarded}, {"findings", list}, {"grown", grown}}
        .minified();
}

std::string shrinkOne(const JsModule& module, const FuzzOptions& options, const ShrinkOrder& order,
                      const Job& job) {
    JsTrial trial(module, options);
    if (auto started = trial.start(); !started) return errorText(started.error());
    Lineage lineage(trial);
    for (const Descent& descent : order.descent) lineage.add(descent);
    const std::optional<Program> program = lineage.generated(order.number, order.base);
    if (!program) return errorText({.what = "the program cannot be made again", .where = {}, .advice = {}});
    const std::string key = order.of + "\n" + order.contract;
    const auto fails = [&](const Program& tried) {
        if (job.isOver()) return false;
        const JsReport report = trial.run(tried, order.number);
        return report.kind == JsReport::Kind::Failed && report.key() == key;
    };
    const bool hangs = order.contract == "comes to an end";
    if (hangs) trial.beImpatient();
    const Program small = shrink(module.world, trial.language(), *program, fails,
                                 {.runs = hangs ? kRunsOfHanging : ShrinkLimits{}.runs});
    trial.bePatient();
    JsReport told = trial.run(small, order.number, true);
    if (told.of.empty()) told.of = order.of;
    Json story = Json::array();
    for (const std::string& line : tellStory(module, small, told)) story.push_back({{"line", line}});
    return Json{{"calls", callCount(small.block)},
                {"message", told.message.empty() ? order.message : told.message},
                {"program", printProgram(module, small, told)},
                {"file", printFile(module, small, told, order.modulePath)},
                {"story", story}}
        .minified();
}

std::string serve(std::string_view message, const Job& job) {
    ByteReader reader(message, kMostBytes);
    Order order{};
    Setup setup;
    reader(order, setup);
    if (reader.failed())
        return errorText({.what = "a message to a worker is damaged", .where = {}, .advice = {}});
    auto module = jsModuleOf(setup.path, setup.source, setup.contractsPath, setup.contracts);
    if (!module) return errorText(module.error());
    const Exports exports{{setup.classes.begin(), setup.classes.end()},
                          {setup.functions.begin(), setup.functions.end()}};
    useExports(*module, exports);
    const FuzzOptions options{.programs = {},
                              .seed = setup.seed,
                              .callbacks = setup.callbacks,
                              .largest = setup.largest,
                              .programSeconds = setup.programSeconds};
    switch (order) {
        case Order::Extension: return extensionInfo(*module);
        case Order::Probe: return probe(*module);
        case Order::Batch: {
            BatchOrder batch;
            reader(batch);
            return runBatch(*module, options, batch, job);
        }
        case Order::Shrink: {
            ShrinkOrder one;
            reader(one);
            return shrinkOne(*module, options, one, job);
        }
    }
    return {};
}

// ---- messages ----

Setup setupOf(const JsModule& module) {
    return {.path = module.path,
            .source = module.source,
            .contractsPath = module.contractsPath,
            .contracts = module.contractsText};
}

Setup setupOf(const Subject& subject) {
    Setup setup = setupOf(subject.module);
    setup.classes.assign(subject.exports.classes.begin(), subject.exports.classes.end());
    setup.functions.assign(subject.exports.functions.begin(), subject.exports.functions.end());
    setup.seed = subject.options.seed;
    setup.callbacks = subject.options.callbacks;
    setup.largest = subject.options.largest;
    setup.programSeconds = subject.options.programSeconds;
    return setup;
}

template <class... Rest>
std::string messageOf(Order order, const Setup& setup, const Rest&... rest) {
    ByteWriter bytes;
    bytes(order, setup, rest...);
    return bytes.take();
}

}  // namespace

WorkerService contractsService() {
    return {kContractsService, []() -> WorkerServe { return serve; }};
}

std::string extensionMessage(const JsModule& module) { return messageOf(Order::Extension, setupOf(module)); }

std::string probeMessage(const JsModule& module) { return messageOf(Order::Probe, setupOf(module)); }

std::string batchMessage(const Subject& subject, const std::vector<Descent>& corpus,
                         const std::vector<std::uint8_t>& reached, std::uint64_t first, std::uint64_t count) {
    return messageOf(Order::Batch, setupOf(subject),
                     BatchOrder{.corpus = corpus, .reached = reached, .first = first, .count = count});
}

std::string shrinkMessage(const Subject& subject, const std::vector<Descent>& descent,
                          std::optional<std::uint64_t> base, const Finding& finding,
                          const std::string& modulePath) {
    return messageOf(Order::Shrink, setupOf(subject),
                     ShrinkOrder{.descent = descent,
                                 .base = base,
                                 .number = finding.foundAt - 1,
                                 .of = finding.of,
                                 .contract = finding.contract,
                                 .message = finding.message,
                                 .modulePath = modulePath});
}

}  // namespace ounce::contracts
