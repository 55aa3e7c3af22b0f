#include "mutation/fresh_score.h"

#include <algorithm>

namespace ounce {

Result<FreshScore> freshScore(const std::shared_ptr<const Program>& program,
                              const std::vector<SuiteFile>& suites, MutationAnalysisOptions options,
                              int seeds, const Job& job) {
    FreshScore score{.seeds = seeds, .least = 1};
    options.randomRuns = 0;
    for (int i = 0; i < seeds; i++) {
        std::vector<SuiteFile> fresh = suites;
        for (SuiteFile& file : fresh) {
            if (!file.data) return fail("--fresh-seeds needs suites in JSON", file.path);
            for (TestCase& test : file.data->tests)
                test.seed = kFirstFreshSeed + static_cast<std::uint32_t>(i);
        }
        for (const SuiteFile& file : fresh) score.runs += file.data->tests.size();
        // With its own seeds the analysis went well, so all that can go wrong here is that no test passes.
        const auto analysis = analyzeMutants(program, fresh, options, job);
        const double one = analysis ? analysis->total().score() : 0;
        score.mean += one / seeds;
        score.least = std::min(score.least, one);
        if (!analysis) {
            for (const SuiteFile& file : fresh) score.alarms += file.data->tests.size();
            continue;
        }
        for (const AnalyzedTest& test : analysis->tests) score.alarms += test.used ? 0 : 1;
    }
    return score;
}

}  // namespace ounce
