// What a context knows of the world: nothing that differs from run to run. Random numbers come from a seed,
// dates from a clock that the embedder moves, timers fire when nothing else is left to do or when they are
// due on that clock, and what the console is told goes to a log.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/embedded.h"

namespace ounce {

struct JsEnvironment {
    std::uint32_t seed = 1;
    double startDate = 1704067200000;  // 1 January 2024, 0:00 UTC: where the machine's calendar begins, too
    std::function<double()> clock{};   // ms since the start; none: time passes by timers alone
    std::function<void(std::string_view level, const std::string& text)> log{};  // console.log, warn, error
};

// environment.js, built in.
std::span<const EmbeddedFile> environmentFiles();

}  // namespace ounce
