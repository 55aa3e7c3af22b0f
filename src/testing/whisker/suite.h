// A suite of Whisker: what its file says of its tests, and how to run it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/syntax.h"
#include "testing/companion.h"
#include "vm/machine_options.h"
#include "workers/worker_pool.h"

namespace ounce {

// The name of the error of a test that took too long.
constexpr std::string_view kTimeoutError = "TimeoutError";

struct JsTest {
    std::string name, description;
    std::vector<std::string> categories;
    bool skip = false;
    std::optional<double> timeout{};    // ms of virtual time
    std::optional<std::string> seed{};  // a number or any text
    std::string generationAlgorithm, type;
};

struct JsSuite {
    std::string fileName;
    std::vector<JsTest> tests;
    std::vector<std::string> warnings;
};

struct WhiskerOptions {
    MachineOptions machine = whiskerMachine();
    std::optional<std::string> seed{};  // wins over the seeds in the suite
    bool inputsInMilliseconds = false;  // suites of 2019: addInput counted ms, not steps
    double timeoutMs = 3600000;         // of virtual time, for tests that name none
    double longestMs = std::numeric_limits<double>::infinity();  // for all, whatever they name
    bool pictures = false;                                       // of the stage when a test does not pass
    Companions companions{};                                     // who goes along with each test
    std::shared_ptr<const spec::Spec> spec{};                    // properties that each test watches
    // What only the workers look at:
    WorkerLimits limits{};
    std::vector<std::uint8_t> wanted{};  // by test: 0 is skipped; empty: all are wanted
    int mostFailures =
        std::numeric_limits<int>::max();  // what comes after so many that are not good is skipped
    std::function<bool(const std::string& test)> wants{};  // by name; none: all

    // One pass a step; `timer` runs faster than the waits, as in Whisker.
    static MachineOptions whiskerMachine() {
        MachineOptions options;
        options.mode = Mode::Whisker;
        options.whiskerTimerStep = 0.075;
        return options;
    }
};

}  // namespace ounce
