// Models that go along with tests, whoever plays them.
#pragma once

#include <memory>

#include "models/play.h"
#include "testing/companion.h"

namespace ounce::models {

// What a companion reports is a PlayResult, see result_json.h.
Companions companionsOf(const std::shared_ptr<const BoundModels>& models, const PlayOptions& options);

}  // namespace ounce::models
