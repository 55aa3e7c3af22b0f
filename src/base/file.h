// Reading with a limit, writing all or nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ounce {

Result<std::string> readFile(const std::string& path, std::size_t limit);

// Writes beside `path` and renames, so that a reader never sees half a file and a failure loses nothing. What
// is no regular file (a pipe, a device, a descriptor in /dev or /proc) is written to as it is.
Result<void> writeFile(const std::string& path, std::string_view bytes);

// The same piece by piece, for what is too long to keep: nothing is there under the name before finish().
class FileWriter {
  public:
    static Result<FileWriter> open(const std::string& path);
    FileWriter(FileWriter&& other) noexcept;
    FileWriter& operator=(FileWriter&& other) noexcept;
    ~FileWriter();  // without finish(): as if it had never been

    // Fails when the disk is full or nobody reads the pipe any more.
    Result<void> write(std::string_view bytes);
    Result<void> finish();

  private:
    FileWriter(int file, std::string path, std::string temporary);
    Result<void> flush();
    Result<void> put(std::string_view bytes);
    void giveUp();

    int file_ = -1;
    std::string path_, temporary_;  // temporary_: empty if it is written to as it is
    std::string buffer_;
};

// Makes the folder and those it lies in; one that is there already is fine.
Result<void> makeFolder(const std::string& path);

// The MD5 sum in hexadecimal: Scratch names assets by it.
std::string md5(std::string_view bytes);

}  // namespace ounce
