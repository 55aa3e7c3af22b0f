// What a player of a program can do.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "project/project.h"

namespace ounce::tasks {

struct EventInfo {
    std::string identifier;  // «KeyPressEvent-space»
    std::string sentence;    // «press space»
    int parameters = 0;      // how many codons say the rest
};

// All events of a program, in reading order.
Result<std::vector<EventInfo>> eventsOf(Project project);

}  // namespace ounce::tasks
