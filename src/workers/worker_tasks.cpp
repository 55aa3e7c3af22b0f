#include "workers/worker_tasks.h"

#include <algorithm>

#include "base/steady_clock.h"

namespace ounce {

Result<std::vector<TaskAnswer>> runInWorkers(const WorkerTasks& tasks, const Job& job) {
    WorkerPool pool(tasks.service, tasks.limits);
    std::vector<TaskAnswer> answers(tasks.count);
    std::size_t next = 0;
    bool stopping = false;
    double giveUp = 0;
    for (;;) {
        if (!stopping && job.isOver()) {
            stopping = true;
            giveUp = secondsNow() + tasks.grace;
            pool.stop();
        }
        const auto more = [&] { return next < tasks.count && !stopping; };
        while (more() && pool.busy() < pool.size() && pool.give(next, tasks.message(next))) next++;
        pool.dismissIdle();
        for (; more() && pool.size() < std::max<std::size_t>(job.threads, 1); next++)
            OUNCE_CHECK(pool.start(next, tasks.message(next)));
        if (pool.size() == 0) break;
        if (stopping && secondsNow() >= giveUp) break;  // what is left dies with the pool
        for (WorkerAnswer& got : pool.wait()) {
            TaskAnswer& answer = answers[got.task];
            answer.status = got.trouble.empty() ? TaskAnswer::Status::Done : TaskAnswer::Status::Lost;
            answer.text = std::move(got.text);
            answer.problem = std::move(got.trouble);
            if (tasks.done) tasks.done(got.task, answer);
        }
    }
    return answers;
}

}  // namespace ounce
