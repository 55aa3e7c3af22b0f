#include "cli/output.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/visible_text.h"

namespace ounce {
namespace {

std::unexpected<Error> failure() {
    return fail(std::string("cannot be written: ") + std::strerror(errno), "standard output");
}

struct Guarded {
    int descriptor;
    VisibleText text;
    int problem = 0;  // why the first write that failed did
};

bool put(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

ssize_t writeGuarded(void* cookie, const char* bytes, std::size_t size) {
    auto& guarded = *static_cast<Guarded*>(cookie);
    if (put(guarded.descriptor, guarded.text.add({bytes, size}))) return static_cast<ssize_t>(size);
    if (guarded.problem == 0) guarded.problem = errno;
    return 0;
}

Guarded out{STDOUT_FILENO, VisibleText(false)}, error{STDERR_FILENO, VisibleText(false)};
std::FILE* plainError = stderr;

std::FILE* guard(Guarded& guarded, std::FILE* plain, int buffering) {
    cookie_io_functions_t functions{};
    functions.write = writeGuarded;
    std::FILE* file = ::fopencookie(&guarded, "w", functions);
    if (file == nullptr) return plain;
    std::setvbuf(file, nullptr, buffering, 1 << 16);
    return file;
}

}  // namespace

void guardOutput() {
    stdout = guard(out, stdout, ::isatty(STDOUT_FILENO) != 0 ? _IOLBF : _IOFBF);
    stderr = guard(error, stderr, _IONBF);
}

void allowColors(bool allowed) {
    std::fflush(stdout);
    out.text = VisibleText(allowed);
    error.text = VisibleText(allowed);
}

std::FILE* terminal() { return plainError; }

bool showsProgress() {
    const char* term = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) != 0 && (term == nullptr || std::string_view(term) != "dumb");
}

std::size_t terminalWidth() {
    winsize size{};
    const char* columns = std::getenv("COLUMNS");
    const int said = columns != nullptr ? std::atoi(columns) : 0;
    if (said > 0) return static_cast<std::size_t>(said);
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 100;
}

Result<void> writeOut(std::string_view text) {
    errno = 0;
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) return failure();
    return {};
}

Result<void> writeReport(const std::string& path, std::string_view text) {
    return path == "-" ? writeOut(text) : writeFile(path, text);
}

Result<void> finishOutput() {
    // What a failed write has dropped does not fail again when it is flushed.
    const bool failedBefore = std::ferror(stdout) != 0;
    errno = 0;
    if (std::fflush(stdout) != 0) return failure();
    if (failedBefore) {
        if (out.problem == 0) return fail("could not be written completely", "standard output");
        errno = out.problem;
        return failure();
    }
    if (!put(STDOUT_FILENO, out.text.finish())) return failure();
    return {};
}

}  // namespace ounce
