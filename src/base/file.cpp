#include "base/file.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <md5.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ounce {
namespace {

std::string reason() { return std::strerror(errno); }

bool writeAll(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// /dev/stdout, /dev/fd/3, /proc/self/fd/3; -1: another file.
int descriptorOf(std::string_view path) {
    if (path == "/dev/stdout") return STDOUT_FILENO;
    if (path == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(folder)) continue;
        const std::string_view digits = path.substr(folder.size());
        int number = -1;
        const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (problem == std::errc{} && end == digits.data() + digits.size()) return number;
    }
    return -1;
}

}  // namespace

Result<std::string> readFile(const std::string& path, std::size_t limit) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return fail("cannot be opened: " + reason(), path);
    struct stat info {};
    if (::fstat(file, &info) == 0 && S_ISDIR(info.st_mode)) {
        ::close(file);
        return fail("is a folder, not a file", path);
    }
    std::string bytes;
    char buffer[1 << 16];
    for (;;) {
        ssize_t got = ::read(file, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            auto error = fail("cannot be read: " + reason(), path);
            ::close(file);
            return error;
        }
        if (got == 0) break;
        if (bytes.size() + static_cast<std::size_t>(got) > limit) {
            ::close(file);
            return fail(fmt::format("is larger than the limit of {} MB", limit >> 20), path);
        }
        bytes.append(buffer, static_cast<std::size_t>(got));
    }
    ::close(file);
    return bytes;
}

Result<void> writeFile(const std::string& path, std::string_view bytes) {
    OUNCE_TRY(FileWriter file, FileWriter::open(path));
    OUNCE_CHECK(file.write(bytes));
    return file.finish();
}

FileWriter::FileWriter(int file, std::string path, std::string temporary)
    : file_(file), path_(std::move(path)), temporary_(std::move(temporary)) {}

Result<FileWriter> FileWriter::open(const std::string& path) {
    struct stat info {};
    const bool exists = ::stat(path.c_str(), &info) == 0;
    if (exists && S_ISDIR(info.st_mode)) return fail("is a folder, not a file", path);
    // A descriptor of this process may lead to a regular file, too, in which it stands behind what was
    // written.
    const int descriptor = descriptorOf(path);
    if (descriptor >= 0 || (exists && !S_ISREG(info.st_mode))) {
        std::fflush(nullptr);
        const int file = descriptor >= 0 ? ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
                                         : ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (file < 0) return fail("cannot be written: " + reason(), path);
        return FileWriter(file, path, "");
    }
    // A link stays a link: what it leads to is written.
    std::error_code problem;
    const std::string place = exists ? std::filesystem::canonical(path, problem).string() : path;
    std::string temporary = (problem ? path : place) + ".XXXXXX";
    const int file = ::mkstemp(temporary.data());
    if (file < 0) return fail("cannot be written: " + reason(), path);
    ::fchmod(file, exists ? info.st_mode & 0777 : 0644);
    return FileWriter(file, problem ? path : place, temporary);
}

FileWriter::FileWriter(FileWriter&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      buffer_(std::move(other.buffer_)) {}

FileWriter& FileWriter::operator=(FileWriter&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(path_, other.path_);
    std::swap(temporary_, other.temporary_);
    std::swap(buffer_, other.buffer_);
    return *this;
}

FileWriter::~FileWriter() { giveUp(); }

void FileWriter::giveUp() {
    if (file_ >= 0) ::close(std::exchange(file_, -1));
    if (!temporary_.empty()) ::unlink(std::exchange(temporary_, {}).c_str());
}

Result<void> FileWriter::flush() {
    OUNCE_CHECK(put(buffer_));
    buffer_.clear();
    return {};
}

Result<void> FileWriter::put(std::string_view bytes) {
    if (writeAll(file_, bytes)) return {};
    auto error = fail("cannot be written: " + reason(), path_);
    giveUp();
    return error;
}

Result<void> FileWriter::write(std::string_view bytes) {
    constexpr std::size_t kBuffer = 1 << 16;
    if (buffer_.size() + bytes.size() >= kBuffer) {
        OUNCE_CHECK(flush());
        if (bytes.size() >= kBuffer) return put(bytes);
    }
    buffer_ += bytes;
    return {};
}

Result<void> FileWriter::finish() {
    OUNCE_CHECK(flush());
    bool ok = ::close(std::exchange(file_, -1)) == 0;
    ok = ok && (temporary_.empty() || std::rename(temporary_.c_str(), path_.c_str()) == 0);
    if (!ok) {
        auto error = fail("cannot be written: " + reason(), path_);
        giveUp();
        return error;
    }
    temporary_.clear();
    return {};
}

Result<void> makeFolder(const std::string& path) {
    std::error_code problem;
    std::filesystem::create_directories(path, problem);
    if (problem) return fail("this folder cannot be made: " + problem.message(), path);
    return {};
}

std::string md5(std::string_view bytes) {
    char text[MD5_DIGEST_STRING_LENGTH];
    MD5Data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), text);
    return text;
}

}  // namespace ounce
