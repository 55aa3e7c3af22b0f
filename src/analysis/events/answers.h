// What a player could answer so that the program sees a difference.
#pragma once

#include <string>
#include <vector>

#include "analysis/events/values.h"

namespace ounce {

struct Answers {
    std::vector<std::string> texts;  // in reading order, each once
    bool isRead = false;             // the program looks at the answer at all
    bool isNumber = false;           // and calculates with it
};

Answers answersOf(const Program& program, const ProgramValues& values);

}  // namespace ounce
