// The program `ounce` as people call it.
#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <sys/wait.h>

namespace ounce {

struct Outcome {
    int code = -1;
    std::string out;  // standard output and standard error as they came
};

inline Outcome runCommand(const std::string& command) {
    Outcome outcome;
    FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    if (!pipe) return outcome;
    std::array<char, 4096> buffer{};
    while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe))
        outcome.out.append(buffer.data(), size);
    const int status = pclose(pipe);
    if (WIFEXITED(status)) outcome.code = WEXITSTATUS(status);
    return outcome;
}

inline Outcome runOunce(const std::string& arguments) { return runCommand(OUNCE_PROGRAM " " + arguments); }

}  // namespace ounce
