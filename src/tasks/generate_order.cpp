#include "tasks/generate_order.h"

#include <filesystem>

#include "base/bytes.h"
#include "base/file.h"
#include "models/guide.h"
#include "models/model_json.h"
#include "project/load.h"
#include "spec/parse.h"

namespace ounce {

template <class Codec, Of<MadeFile> T>
void fields(Codec& codec, T& file) {
    codec(file.name, file.text);
}

}  // namespace ounce

namespace ounce::tasks {

template <class Codec, Of<NamedText> T>
void fields(Codec& codec, T& text) {
    codec(text.name, text.text);
}

template <class Codec, Of<GenerateOrder> T>
void fields(Codec& codec, T& o) {
    codec(o.algorithm, o.budget, o.goals, o.drag, o.numbers, o.madeFor, o.config, o.spec, o.userModels,
          o.seed, o.programSeed, o.stable, o.kill, o.noMinimize, o.noAssertions);
}

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

class ModelGuide final : public Guide {
  public:
    explicit ModelGuide(std::unique_ptr<models::UserGuide> user) : user_(std::move(user)) {}
    UserEvent next(const State& state) override { return user_->next(state); }

  private:
    std::unique_ptr<models::UserGuide> user_;
};

// User models show the search how to play.
Result<Guides> guidesOf(const NamedText& text, const std::shared_ptr<const Program>& program) {
    OUNCE_TRY(std::vector<models::Model> all, models::readModelJson(text.text, text.name));
    std::erase_if(all, [](const models::Model& model) { return model.usage != models::Usage::User; });
    if (all.empty())
        return fail("there is no user model", text.name, "a user model begins with «user model NAME»");
    const auto bound = models::bind(std::move(all), *program, {});
    if (bound->needsScript())
        return fail("models with JavaScript in them cannot be used here", text.name,
                    "say it with another check");
    return Guides([bound, program](std::uint32_t seed) -> std::unique_ptr<Guide> {
        return std::make_unique<ModelGuide>(
            std::make_unique<models::UserGuide>(bound, program, Suite().machineOptions(), seed));
    });
}

Result<void> checkTogether(const GenerateOrder& order) {
    if (order.kill && order.noAssertions)
        return fail("--kill and --no-assertions contradict each other", {},
                    "mutants are noticed by assertions: leave one of the two out");
    if (order.stable && order.noAssertions)
        return fail("--stable and --no-assertions contradict each other", {},
                    "stable are assertions: leave one of the two out");
    if (order.madeFor == "whisker" && order.numbers == "mulberry32")
        return fail("--for whisker and --numbers mulberry32 contradict each other", {},
                    "Whisker draws its own numbers: leave one of the two out");
    return {};
}

Result<GenerateAnswer> carryOut(const GenerateOrder& order, const std::string& path, const std::string& bytes,
                                bool files, Job job) {
    OUNCE_TRY(Project project, readProject(bytes, path));
    auto program = compile(std::move(project));
    if (!program) return std::unexpected(std::move(program.error()).inside(path));
    OUNCE_TRY(GenerateRequest request,
              requestOf(order, std::move(*program), std::filesystem::path(path).stem().string()));
    request.files = files;
    job.seed = seedOf(order, request);
    return generate(request, job);
}

}  // namespace

Result<GenerateRequest> requestOf(const GenerateOrder& order) {
    OUNCE_CHECK(checkTogether(order));
    GenerateRequest request;
    GenerationOptions& options = request.options;
    if (!order.config.name.empty()) {
        OUNCE_TRY(options.config, parseSearchConfig(order.config.text, order.config.name));
        options.configName = std::filesystem::path(order.config.name).filename().string();
        options.growLength = false;  // the file says how long tests may be
    }
    if (!order.algorithm.empty()) {
        OUNCE_TRY(options.config.algorithm, parseAlgorithm(order.algorithm));
    }
    const Budget& budget = options.config.budget;
    const bool limited =
        budget.seconds || budget.executions || budget.steps || budget.events || budget.iterations;
    if (!order.budget.empty() || !limited) {
        OUNCE_TRY(options.config.budget, parseBudget(order.budget.empty() ? "30s" : order.budget));
        options.config.stopWhenComplete = true;
    }
    if (!order.spec.name.empty()) {
        OUNCE_TRY(spec::Spec spec, spec::parse(order.spec.text, order.spec.name));
        options.spec = std::make_shared<const spec::Spec>(std::move(spec));
    }
    if (!order.drag.empty()) options.config.player.dragsAnything = order.drag == "any";
    if (order.goals == "branches") options.config.goals = GoalKind::Branches;
    if (order.numbers == "mulberry32") options.config.numbers = Numbers::Mulberry32;
    if (order.noMinimize) options.config.minimize = false;
    if (order.noAssertions) options.config.assertions = false;
    options.programSeed = order.programSeed;
    request.stable = order.stable;
    request.kill = order.kill;
    request.forWhisker = order.madeFor == "whisker";
    return request;
}

Result<GenerateRequest> requestOf(const GenerateOrder& order, std::shared_ptr<const Program> program,
                                  const std::string& name) {
    OUNCE_TRY(GenerateRequest request, requestOf(order));
    request.program = std::move(program);
    request.options.project = name;
    if (!order.userModels.name.empty()) {
        OUNCE_TRY(request.options.guides, guidesOf(order.userModels, request.program));
    }
    return request;
}

std::uint64_t seedOf(const GenerateOrder& order, const GenerateRequest& request) {
    return order.seed.value_or(request.options.config.seed.value_or(1));
}

std::string fingerprint(const GenerateOrder& order, std::string_view projectBytes) {
    ByteWriter bytes;
    bytes(order, md5(projectBytes));
    return md5(bytes.take());
}

WorkerService generateService() {
    return {kGenerateService, []() -> WorkerServe {
                return [](std::string_view message, const Job& job) {
                    ByteReader reader(message, kMostBytes);
                    GenerateOrder order;
                    std::string path, bytes;
                    bool files = false;
                    reader(order, path, bytes, files);
                    ByteWriter out;
                    auto answer = carryOut(order, path, bytes, files, job);
                    if (answer) {
                        out(answer->interrupted, toJson(*answer).minified(), answer->made.files);
                    } else {
                        out(false, Json{{"problem", answer.error().message()}}.minified(),
                            std::vector<MadeFile>());
                    }
                    return out.take();
                };
            }};
}

std::string generateMessage(const GenerateOrder& order, const std::string& path, const std::string& bytes,
                            bool files) {
    ByteWriter out;
    out(order, path, bytes, files);
    return out.take();
}

GenerateReply readGenerateReply(std::string_view answer) {
    ByteReader reader(answer, kMostBytes);
    GenerateReply reply;
    std::string json;
    reader(reply.interrupted, json, reply.files);
    if (!reader.failed()) reply.row = Json::parse(json).value_or(Json());
    if (!reply.row.isObject()) reply = {.row = {{"problem", "gave no answer"}}};
    return reply;
}

}  // namespace ounce::tasks
