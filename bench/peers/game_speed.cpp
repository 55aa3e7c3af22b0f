// Runs one project flat out and prints CPU milliseconds: game_speed PROJECT INPUTS STEPS REPEATS
// [--no-renderer] [--until-idle] For bench/peers/compare.py, which runs the official VM on the same inputs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "base/file.h"
#include "project/load.h"
#include "vm/runner.h"

using namespace ounce;

namespace {

double cpuMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) return 2;
    bool renderer = true, untilIdle = false;
    for (int i = 5; i < argc; i++) {
        if (std::strcmp(argv[i], "--no-renderer") == 0) renderer = false;
        if (std::strcmp(argv[i], "--until-idle") == 0) untilIdle = true;
    }
    auto project = loadProject(argv[1]);
    std::vector<InputEvent> inputs{InputEvent{}};
    if (std::strcmp(argv[2], "-") != 0) {
        auto json = readFile(argv[2], std::size_t{64} << 20);
        auto read = json ? readInputs(*json, argv[2]) : Result<std::vector<InputEvent>>(fail("no inputs"));
        if (!read) return 2;
        inputs = *read;
    }
    if (!project) return 2;
    auto program = compile(std::move(*project));
    if (!program) return 2;
    MachineOptions options;
    options.mode = untilIdle ? Mode::Scratch : Mode::Whisker;
    options.renderer = renderer;
    const long steps = std::atol(argv[3]);
    std::vector<double> times;
    for (int repeat = 0; repeat < std::atoi(argv[4]); repeat++) {
        const double start = cpuMilliseconds();
        Runner runner(*program, options, 1, inputs);
        for (long i = 0; i < steps; i++) {
            runner.step();
            if (untilIdle && runner.finished()) break;
        }
        times.push_back(cpuMilliseconds() - start);
    }
    std::sort(times.begin(), times.end());
    std::printf("%.6f\n", times[times.size() / 2]);
    return 0;
}
