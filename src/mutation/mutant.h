// Mutants: a program with one small change, as data. A mutant is a name and an edit; the changed program is
// made when it is needed and shares everything with the original but the changed sprite's blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mutation/operator.h"
#include "mutation/operators/operators.h"
#include "project/project.h"

namespace ounce {

struct Mutant {
    // "ROR:Bowl:2:5:equals-gt": operator, sprite, which of its scripts, which block of that in reading order,
    // change. Unique in a program, and the same whatever other mutants are made.
    std::string name{};
    MutantOperator op = MutantOperator::SBD;
    std::size_t target = 0;  // index in Project::targets
    int script = 0, block = 0;
    std::string change{};     // "equals-gt"
    std::string statement{};  // id of the statement or hat in the original that executes the changed place
    // It may differ from the original before that statement is executed: a hat that waits for something else.
    bool startsDifferently = false;
    Edit edit{};
};

// All mutants of a settled project (Program::project has one), in reading order, operators of one place in
// the order given. Where an operator has a choice, the seed and the place decide.
std::vector<Mutant> mutantsOf(const Project& project, const MutantOperators& operators, std::uint64_t seed);

// The project with that change.
Project applied(const Project& project, const Mutant& mutant);

// `count` of the mutants, drawn with the seed; their order stays.
std::vector<Mutant> sampled(std::vector<Mutant> mutants, std::size_t count, std::uint64_t seed);

}  // namespace ounce
