#include "testing/whisker/session.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>

#include "base/steps.h"
#include "testing/whisker/api_files.h"
#include "testing/whisker/host.h"
#include "testing/whisker/result_json.h"
#include "vm/machine.h"

namespace ounce {
namespace {

constexpr double kStepTime = 1000.0 / kStepsPerSecond;
// A suite is the body of a function, on the same lines as in its file.
constexpr std::string_view kBefore = "(function (module, exports) {";
constexpr std::string_view kAfter = "\n})";

// Whether a text contains `old` as a word: only then is what it needs kept during every step.
bool mentionsOld(const std::string& text) {
    const auto isLetter = [&](std::size_t i) {
        return i < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_' || text[i] == '$');
    };
    for (std::size_t at = text.find("old"); at != std::string::npos; at = text.find("old", at + 1)) {
        if (!(at > 0 && isLetter(at - 1)) && !isLetter(at + 3)) return true;
    }
    return false;
}

}  // namespace

State whiskerSnapshot(const Program& program, const WhiskerOptions& options) {
    return initialState(program, options.machine, 0);
}

// A context with the API in it, around one state of the machine.
class WhiskerRealm {
  public:
    WhiskerRealm(JsEngine& engine, std::shared_ptr<const Program> program, const State& snapshot,
                 const WhiskerOptions& options, const std::vector<spec::Monitor>& properties,
                 const std::string& suiteText, const std::string& fileName)
        : host_(std::move(program), snapshot, options, properties, mentionsOld(suiteText)),
          context_(engine, {.seed = 0,
                            .clock = [this] { return host_.milliseconds(); },
                            .log =
                                [this](std::string_view level, const std::string& text) {
                                    host_.log(level == "log" ? text : fmt::format("{}: {}", level, text));
                                }}) {
        const JsValue host = host_.makeObject(context_);
        context_.set(host, "timers", context_.environment().get("waiting"));
        context_.set(host, "fireDue", context_.environment().get("fireDue"));
        context_.set(host, "reseed", context_.environment().get("reseed"));
        whisker_ = context_.object();
        settings_ = context_.object();
        context_.set(settings_, "inputsInMilliseconds", context_.value(options.inputsInMilliseconds));
        context_.set(settings_, "fileName", context_.text(fileName));
        context_.set(settings_, "firstColumn", context_.number(static_cast<double>(kBefore.size())));
        context_.set(whisker_, "options", settings_);
        context_.set(whisker_, "stepTime", context_.number(kStepTime));
        const JsValue arguments[] = {whisker_, host};
        for (const EmbeddedFile& file : whiskerApiFiles()) {
            // Our own sources: a failure here is a bug, which the first test of the API shows.
            const auto factory = context_.evaluate(file.text, fmt::format("ounce/{}", file.name));
            if (factory) (void)context_.call(*factory, arguments);
        }
        host_.setListeners(whisker_.get("happened"));
        std::vector<JsResult<JsValue>> functions;
        for (const std::string& source : options.companions.functions)
            functions.push_back(context_.evaluate(fmt::format("({}\n)", source), "model"));
        host_.setScripts(std::move(functions), whisker_.get("t"));
    }

    JsContext& context() { return context_; }
    WhiskerHost& host() { return host_; }

    // The suite's description as JSON, see driver.js.
    JsResult<std::string> load(const std::string& text, const std::string& fileName) {
        std::string source(kBefore);
        source.append(text).append(kAfter);
        auto factory = context_.evaluate(source, fileName);
        if (!factory) return std::unexpected(std::move(factory).error());
        const JsValue arguments[] = {*factory};
        auto description = context_.call(whisker_.get("load"), arguments);
        if (!description) return std::unexpected(std::move(description).error());
        return description->toText();
    }

    std::string run(std::size_t index, const std::string& seed, double timeoutMs) {
        context_.set(settings_, "timeout", context_.number(timeoutMs));
        context_.set(settings_, "maxSteps", context_.number(std::ceil(timeoutMs / kStepTime)));
        const JsValue arguments[] = {context_.number(static_cast<double>(index)), context_.text(seed)};
        (void)context_.call(whisker_.get("start"), arguments);
        // All that is left to wait for are timers: everything else happens at once.
        while (!isOver()) {
            auto fired = context_.fireNextTimer();
            if (!fired) {
                const JsValue thrown[] = {fired.error().thrown};
                (void)context_.call(whisker_.get("fail"), thrown);
            } else if (!*fired) {
                (void)context_.call(whisker_.get("failPending"));
            } else if (context_.now() >= timeoutMs) {
                (void)context_.call(whisker_.get("failLate"));
            }
        }
        const auto result = context_.call(whisker_.get("result"));
        return result ? result->toText() : std::string();
    }

  private:
    [[nodiscard]] bool isOver() const { return whisker_.get("outcome").isObject(); }

