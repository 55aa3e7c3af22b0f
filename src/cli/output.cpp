#include "cli/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace ounce {
namespace {

std::unexpected<Error> failure() {
    return fail(std::string("cannot be written: ") + std::strerror(errno), "standard output");
}

}  // namespace

Result<void> writeOut(std::string_view text) {
    errno = 0;
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) return failure();
    return {};
}

Result<void> finishOutput() {
    // What a failed write has dropped does not fail again when it is flushed.
    const bool failedBefore = std::ferror(stdout) != 0;
    errno = 0;
    if (std::fflush(stdout) != 0) return failure();
    if (failedBefore) return fail("could not be written completely", "standard output");
    return {};
}

}  // namespace ounce
