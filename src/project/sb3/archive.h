// A zip archive in memory. Nothing is ever unpacked to a disk, and nothing larger than expected into memory.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

struct zip;

namespace ounce {

class Archive {
  public:
    // `bytes` must outlive the archive.
    static Result<Archive> open(std::string_view bytes);

    // The entry of that name at the top or, as in official Scratch, in a folder directly below.
    [[nodiscard]] bool has(const std::string& name) const { return entries_.contains(name); }

    // Inflates an entry. All entries together may have 192 MB.
    Result<std::string> read(const std::string& name, std::size_t limit);

    // Whether an entry was refused for its size.
    [[nodiscard]] bool overLimit() const { return overLimit_; }

  private:
    struct Close {
        void operator()(zip* archive) const;
    };
    std::unique_ptr<zip, Close> zip_;
    std::map<std::string, std::uint64_t> entries_;  // position by name without folder
    std::size_t inflated_ = 0;
    bool overLimit_ = false;
};

// The same entries give the same bytes: no dates, the order as given.
Result<std::string> makeArchive(const std::vector<std::pair<std::string, std::string_view>>& entries);

}  // namespace ounce
