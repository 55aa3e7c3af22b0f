#include "base/file.h"

#include <cerrno>
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
    std::string temporary = path + ".XXXXXX";
    const int file = ::mkstemp(temporary.data());
    if (file < 0) return fail("cannot be written: " + reason(), path);
    ::fchmod(file, 0644);
    bool ok = writeAll(file, bytes);
    ok = ::close(file) == 0 && ok;
    ok = ok && std::rename(temporary.c_str(), path.c_str()) == 0;
    if (!ok) {
        auto error = fail("cannot be written: " + reason(), path);
        ::unlink(temporary.c_str());
        return error;
    }
    return {};
}

FileWriter::FileWriter(int file, std::string path, std::string temporary)
    : file_(file), path_(std::move(path)), temporary_(std::move(temporary)) {}

Result<FileWriter> FileWriter::open(const std::string& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
        if (S_ISDIR(info.st_mode)) return fail("is a folder, not a file", path);
        const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (file < 0) return fail("cannot be written: " + reason(), path);
        return FileWriter(file, path, "");
    }
    std::string temporary = path + ".XXXXXX";
    const int file = ::mkstemp(temporary.data());
    if (file < 0) return fail("cannot be written: " + reason(), path);
    ::fchmod(file, 0644);
    return FileWriter(file, path, temporary);
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
    const bool written = writeAll(file_, buffer_);
    buffer_.clear();
    if (written) return {};
    auto error = fail("cannot be written: " + reason(), path_);
    giveUp();
    return error;
}

Result<void> FileWriter::write(std::string_view bytes) {
    constexpr std::size_t kBuffer = 1 << 16;
    buffer_ += bytes;
    return buffer_.size() < kBuffer ? Result<void>() : flush();
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
