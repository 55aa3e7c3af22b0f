#include "workers/worker_tasks.h"

#include <algorithm>

namespace ounce {

Result<std::vector<TaskAnswer>> runInWorkers(
    std::size_t count, const TaskOptions& options, const std::function<std::string(std::size_t)>& task,
    const std::function<void(std::size_t, const TaskAnswer&)>& done) {
    WorkerPool pool(
        [&task] { return [&task](const std::string& message) { return task(std::stoul(message)); }; },
        options.limits);
    std::vector<TaskAnswer> answers(count);
    std::size_t next = 0;
    const auto more = [&] {
        const bool stopped = options.stop && options.stop->load(std::memory_order_relaxed);
        return next < count && !stopped;
    };
    for (;;) {
        while (more() && pool.give(next, std::to_string(next))) next++;
        pool.dismissIdle();
        for (; more() && pool.size() < std::max<std::size_t>(options.workers, 1); next++)
            OUNCE_CHECK(pool.start(next, std::to_string(next)));
        if (pool.size() == 0) break;
        for (WorkerAnswer& got : pool.wait()) {
            answers[got.task] = {std::move(got.text), std::move(got.trouble)};
            if (done) done(got.task, answers[got.task]);
        }
    }
    for (std::size_t i = next; i < count; i++) answers[i].problem = "was not begun";
    return answers;
}

}  // namespace ounce
