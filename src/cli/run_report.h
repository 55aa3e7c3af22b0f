// What happened in a run: how long it was, what was said, what the variables hold, what was covered.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "testing/program_text.h"
#include "vm/state.h"

namespace ounce {

struct Said {
    double seconds;
    std::string sprite, text;
    bool think;
};

struct RunReport {
    const Program& program;
    const State& state;  // after the last step
    const std::vector<Said>& says;
    CoverageCount coverage;
};

// On standard output, for people.
void print(const RunReport& report);
Json toJson(const RunReport& report);

}  // namespace ounce
