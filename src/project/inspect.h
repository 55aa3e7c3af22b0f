// What is in a project, for `ounce info`.
#pragma once

#include <string>
#include <vector>

#include "project/project.h"

namespace ounce {

struct TargetSummary {
    std::string name;
    int scripts = 0;  // hats with at least one block below
    int statements = 0;
    int goals = 0;
    int costumes = 0;
    int sounds = 0;
    int customBlocks = 0;
    int variables = 0;
    int lists = 0;
};

struct Summary {
    std::vector<TargetSummary> targets;  // the stage first
    int sprites = 0;                     // without the stage
    int scripts = 0;
    int statements = 0;   // connected statement blocks under a hat
    int goals = 0;        // the same plus the hats: what coverage counts
    int looseBlocks = 0;  // statement blocks under no hat, which never run
    int customBlocks = 0;
    int variables = 0;
    int lists = 0;
    std::vector<std::string> extensions;
    std::vector<std::string> unsupported;  // opcodes that Ounce does not run, sorted, each once
    std::vector<std::string> deadScripts;  // "Sprite1: when I receive [never sent v]": can never start
};

Summary inspect(const Project& project);

// Whether a block counts as a coverage goal when it stands in a stack under a hat. Blocks that Ounce does not
// know count, too: they are passed over, but they are passed.
bool isGoal(const Block& block);
// Whether a top-level block starts a script: a hat or the definition of a custom block.
bool isHat(const Block& block);

}  // namespace ounce
