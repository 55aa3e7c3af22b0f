#include "generate/fresh_runs.h"

#include <algorithm>

#include "base/parallel.h"
#include "testing/play.h"

namespace ounce {

namespace {

constexpr std::uint32_t kFirstSeed = 600001;

}  // namespace

FreshRuns runFresh(const Program& program, const Suite& suite, std::size_t threads,
                   const std::function<bool()>& interrupted) {
    const MachineOptions machine = suite.machineOptions();
    const Moment start = testStart(program, machine, 0);
    std::vector<FreshRuns> each(suite.tests.size());
    inParallel(each.size(), threads, [&](std::size_t i, std::size_t) {
        TestCase test = suite.tests[i];
        if (!test.watch.empty()) return;  // fails by intention
        for (int seed = 0; seed < kFreshSeeds && !interrupted(); seed++) {
            test.seed = kFirstSeed + static_cast<std::uint32_t>(seed);
            const TestResult result =
                playTest(program, machine, start, test, {.coverage = false, .interrupted = interrupted});
            if (result.message == kNotRun) break;
            each[i].testRuns++;
            if (result.verdict != Verdict::Pass) each[i].failed++;
        }
    });
    FreshRuns all{.seeds = kFreshSeeds};
    for (const FreshRuns& one : each) {
        all.testRuns += one.testRuns;
        all.failed += one.failed;
    }
    return all;
}

}  // namespace ounce
