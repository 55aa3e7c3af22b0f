#include "cli/cli.h"

int main(int argc, char** argv) { return ounce::runCommandLine(argc, argv); }
