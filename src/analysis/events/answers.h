// What a player could answer so that the program sees a difference.
#pragma once

#include <string>
#include <vector>

#include "analysis/events.h"
#include "analysis/events/values.h"

namespace ounce {

// What the program will compare the answer with, and whose blocks do so.
struct Computed {
    std::int16_t sprite = 0;
    Sought sought{};
    bool operator==(const Computed&) const = default;
};

struct Answers {
    std::vector<std::string> texts;  // in reading order, each once
    std::vector<Computed> computed;  // where the program has no texts: what to look for when it asks
    bool isRead = false;             // the program looks at the answer at all
    bool isNumber = false;           // and calculates with it
};

Answers answersOf(const Program& program, const ProgramValues& values);

}  // namespace ounce
