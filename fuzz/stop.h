// Ends a fuzz target that found something, and says what.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

[[noreturn]] inline void stop(const char* what, const std::string& detail) {
    std::fprintf(stderr, "%s\n%s\n", what, detail.c_str());
    std::abort();
}
