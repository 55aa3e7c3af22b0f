#include "models/companion.h"

#include <fmt/format.h>

#include "base/bytes.h"
#include "models/model_json.h"
#include "models/result_json.h"

namespace ounce::models {

template <class Codec, Of<BindOptions> T>
void fields(Codec& codec, T& options) {
    codec(options.strict, options.caseSensitive);
}

template <class Codec, Of<PlayOptions> T>
void fields(Codec& codec, T& options) {
    codec(options.seed, options.pictures, options.path, options.record, options.userModels,
          options.contradictions, options.mostWork);
}

namespace {

class ModelCompanion final : public Companion {
  public:
    ModelCompanion(std::shared_ptr<const BoundModels> models, const PlayOptions& options)
        : models_(std::move(models)), options_(options) {}

    void begin(Machine& machine, std::uint32_t seed, CompanionScripts* scripts) override {
        options_.seed = seed;
        play_ = std::make_unique<ModelPlay>(*models_, machine, options_, scripts);
    }
    void beforeStep() override { play_->beforeStep(); }
    void afterStep() override { play_->afterStep(); }
    [[nodiscard]] bool over() const override { return play_ && play_->over(); }
    std::string report() override { return play_ ? writePlayResult(play_->takeResult()) : std::string(); }

  private:
    std::shared_ptr<const BoundModels> models_;
    PlayOptions options_;
    std::unique_ptr<ModelPlay> play_{};
};

std::string recipeOf(const BoundModels& models, const PlayOptions& options) {
    ByteWriter bytes;
    bytes(writeModelJson(models.models), models.options, options);
    return bytes.take();
}

}  // namespace

Companions companionsOf(const std::shared_ptr<const BoundModels>& models, const PlayOptions& options) {
    return {.make = [models, options]() -> std::unique_ptr<Companion> {
                return std::make_unique<ModelCompanion>(models, options);
            },
            .functions = models->functions,
            .recipe = recipeOf(*models, options)};
}

Result<Companions> companionsFrom(const std::string& recipe, const std::shared_ptr<const Program>& program) {
    ByteReader reader(recipe, kMaxModelBytes * 4);
    std::string json;
    BindOptions binding;
    PlayOptions options;
    reader(json, binding, options);
    if (reader.failed()) return fail("models from another process are damaged");
    OUNCE_TRY(std::vector<Model> all, readModelJson(json, "models"));
    return companionsOf(models::bind(std::move(all), *program, binding), options);
}

void judge(TestResult& result, const std::vector<Model>& models) {
    const std::optional<PlayResult> play = readPlayResult(result.companion);
    if (!play) return;
    const auto sentence = [&](const std::vector<Finding>& findings) {
        std::string text;
        for (const Finding& finding : findings) {
            if (finding.model >= models.size()) continue;
            text += fmt::format("{}{}", text.empty() ? "" : "; ", finding.message);
        }
        return text;
    };
    if (result.verdict != Verdict::Pass || (play->fails.empty() && play->errors.empty())) return;
    const bool fails = !play->fails.empty();
    result.verdict = fails ? Verdict::Fail : Verdict::Error;
    result.message = fmt::format("the models say: {}", sentence(fails ? play->fails : play->errors));
    result.failure = {.name = "ModelFailure"};
    result.step = fails ? play->fails.front().step : result.step;
}

}  // namespace ounce::models
