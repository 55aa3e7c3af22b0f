#include "models/companion.h"

#include "models/result_json.h"

namespace ounce::models {
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

}  // namespace

Companions companionsOf(const std::shared_ptr<const BoundModels>& models, const PlayOptions& options) {
    return {.make = [models, options]() -> std::unique_ptr<Companion> {
                return std::make_unique<ModelCompanion>(models, options);
            },
            .functions = models->functions};
}

}  // namespace ounce::models
