#include "tasks/convert.h"

#include <algorithm>
#include <fmt/format.h>

#include "models/drawing.h"
#include "models/model_json.h"
#include "models/model_text.h"
#include "testing/suite_js.h"
#include "testing/suite_json.h"

namespace ounce::tasks {

Converted convert(const Suite& suite, SuiteForm form) {
    if (form == SuiteForm::Json) return {writeSuiteJson(suite), {}};
    JavaScriptSuite script = writeSuiteJs(suite);
    return {std::move(script.text), std::move(script.notes)};
}

Converted convert(const std::vector<models::Model>& models, ModelForm form) {
    switch (form) {
        case ModelForm::Text: return {models::writeModelText(models), {}};
        case ModelForm::Dot: return {models::modelsToDot(models), {}};
        case ModelForm::Svg: return {models::modelsToSvg(models), {}};
        case ModelForm::WhiskerJson: break;
    }
    Converted converted{models::writeModelJson(models), {}};
    const auto isProperty = [](const models::Check& check) {
        return check.kind == models::CheckKind::Property;
    };
    for (const models::Model& model : models) {
        for (const models::Edge& edge : model.edges) {
            if (std::ranges::any_of(edge.conditions, isProperty) ||
                std::ranges::any_of(edge.effects, isProperty))
                converted.notes.push_back(
                    fmt::format("Whisker does not know the property in «{}» of «{}»", edge.id, model.id));
        }
    }
    return converted;
}

}  // namespace ounce::tasks
