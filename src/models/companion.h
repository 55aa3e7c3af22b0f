// Models that go along with tests, whoever plays them.
#pragma once

#include <memory>

#include "models/play.h"
#include "testing/companion.h"
#include "testing/result.h"

namespace ounce::models {

// What a companion reports is a PlayResult, see result_json.h.
Companions companionsOf(const std::shared_ptr<const BoundModels>& models, const PlayOptions& options);

// The same from their recipe, bound to a program: what a CompanionCook does.
Result<Companions> companionsFrom(const std::string& recipe, const std::shared_ptr<const Program>& program);

// Takes over what the models found: a test that passed fails if a model does, and is in error if a model is.
// The names are those of `models`, whatever program they were bound to.
void judge(TestResult& result, const std::vector<Model>& models);

}  // namespace ounce::models
