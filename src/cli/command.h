// What a subcommand is: a function that adds itself to the parser and says what to do when it was chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "base/result.h"

namespace ounce {

// Options that every command has.
struct CommonOptions {
    bool json = false;
    bool quiet = false;
    bool color = false;  // standard output is a terminal and --no-color was not given
};

// What a command does; the value is the exit code.
using Action = std::function<Result<int>()>;

// Each registers one subcommand and sets `action` when the user chose it.
void addInfoCommand(CLI::App& app, CommonOptions& common, Action& action);
void addShowCommand(CLI::App& app, CommonOptions& common, Action& action);
void addConvertCommand(CLI::App& app, CommonOptions& common, Action& action);
void addRunCommand(CLI::App& app, CommonOptions& common, Action& action);
void addTestCommand(CLI::App& app, CommonOptions& common, Action& action);
void addGenerateCommand(CLI::App& app, CommonOptions& common, Action& action);
void addMutateCommand(CLI::App& app, CommonOptions& common, Action& action);

// Adds --json, -q and --no-color.
void addCommonOptions(CLI::App& command, CommonOptions& common);

}  // namespace ounce
