#include "contracts/javascript/session.h"

#include <filesystem>
#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "contracts/javascript/encode.h"
#include "contracts/javascript/instrument.h"
#include "contracts/javascript/numbers.h"

namespace ounce {

// The folder driver, built in.
std::span<const EmbeddedFile> driverFiles();

}  // namespace ounce

namespace ounce::contracts {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestSource = std::size_t{8} << 20;
constexpr int kMostTimers = 1000;  // that a promise is waited for

std::string_view driverFile(std::string_view name) {
    for (const EmbeddedFile& file : driverFiles()) {
        if (file.name == name) return file.text;
    }
    return {};
}

// As Node looks for modules: a file, with .js or .json, a folder with index.js or package.json.
std::string fileAt(const fs::path& path) {
    std::error_code ignored;
    for (const char* ending : {"", ".js", ".cjs", ".json"}) {
        const fs::path tried = path.string() + ending;
        if (fs::is_regular_file(tried, ignored)) return tried.string();
    }
    if (!fs::is_directory(path, ignored)) return {};
    if (const auto package = readFile((path / "package.json").string(), kLongestSource)) {
        if (const auto json = Json::parse(*package); json && !json->text("main").empty()) {
            for (const char* ending : {"", ".js", "/index.js"}) {
                const fs::path tried = (path / json->text("main")).string() + ending;
                if (fs::is_regular_file(tried, ignored)) return tried.string();
            }
        }
    }
    const fs::path index = path / "index.js";
    return fs::is_regular_file(index, ignored) ? index.string() : std::string();
}

std::string resolveModule(const std::string& from, const std::string& name) {
    if (name.empty()) return {};
    if (name[0] == '.') return fileAt((fs::path(from) / name).lexically_normal());
    if (name[0] == '/') return fileAt(name);
    for (fs::path at = fs::absolute(from);; at = at.parent_path()) {
        if (std::string found = fileAt(at / "node_modules" / name); !found.empty()) return found;
        if (at == at.root_path() || at.empty()) return {};
    }
}

}  // namespace

Result<std::unique_ptr<JsSession>> JsSession::start(const JsModule& module) {
    std::unique_ptr<JsSession> session(new JsSession(module));
    OUNCE_CHECK(session->load());
    return session;
}

JsValue JsSession::requireFunction() {
    const JsValue host = context_->object();
    context_->set(host, "resolve", context_->function("resolve", [](JsCall& call) {
        const std::string found = resolveModule(call.text(0), call.text(1));
        if (found.empty()) return call.throwError(fmt::format("there is no module «{}» here", call.text(1)));
        call.give(found);
    }));
    context_->set(host, "compile", context_->function("compile", [this](JsCall& call) {
        const std::string path = call.text(0);
        auto source = readFile(path, kLongestSource);
        if (!source) return call.throwError(source.error().message());
        const bool isJson = path.size() > 5 && path.compare(path.size() - 5, 5, ".json") == 0;
        const auto wrapped = [](const std::string& body) {
            return fmt::format(
                "(function($c,$n){{return function(module,exports,require,__filename,__dirname){{{}\n}};}})",
                body);
        };
        const int counted = counters_;
        auto compiled = context_->evaluate(
            wrapped(isJson ? "module.exports=" + *source : instrumented(*source, counters_)), path);
        if (!compiled) {
            counters_ = counted;
            compiled = context_->evaluate(wrapped(*source), path);
        }
        if (!compiled) return call.rethrow(compiled.error());
        call.give(*compiled);
    }));
    const std::string directory = fs::absolute(module_.path).parent_path().string();
    const JsValue arguments[] = {host, context_->text(directory)};
    auto make = context_->evaluate(driverFile("require.js"), "require.js");
    return *context_->call(*make, arguments);  // our own source: it neither fails to parse nor throws
}

// Each condition alone, so that one with a mistake is named and not the whole module.
Result<void> JsSession::checkConditions() {
    for (const Condition& condition : module_.conditions) {
        const auto check = [&](const std::string& code) -> Result<void> {
            std::string parameters;
            for (const std::string& parameter : condition.parameters)
                parameters += (parameters.empty() ? "" : ",") + parameter;
            if (auto made = context_->evaluate(
                    fmt::format("(function({}){{return (\n{}\n);}})", parameters, code), "");
                !made)
                return fail(fmt::format("this condition is no JavaScript: {}: {}", made.error().message,
                                        condition.text),
                            condition.place);
            return {};
        };
        OUNCE_CHECK(check(condition.code));
        for (const std::string& old : condition.olds) OUNCE_CHECK(check(old));
    }
    return {};
}

