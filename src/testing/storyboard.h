// A few small pictures of a test: how it starts, what its events lead to, how it ends.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/job.h"
#include "testing/moment.h"

namespace ounce {

struct Thumbnail {
    std::uint64_t step = 0;  // steps done
    std::string png{};       // 160 x 120
    bool operator==(const Thumbnail&) const = default;
};

constexpr std::size_t kMostThumbnails = 6;

// The steps worth a picture: the first, the one after each event has had its effect, the last, and some on
// the way if that is long. If these are too many, as evenly spread over them as can be.
std::vector<std::uint64_t> momentsOf(const TestCase& test, std::size_t most = kMostThumbnails);

// Plays the test from `start`; pictures that would look like the one before are left out. None without
// renderer; when the job is over it ends with what there is.
std::vector<Thumbnail> storyboardOf(const Program& program, const MachineOptions& options,
                                    const Moment& start, const TestCase& test,
                                    std::size_t most = kMostThumbnails, const Job& job = {});

}  // namespace ounce
