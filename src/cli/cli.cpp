#include "cli/cli.h"

#include <exception>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"

namespace ounce {

void addCommonOptions(CLI::App& command, CommonOptions& common) {
    command.add_flag("--json", common.json, "one JSON document on standard output, nothing else");
    command.add_flag("-q,--quiet", common.quiet, "say less");
    command.add_flag("--color,!--no-color", common.color, "colours (default: when writing to a terminal)");
}

int runCommandLine(int argc, char** argv) {
    CLI::App app{"Ounce runs, tests and verifies Scratch programs.", "ounce"};
    app.require_subcommand(1);
    app.set_version_flag("--version", OUNCE_VERSION);
    app.footer(
        "Example: ounce run examples/catch.scratch --seconds 10\n'ounce COMMAND --help' explains each "
        "command.");
    CommonOptions common;
    common.color = ::isatty(STDOUT_FILENO) != 0;
    Action action;
    // The commands, in the order in which --help lists them.
    addInfoCommand(app, common, action);
    addShowCommand(app, common, action);
    addConvertCommand(app, common, action);
    addRunCommand(app, common, action);
    addTestCommand(app, common, action);
    addGenerateCommand(app, common, action);
    addMutateCommand(app, common, action);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    try {
        Result<int> result = action();
        if (result) return *result;
        fmt::print(stderr, "ounce: {}\n", result.error().message());
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "ounce: not enough memory\n");
    } catch (const std::exception& error) {  // a bug in Ounce, not bad input
        fmt::print(stderr, "ounce: internal error: {}\n", error.what());
    }
    return 2;
}

}  // namespace ounce
