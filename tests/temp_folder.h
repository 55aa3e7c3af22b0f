// A folder for the files of one test, gone afterwards.
#pragma once

#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

#include "base/file.h"

namespace ounce {

class TempFolder : public ::testing::Test {
  protected:
    TempFolder()
        : folder_(std::filesystem::path(::testing::TempDir()) / fmt::format("ounce_test_{}", getpid())) {
        std::filesystem::create_directories(folder_);
    }
    ~TempFolder() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
    // Returns the path.
    std::string write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((folder_ / name).parent_path());
        EXPECT_TRUE(writeFile(path(name), text));
        return path(name);
    }

    const std::filesystem::path folder_;
};

}  // namespace ounce
