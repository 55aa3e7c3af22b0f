#include "cli/cli.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

#include "base/json.h"
#include "cli/command.h"
#include "cli/output.h"
#include "tasks/services.h"

namespace ounce {

extern const char* const kVersion;  // made while building, see cmake/version.cmake

void addCommonOptions(Command& command, CommonOptions& common) {
    command.flag("--json", common.json, "one JSON document on standard output, nothing else");
    command.flag("-q,--quiet", common.quiet, "say less");
    command.flag("--color,!--no-color", common.color, "colours (default: when writing to a terminal)");
}

namespace {

// https://no-color.org; and a terminal that says it understands nothing.
bool wantsColors() {
    const char* noColor = std::getenv("NO_COLOR");
    const char* term = std::getenv("TERM");
    return ::isatty(STDOUT_FILENO) != 0 && (noColor == nullptr || *noColor == '\0') &&
           (term == nullptr || std::string_view(term) != "dumb");
}

// Not for people, so no command: what workers/worker_process.h starts.
int work() {
    serveAsWorker(tasks::workerServices());
    std::fputs("ounce: a worker is started by Ounce itself, for code that may hang or crash\n", stderr);
    return 2;
}

}  // namespace

int runCommandLine(int argc, char** argv) {
    if (argc == 2 && std::string_view(argv[1]) == "worker") return work();
    guardOutput();
    CommandLine line(
        "Ounce runs, tests and verifies Scratch programs.", kVersion,
        "Example: ounce run examples/catch.scratch --seconds 10\n'ounce COMMAND --help' explains each "
        "command.");
    CommonOptions common;
    common.color = wantsColors();
    // The commands, in the order in which --help lists them.
    addInfoCommand(line, common);
    addShowCommand(line, common);
    addConvertCommand(line, common);
    addRunCommand(line, common);
    addTestCommand(line, common);
    addGenerateCommand(line, common);
    addMutateCommand(line, common);
    addModelCommand(line, common);
    addCheckCommand(line, common);
    addReplayCommand(line, common);
    addFuzzCommand(line, common);
    addCompletionsCommand(line, common);
    // A reader that went away is an error like a full disk, not the end of this process.
    std::signal(SIGPIPE, SIG_IGN);
    if (const std::optional<int> exitCode = line.parse(argc, argv)) return *exitCode;
    allowColors(common.color);
    std::string problem;
    int exitCode = 2;
    try {
        Result<int> result = line.action()();
        if (result) {
            exitCode = *result;
        } else {
            problem = result.error().message();
        }
    } catch (const std::bad_alloc&) {
        problem = "not enough memory";
    } catch (const std::exception& error) {
        // Printing throws when standard output takes no more; anything else is a bug in Ounce, not bad input.
        if (std::ferror(stdout) == 0) problem = fmt::format("internal error: {}", error.what());
    }
    if (!problem.empty()) {
        if (common.json && std::ferror(stdout) == 0)
            fmt::print("{}\n", Json{{"schema", 1}, {"error", problem}}.dump());
        fmt::print(stderr, "ounce: {}\n", problem);
    }
    if (const Result<void> finished = finishOutput(); !finished) {
        fmt::print(stderr, "ounce: {}\n", finished.error().message());
        return 2;
    }
    return exitCode;
}

}  // namespace ounce
