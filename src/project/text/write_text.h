// A program as lines of text; whoever shows them knows what each is about.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "project/project.h"
#include "project/text/monitors.h"
#include "project/text/phrase.h"

namespace ounce::text {

struct ShownLine {
    std::string text;
    std::string category;  // of the block in this line: "motion"; "frame" for sprites, "comment", or empty
    std::string block{};   // id of the statement whose line this is; empty: none
    int depth = 0;         // in how many branches it stands
    std::shared_ptr<const Phrase> phrase{};  // the statement in pieces; none: a line of another kind
};

// One target: its head and its scripts. Costumes and sounds are only named. Who shows one target after the
// other finds the monitors once.
Result<std::vector<ShownLine>> showTarget(const Project& project, std::size_t target,
                                          const Monitors& monitors = {});

}  // namespace ounce::text
