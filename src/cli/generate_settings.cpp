#include "cli/generate_settings.h"

#include "base/file.h"
#include "models/load.h"
#include "models/model_json.h"
#include "spec/parse.h"

namespace ounce {

Result<tasks::GenerateOrder> orderOf(const GenerateSettings& settings) {
    constexpr std::size_t kLargestConfig = std::size_t{1} << 20;
    if (!settings.lessons.empty() || !settings.without.empty())
        return fail("--learn and --without are for networks", {},
                    "add --algorithm neatest, or leave them out");
    tasks::GenerateOrder order{.algorithm = settings.algorithm,
                               .budget = settings.budget,
                               .goals = settings.goals,
                               .drag = settings.drag,
                               .numbers = settings.numbers,
                               .madeFor = settings.madeFor,
                               .seed = settings.seed,
                               .programSeed = settings.programSeed,
                               .stable = settings.stable,
                               .kill = settings.kill,
                               .noMinimize = settings.noMinimize,
                               .noAssertions = settings.noAssertions};
    if (!settings.config.empty()) {
        order.config.name = settings.config;
        OUNCE_TRY(order.config.text, readFile(settings.config, kLargestConfig));
    }
    if (!settings.spec.empty()) {
        OUNCE_TRY(const spec::Spec spec, spec::load(settings.spec));
        order.spec = {settings.spec, spec.source};
    }
    if (!settings.userModel.empty()) {
        OUNCE_TRY(const std::vector<models::Model> all, models::loadModels(settings.userModel));
        order.userModels = {settings.userModel, models::writeModelJson(all)};
    }
    OUNCE_CHECK(tasks::requestOf(order));
    return order;
}

}  // namespace ounce
