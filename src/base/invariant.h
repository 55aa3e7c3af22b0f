// What must be so inside the program, whatever its users do. Checked in builds for developers, sanitizers and
// fuzzers, free in what users run. Never for input: bad input is a Result.
#pragma once

#ifdef OUNCE_INVARIANTS

#include <cstdio>
#include <cstdlib>

namespace ounce {
[[noreturn]] inline void invariantViolated(const char* file, int line, const char* condition,
                                           const char* what) {
    std::fprintf(stderr, "%s:%d: %s (%s does not hold)\n", file, line, what, condition);
    std::abort();
}
}  // namespace ounce

// INVARIANT(place < places, "a thread's place should be in the table")
#define INVARIANT(condition, what) \
    ((condition) ? static_cast<void>(0) : ::ounce::invariantViolated(__FILE__, __LINE__, #condition, what))

#else

// Not evaluated, but compiled: what it names is in use.
#define INVARIANT(condition, what) static_cast<void>(sizeof(static_cast<bool>(condition)))

#endif
