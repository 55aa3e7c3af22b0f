// What `ounce generate` is told, and what it means.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "tasks/generate_order.h"

namespace ounce {

struct GenerateSettings {
    std::vector<std::string> projects;
    std::string algorithm;
    std::string budget;
    std::string config;
    std::string goals;
    std::string drag;
    std::string spec;
    std::string userModel;
    std::string output;
    std::string numbers;
    std::string madeFor;
    std::string without;               // networks: improvements to switch off
    std::vector<std::string> lessons;  // networks: files to learn from
    std::optional<std::uint32_t> seed;
    std::uint32_t programSeed = 1;
    std::size_t threads = 0;
    bool stable = false;
    bool kill = false;
    bool noMinimize = false;
    bool noAssertions = false;
    bool resume = false;  // of many: leave out what was finished before
};

// Reads the files that it names; all that can be wrong is found out here.
Result<tasks::GenerateOrder> orderOf(const GenerateSettings& settings);

}  // namespace ounce
