// The places of a program that a mutation operator may change, in reading order.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "project/project.h"

namespace ounce {

// A block in a script, or a variable in one of its slots. Points into the project.
struct Site {
    std::size_t target = 0;  // index in Project::targets
    int script = 0;          // which of the target's hats, from 1
    int number = 0;  // which of the script's blocks in reading order, from 1; menus share their block's
    const Block* block = nullptr;         // null: a variable in a slot
    const Primitive* variable = nullptr;  // that variable
    const Block* above = nullptr;         // null: a hat; else the block that this one follows or is in
    std::string_view slot{};              // empty: it follows; else the input of `above` that it is in
    const Block* statement = nullptr;     // the statement or hat that executes it
};

// Everything below a hat; loose blocks never run.
std::vector<Site> sitesOf(const Project& project);

// All blocks inside of `block`: values, menus, branches with all that follows in them. Not the block itself,
// nor what follows it.
std::vector<std::string> blocksInside(const BlockMap& blocks, const Block& block);
// The block of that id, all inside of it and all that follows it.
std::vector<std::string> blocksFrom(const BlockMap& blocks, const std::string& id);

}  // namespace ounce
