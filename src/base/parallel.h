// Work that can be done in any order, by several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace ounce {

// Calls work(index, worker) for every index below `count`, each once. The worker (below `threads`) says who
// does it, so that it can use what belongs to it alone; what is computed for an index must not depend on it.
template <class Work>
void inParallel(std::size_t count, std::size_t threads, Work&& work) {
    const std::size_t workers = std::min(count, std::max<std::size_t>(threads, 1));
    if (workers <= 1) {
        for (std::size_t i = 0; i < count; i++) work(i, std::size_t{0});
        return;
    }
    std::atomic<std::size_t> next{0};
    auto run = [&](std::size_t worker) {
        for (std::size_t i = next++; i < count; i = next++) work(i, worker);
    };
    std::vector<std::jthread> others;
    for (std::size_t worker = 1; worker < workers; worker++) others.emplace_back(run, worker);
    run(0);
}

}  // namespace ounce