Result<void> JsSession::load() {
    context_ = std::make_unique<JsContext>(engine_, JsEnvironment{});
    OUNCE_CHECK(checkConditions());
    auto factory = context_->evaluate(module_.factory(&counters_), module_.path);
    if (!factory) {
        // Tokens are not the whole grammar: what they got wrong runs without counters.
        counters_ = 0;
        factory = context_->evaluate(module_.factory(nullptr), module_.path);
    }
    if (!factory) return std::unexpected(factory.error().toError());
    const JsValue load = context_->object();
    context_->set(load, "factory", *factory);
    if (!module_.contractsPath.empty()) {
        auto separate = context_->evaluate(module_.separateConditions(), module_.contractsPath);
        if (!separate) return std::unexpected(separate.error().toError());
        context_->set(load, "separate", *separate);
    }
    context_->set(load, "require", requireFunction());
    auto description = context_->evaluate(fmt::format("({})", module_.description()), "description");
    auto make = context_->evaluate(driverFile("driver.js"), "driver.js");
    if (!make) return std::unexpected(make.error().toError());
    const JsValue parts = context_->object();
    for (const EmbeddedFile& file : driverFiles()) {
        if (file.name == "driver.js" || file.name == "require.js") continue;
        auto part = context_->evaluate(file.text, std::string(file.name));
        if (!part) return std::unexpected(part.error().toError());
        context_->set(parts, file.name.substr(0, file.name.find('.')), *part);
    }
    const JsValue arguments[] = {*description, context_->environment().get("reseed"), parts};
    auto driver = context_->call(*make, arguments);
    if (!driver) return std::unexpected(driver.error().toError());
    driver_ = *driver;
    const JsValue loading[] = {load};
    if (auto loaded = context_->call(driver_.get("load"), loading); !loaded)
        return std::unexpected(loaded.error().toError());
    run_ = driver_.get("run");
    know_ = driver_.get("know");
    calledBack_ = driver_.get("calledBack");
    settled_ = *context_->evaluate(
        "(report, box) => { report.then(text => { box.text = text; }, error => { box.text = 'd'; }); }",
        "settle");
    return {};
}

Result<JsSession::Found> JsSession::probe() {
    auto text = context_->call(driver_.get("probe"));
    if (!text) {
        JsException exception = text.error();
        Error error = exception.toError();
        if (error.where.empty()) error.where = module_.path;
        error.what = "the module cannot be loaded: " + error.what;
        return std::unexpected(std::move(error));
    }
    const auto json = Json::parse(text->toText());
    Found found;
    if (!json) return found;
    const auto numbers = [&](const char* key, std::vector<int>& to) {
        if (const Json* list = json->find(key))
            for (const Json& item : list->items()) to.push_back(std::stoi(item.minified()));
    };
    numbers("classes", found.classes);
    numbers("functions", found.functions);
    return found;
}

std::string JsSession::extensionInfo() {
    auto text = context_->call(driver_.get("extension"));
    return text ? text->toText() : std::string();
}

// A promise of a report is kept when the timers it waits for have fired.
Result<std::string> JsSession::settle(JsValue report) {
    if (report.isText()) return report.toText();
    const JsValue box = context_->object();
    const JsValue arguments[] = {report, box};
    if (!context_->call(settled_, arguments)) return fail("was stopped");
    for (int i = 0; i < kMostTimers && !box.get("text").isText(); i++) {
        const auto fired = context_->fireNextTimer();
        if (!fired) return fail("was stopped");
        if (!*fired) break;
    }
    // A promise that nobody keeps says nothing about the contracts.
    return box.get("text").isText() ? box.get("text").toText() : std::string("d");
}

void JsSession::know(const std::vector<std::uint8_t>& reached) {
    std::string list;
    for (std::size_t i = 0; i < reached.size(); i++) {
        if (reached[i]) list += fmt::format("{}{}", list.empty() ? "" : ",", i);
    }
    const JsValue arguments[] = {context_->text(list)};
    (void)context_->call(know_, arguments);
}

JsReport JsSession::run(const Program& program, std::uint32_t seed, bool tells) {
    const JsValue arguments[] = {context_->text(encodeForDriver(program, module_.world)),
                                 context_->number(seed), tells ? context_->number(1) : context_->number(0)};
    JsReport report;
    auto called = context_->call(run_, arguments);
    Result<std::string> text = called ? settle(*called) : Result<std::string>(fail("was stopped"));
    if (!text) {
        // Nothing in the driver throws: the engine stopped a loop. Where callbacks took part, it is not clear
        // whose loop it was.
        const auto calledBack = context_->call(calledBack_);
        if (!calledBack || calledBack->toBoolean()) {
            report.kind = JsReport::Kind::Discarded;
            report.why = "takes too long";
            return report;
        }
        report.kind = JsReport::Kind::Failed;
        report.condition = "hangs";
        report.of = "the module";
        report.contract = "comes to an end";
        report.message = "the program was still running when its time was over";
        return report;
    }
    if (const std::size_t mark = text->rfind("\n#"); mark != text->npos) {
        report.fresh = numbersIn<std::uint32_t>(std::string_view(*text).substr(mark + 2));
        text->resize(mark);
    }
    if (text->empty()) return report;
    if (*text == "d") {
        report.kind = JsReport::Kind::Discarded;
        return report;
    }
    const auto json = Json::parse(*text);
    if (!json) return report;
    if (json->has("discard")) {
        report.kind = JsReport::Kind::Discarded;
        report.why = json->text("discard");
    } else if (json->has("kind")) {
        report.kind = JsReport::Kind::Failed;
        report.condition = json->text("kind");
        report.signature = static_cast<SignatureId>(json->number("signature"));
        report.of = json->text("of");
        report.contract = json->text("contract");
        report.message = json->text("message");
        report.place = json->text("place");
    }
    const auto whole = [](const Json& item) {
        return static_cast<int>(std::strtol(item.minified().c_str(), nullptr, 10));
    };
    if (const Json* guards = json->find("guards"))
        for (const Json& guard : guards->items()) report.guards.push_back(whole(guard));
    if (const Json* done = json->find("done"))
        for (const Json& variable : done->items()) report.done.push_back(whole(variable));
    if (const Json* story = json->find("story")) {
        for (const Json& moment : story->items()) {
            JsReport::Moment told{.depth = static_cast<int>(moment.number("deep")),
                                  .variable = static_cast<VariableId>(moment.number("name")),
                                  .arguments = moment.text("args")};
            report.story.push_back(std::move(told));
        }
    }
    return report;
}

}  // namespace ounce::contracts
