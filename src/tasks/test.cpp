#include "tasks/test.h"

#include <algorithm>
#include <iterator>

#include "models/companion.h"
#include "neuro/dynamic_play.h"

namespace ounce::tasks {

std::size_t TestAnswer::notRun() const {
    std::size_t count = 0;
    for (const SuiteRun& run : runs) {
        for (const TestResult& test : run.tests) count += test.wasRun ? 0 : 1;
    }
    return count;
}

Result<TestAnswer> test(const TestRequest& request, const Job& job) {
    if (!request.networks.empty() && (request.options.spec || !request.models.empty()))
        return fail("networks are not watched by properties or models yet", {},
                    "leave --spec and --models out");
    SuiteOptions options = request.options;
    if (!request.models.empty()) {
        options.companions = [&](const Program& program) {
            // What the suite does is what is played: user models stay out of it.
            return models::companionsOf(models::bind(request.models, program, {}), {.userModels = false});
        };
        options.judge = [&](TestResult& result) { models::judge(result, request.models); };
    }
    TestAnswer answer;
    std::vector<SuiteRun> played;
    if (!request.networks.empty())
        played = neuro::playNetworkSuites(request.projects, request.networks, options, job);
    if (request.suites.empty()) {
        answer.runs = std::move(played);
    } else {
        OUNCE_TRY(answer.runs, runSuites(request.projects, request.suites, options, job));
        // What networks do comes after the other tests.
        for (std::size_t i = 0; i < played.size(); i++) {
            answer.runs[i].assertions += played[i].assertions;
            std::move(played[i].tests.begin(), played[i].tests.end(),
                      std::back_inserter(answer.runs[i].tests));
        }
    }
    answer.interrupted = job.isStopped();
    return answer;
}

}  // namespace ounce::tasks
