// What a subcommand is: a function that adds itself to the command line and says what to do when it is
// chosen.
#pragma once

#include "cli/command_line.h"

namespace ounce {

// Options that every command has.
struct CommonOptions {
    bool json = false;
    bool quiet = false;
    bool color = false;  // standard output is a terminal and --no-color was not given
};

void addInfoCommand(CommandLine& line, CommonOptions& common);
void addShowCommand(CommandLine& line, CommonOptions& common);
void addConvertCommand(CommandLine& line, CommonOptions& common);
void addRunCommand(CommandLine& line, CommonOptions& common);
void addTestCommand(CommandLine& line, CommonOptions& common);
void addGenerateCommand(CommandLine& line, CommonOptions& common);
void addMutateCommand(CommandLine& line, CommonOptions& common);
void addModelCommand(CommandLine& line, CommonOptions& common);
void addCheckCommand(CommandLine& line, CommonOptions& common);
void addReplayCommand(CommandLine& line, CommonOptions& common);
void addFuzzCommand(CommandLine& line, CommonOptions& common);
void addCompletionsCommand(CommandLine& line, CommonOptions& common);

// Adds --json, -q and --no-color.
void addCommonOptions(Command& command, CommonOptions& common);

}  // namespace ounce
