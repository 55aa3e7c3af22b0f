// The command line: one program, subcommands.
#pragma once

namespace ounce {

// Runs the command that the arguments name; the exit code: 0 all well, 1 tests failed or a violation was
// found, 2 wrong usage or unreadable input.
int runCommandLine(int argc, char** argv);

}  // namespace ounce
