// Any bytes as models, in both formats: reading must end with models or a sentence, what was read must be
// written and read again as the same, and playing it for some steps must not crash.
#include <cstdint>
#include <memory>
#include <string_view>

#include "models/drawing.h"
#include "models/model_json.h"
#include "models/model_text.h"
#include "models/run_models.h"
#include "project/load.h"
#include "stop.h"

namespace {

std::shared_ptr<const ounce::Program> program() {
    constexpr std::string_view kText =
        "stage\n  variable score = 0\n\nsprite Cat\n  variable lives = 3\n\nwhen flag clicked\nrepeat (3)\n  "
        "move (10) "
        "steps\nend\nchange [score v] by (1)\nsay [hi]\ncreate clone of (myself v)\n";
    auto project = ounce::readText(kText, "fuzz", "/nonexistent");
    if (!project) stop("the program cannot be read", project.error().message());
    auto compiled = ounce::compile(std::move(*project));
    if (!compiled) stop("the program cannot be compiled", compiled.error().message());
    return *compiled;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ounce;
    static const std::shared_ptr<const Program> kProgram = program();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const bool isText = size > 0 && data[0] != '[' && data[0] != '{';
    const auto models = isText ? models::readModelText(text, "fuzz") : models::readModelJson(text, "fuzz");
    if (!models) return 0;
    const std::string json = models::writeModelJson(*models);
    const auto again = models::readModelJson(json, "fuzz");
    if (!again) stop("what was written cannot be read", again.error().message());
    if (models::writeModelJson(*again) != json) stop("written twice, it differs", json);
    if (models::modelsToSvg(*models).empty()) stop("nothing was drawn", json);
    models::RunOptions options;
    options.seconds = 0.3;
    const auto bound = models::bind(*models, *kProgram, {});
    (void)models::playOnce(*kProgram, *bound, options, 1, models::modelStart(*kProgram, options.machine));
    return 0;
}
