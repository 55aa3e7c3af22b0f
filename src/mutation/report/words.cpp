#include <algorithm>
#include <fmt/format.h>

#include "mutation/report/report.h"

namespace ounce {

std::string percent(double ratio) { return fmt::format("{:.1f} %", 100 * ratio); }

std::string survivorNote(const AnalyzedMutant& mutant) {
    if (!mutant.reached) return "no test reaches the block";
    const auto ran = std::ranges::count(mutant.cells, Cell::Passed);
    return ran == 1 ? "1 test reaches the block" : fmt::format("{} tests reach the block", ran);
}

std::string placeText(const MutationAnalysis& analysis, const Mutant& mutant) {
    return fmt::format("{}, script {}, block {}", analysis.program->sprites[mutant.target].name,
                       mutant.script, mutant.block);
}

}  // namespace ounce
