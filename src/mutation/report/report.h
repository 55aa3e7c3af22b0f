// What came out of a mutation analysis, for people and for programs. None reads a clock: the same analysis
// gives the same bytes.
#pragma once

#include <string>

#include "base/json.h"
#include "mutation/analysis.h"

namespace ounce {

struct MutationTableOptions {
    bool color = false;
    bool quiet = false;  // without survivors
};

// Scores by operator, then the survivors with what was changed.
std::string mutationTable(const MutationAnalysis& analysis, const MutationTableOptions& options);
// The kill matrix: a row a mutant, a column a test.
std::string mutationCsv(const MutationAnalysis& analysis);
Json toJson(const MutationAnalysis& analysis);
// The same as a document of its own.
std::string mutationJson(const MutationAnalysis& analysis);
std::string mutationHtml(const MutationAnalysis& analysis);

// ---- for the reports ----

std::string percent(double ratio);  // "79.2 %"
// Why nobody noticed it: "no test reaches the block" or "3 tests reach the block".
std::string survivorNote(const AnalyzedMutant& mutant);
// "Bowl, script 2, block 5"
std::string placeText(const MutationAnalysis& analysis, const Mutant& mutant);

}  // namespace ounce
