// Inputs from a file, graphs into one.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "vm/inputs.h"

namespace ounce {

// The inputs of `--inputs FILE`; without a file, the green flag at step 0.
Result<std::vector<InputEvent>> loadInputs(const std::string& path);

// Without a file: on standard output. What is called *.svg is drawn by Graphviz.
Result<void> writeGraph(const std::string& dot, const std::string& output);

}  // namespace ounce
