#include "generate/fresh_runs.h"

#include <algorithm>
#include <atomic>

#include "base/parallel.h"
#include "testing/play.h"

namespace ounce {

namespace {

constexpr std::uint32_t kFirstSeed = 600001;

}  // namespace

FreshRuns runFresh(const Program& program, const Suite& suite, const Job& job) {
    const MachineOptions machine = suite.machineOptions();
    const Moment start = testStart(program, machine, 0);
    std::vector<FreshRuns> each(suite.tests.size());
    std::atomic<std::size_t> done = 0;
    inParallel(each.size(), job.threads, [&](std::size_t i, std::size_t) {
        TestCase test = suite.tests[i];
        if (!test.watch.empty()) return;  // fails by intention
        for (int seed = 0; seed < kFreshSeeds && !job.isOver(); seed++) {
            test.seed = kFirstSeed + static_cast<std::uint32_t>(seed);
            const TestResult result =
                playTest(program, machine, start, test, {.coverage = false, .job = &job});
            if (!result.wasRun) break;
            each[i].testRuns++;
            if (result.verdict != Verdict::Pass) each[i].failed++;
        }
        job.report(++done, each.size(), "tests tried with other seeds");
    });
    FreshRuns all{.seeds = kFreshSeeds};
    for (const FreshRuns& one : each) {
        all.testRuns += one.testRuns;
        all.failed += one.failed;
    }
    return all;
}

}  // namespace ounce
