// A run as data: everything that the program could not know. The same program, run again under a log, does
// the same. docs/formats/log.md describes the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "vm/choices.h"
#include "vm/inputs.h"
#include "vm/machine_options.h"

namespace ounce {

struct Log {
    static constexpr std::uint64_t kMostSteps = 100000000;  // more than a month of Scratch time

    std::uint32_t seed = 1;
    std::uint64_t steps = 0;  // how many were done
    MachineOptions machine;
    std::vector<InputEvent> inputs;
    std::vector<Draws> draws;
    bool complete = true;  // false: more numbers were drawn than are written down
};

std::string writeLog(const Log& log);
Result<Log> readLog(std::string_view json, const std::string& name);

}  // namespace ounce
