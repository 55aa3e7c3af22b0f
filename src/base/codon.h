// One number of a genotype: search makes lists of them and knows nothing of their meaning, analysis reads
// them as what a user does.
#pragma once

#include <cstdint>

namespace ounce {

using Codon = std::int32_t;

}  // namespace ounce