    WhiskerHost host_;
    JsContext context_;
    JsValue whisker_, settings_;
};

WhiskerSession::WhiskerSession(std::shared_ptr<const Program> program, const State& snapshot,
                               WhiskerOptions options, std::string suiteText, std::string fileName)
    : program_(std::move(program)),
      snapshot_(snapshot),
      options_(std::move(options)),
      properties_(options_.spec ? spec::bind(*options_.spec, *program_) : std::vector<spec::Monitor>()),
      text_(std::move(suiteText)),
      fileName_(std::move(fileName)) {}

WhiskerSession::~WhiskerSession() = default;

namespace {

// Where the list of tests is assigned: the place to point at when something is wrong with the list itself.
std::string placeOfExports(const std::string& text, const std::string& fileName) {
    std::size_t at = text.rfind("module.exports");
    if (at == std::string::npos) at = text.size();
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const std::size_t start = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const std::size_t column = start == std::string::npos ? at + 1 : at - start;
    return fmt::format("{}:{}:{}", fileName, line, column);
}

// The engine says in which line a syntax error is, not where in it. The column is where the text, read so
// far, ceases to be the beginning of something. What is read never runs: the function around it has no end.
int columnOfSyntaxError(JsContext& context, const std::string& text, int line) {
    std::size_t start = 0;
    for (int i = 1; i < line && start != std::string::npos; i++) start = text.find('\n', start) + 1;
    std::size_t good = start, bad = std::min(text.find('\n', start), text.size());
    const auto isBeginning = [&](std::size_t end) {
        std::string source(kBefore);
        source.append(text, 0, end);
        const auto result = context.evaluate(source, "");
        if (result) return true;
        const std::string& message = result.error().message;
        return message.find("end of script") != std::string::npos ||
               message.find("EOF") != std::string::npos || message.find("nterminated") != std::string::npos;
    };
    while (bad - good > 1) {
        const std::size_t middle = (good + bad) / 2;
        (isBeginning(middle) ? good : bad) = middle;
    }
    return static_cast<int>(bad - start);
}

Error loadError(JsException exception, const std::string& fileName) {
    if (exception.line == 1)
        exception.column = std::max(0, exception.column - static_cast<int>(kBefore.size()));
    if (exception.file.empty()) exception.file = fileName;
    Error error = exception.toError();
    error.what = exception.name == "SyntaxError"
                     ? fmt::format("this is not JavaScript: {}", exception.message)
                     : fmt::format("the suite fails while it is loaded: {}", error.what);
    return error;
}

}  // namespace

Result<JsSuite> WhiskerSession::load() {
    auto realm =
        std::make_unique<WhiskerRealm>(engine_, program_, snapshot_, options_, properties_, text_, fileName_);
    auto description = realm->load(text_, fileName_);
    if (!description) {
        JsException exception = std::move(description).error();
        const bool hasNoColumn =
            exception.name == "SyntaxError" && exception.line > 0 && exception.column == 0;
        const int column = hasNoColumn ? columnOfSyntaxError(realm->context(), text_, exception.line) : 0;
        Error error = loadError(std::move(exception), fileName_);
        if (column > 0) error.where += fmt::format(":{}", column);
        return std::unexpected(std::move(error));
    }
    auto suite = readSuite(*description);
    if (!suite) {
        Error error = std::move(suite).error();
        error.where = placeOfExports(text_, fileName_);
        error.advice = "a suite ends with «module.exports = [ { test: …, name: '…' }, … ];»";
        return std::unexpected(std::move(error));
    }
    suite_ = std::move(*suite);
    suite_.fileName = fileName_;
    for (std::string& warning : suite_.warnings) warning = placeOfExports(text_, fileName_) + ": " + warning;
    fresh_ = std::move(realm);
    return suite_;
}

TestResult WhiskerSession::run(std::size_t index) {
    const JsTest& test = suite_.tests[index];
    TestResult result;
    if (test.skip) {
        result.verdict = Verdict::Skip;
        result.message = "the suite says so";
        return result;
    }
    std::unique_ptr<WhiskerRealm> realm = std::move(fresh_);
    if (!realm) {
        realm = std::make_unique<WhiskerRealm>(engine_, program_, snapshot_, options_, properties_, text_,
                                               fileName_);
        if (auto loaded = realm->load(text_, fileName_); !loaded) {
            result.verdict = Verdict::Error;
            result.message = loadError(std::move(loaded).error(), fileName_).message();
            return result;
        }
    }
    const bool given = options_.seed && !options_.seed->empty() && *options_.seed != "undefined";
    result = readResult(realm->run(index, given ? *options_.seed : test.seed.value_or("0"),
                                   std::min(options_.longestMs, test.timeout.value_or(options_.timeoutMs))));
    std::move(realm->host()).report(result);
    return result;
}

}  // namespace ounce
