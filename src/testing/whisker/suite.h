// A suite of Whisker: what its file says of its tests, and what came of running one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vm/machine.h"

namespace ounce {

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

enum class JsStatus : std::uint8_t { Pass, Fail, Error, Skip };
const char* statusName(JsStatus status);

struct JsOutcome {
    JsStatus status = JsStatus::Pass;
    std::string errorName;  // "AssertionError", "TypeError", …
    std::string message;
    std::optional<std::string> actual{}, expected{}, operation{}, constraint{};  // as the report shows them
    int line = 0, column = 0;  // in the suite's file; 0: not known
    std::string block;         // id of the block that was executing, where a listener failed
    std::vector<std::string> log;
    std::uint64_t steps = 0;             // executed when it ended; 30 are a second
    std::uint32_t seed = 0;              // that it ran with
    std::vector<std::uint8_t> coverage;  // one byte per statement of the program

    bool operator==(const JsOutcome&) const = default;
};

struct WhiskerOptions {
    MachineOptions machine = whiskerMachine();
    std::optional<std::string> seed{};  // wins over the seeds in the suite
    bool inputsInMilliseconds = false;  // suites of 2019: addInput counted ms, not steps
    double timeoutMs = 3600000;         // of virtual time, for tests that name none
    // What only the workers look at:
    int jobs = 1;
    double wallSeconds = 60;                             // real time that one test may take
    std::uint64_t memoryBytes = std::uint64_t{1} << 30;  // memory that one worker may take

    // One pass a step; `timer` runs faster than the waits, as in Whisker.
    static MachineOptions whiskerMachine() {
        MachineOptions options;
        options.mode = Mode::Whisker;
        options.whiskerTimerStep = 0.075;
        return options;
    }
};

}  // namespace ounce
