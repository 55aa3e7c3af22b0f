// Networks for a project, from the search to the folder with its files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "neuro/dynamic_suite.h"
#include "neuro/neatest.h"
#include "testing/suite.h"

namespace ounce::neuro {

struct NetworkGeneration {
    std::string project{};
    std::uint32_t seed = 1;
    NeatestConfig config{};
    NeatestResult found{};
    NetworkSuite dynamic{};
    Suite fixed{};  // what each network did once, as tests without networks
    std::vector<std::string> notReached{}, notReliable{};  // goals for people
    std::vector<std::string> notReliableIds{};
    std::size_t goals = 0, dead = 0;
    std::vector<std::string> files{};
    std::string film{};  // of the first network, if that is wanted; an animated PNG

    [[nodiscard]] std::size_t reliable() const;
    [[nodiscard]] std::size_t reached() const;
};

// `programSeed`: of the plays that become tests without networks.
// Fails only if something to learn from cannot be read.
Result<NetworkGeneration> generateNetworks(const std::shared_ptr<const Program>& program,
                                           const std::string& project, const NeatestOptions& options,
                                           std::uint32_t programSeed, const Job& job);

// dynamic.json, suite.json, suite.js, report.html. Makes the folder if need be; returns the files.
Result<std::vector<std::string>> writeNetworkGeneration(const NetworkGeneration& generation,
                                                        const std::string& folder);

Json toJson(const NetworkGeneration& generation);

}  // namespace ounce::neuro
