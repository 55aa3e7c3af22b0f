// Standard output and standard error: nothing is lost silently (a full disk or a closed pipe is an error),
// and nothing that a stranger's file says is obeyed by the terminal.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ounce {

// From now on everything that is printed goes through VisibleText. Called once, before anything is printed.
void guardOutput();
// Whether Ounce's own colours pass.
void allowColors(bool allowed);

// Standard error as it is, for a line that is written over; only if showsProgress(): a terminal reads it, and
// not one that understands nothing (TERM=dumb).
std::FILE* terminal();
bool showsProgress();

// How many letters fit into a line of the terminal: $COLUMNS, or what it says, or 100 if it is none.
std::size_t terminalWidth();

// Commands may as well print; what went wrong then is found by finishOutput().
Result<void> writeOut(std::string_view text);

// Into a file; «-» is standard output.
Result<void> writeReport(const std::string& path, std::string_view text);

// Called once, when a command is done: whether everything that was printed has arrived.
Result<void> finishOutput();

}  // namespace ounce
