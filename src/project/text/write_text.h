// A program as lines of text; whoever shows them knows what each is about.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "project/project.h"

namespace ounce::text {

struct ShownLine {
    std::string text;
    std::string category;  // of the block in this line: "motion"; "frame" for sprites, "comment", or empty
    std::string block{};   // id of the statement whose line this is; empty: none
};

// One target: its head and its scripts. `folder` as in writeText.
Result<std::vector<ShownLine>> showTarget(const Project& project, std::size_t target,
                                          const std::string& folder);

}  // namespace ounce::text
