// What a worker does for a suite in JavaScript, and what it is told: the suite with its program and options
// once, then which test to run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "testing/companion.h"
#include "testing/whisker/suite.h"
#include "workers/worker_server.h"

namespace ounce {

inline constexpr std::string_view kWhiskerService = "whisker";

// `cook`: who makes the companions that go along with tests.
WorkerService whiskerService(CompanionCook cook);

// Answered with writeSuite, or with writeError.
std::string loadMessage(const Program& program, const std::string& suiteText, const std::string& fileName,
                        const WhiskerOptions& options);
// Answered with writeResult.
std::string testMessage(std::size_t test);

std::string writeError(const Error& error);
// What a worker answers when asked to load; hostile, as everything that comes from there.
Result<JsSuite> readLoadAnswer(const std::string& answer);

}  // namespace ounce
