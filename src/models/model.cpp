#include "models/model.h"

namespace ounce::models {
namespace {

constexpr Row kChecks[] = {
#define OUNCE_MODEL_CHECK(kind, name, takes) {name, takes},
#include "models/checks.def"
#undef OUNCE_MODEL_CHECK
};

constexpr Row kInputs[] = {
#define OUNCE_MODEL_INPUT(kind, name, takes) {name, takes},
#include "models/inputs.def"
#undef OUNCE_MODEL_INPUT
};

std::string call(std::string_view name, const std::vector<std::string>& args) {
    std::string text(name);
    text += '(';
    for (std::size_t i = 0; i < args.size(); i++) {
        if (i > 0) text += ',';
        text += args[i];
    }
    return text += ')';
}

}  // namespace

std::span<const Row> checkRows() { return kChecks; }
std::span<const Row> inputRows() { return kInputs; }

std::string textOf(const Check& check) {
    std::string text = call(rowOf(check.kind).name, check.args);
    if (check.negated) text.insert(0, 1, '!');
    return text;
}

std::string textOf(const Input& input) { return call(rowOf(input.kind).name, input.args); }

}  // namespace ounce::models
