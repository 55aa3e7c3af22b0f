// One project from the file to the folder with its suite: what `ounce generate` does once or for each project
// of a folder.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "generate/generate.h"
#include "mutation/strengthen.h"

namespace ounce {

struct GenerateSettings {
    std::vector<std::string> projects;
    std::string algorithm;
    std::string budget;
    std::string config;
    std::string goals;
    std::string spec;
    std::string userModel;
    std::string output;
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

struct GeneratedSuite {
    GenerationOptions options;
    Generation generation;
    std::vector<std::string> files{};  // that were written
    std::optional<Strengthening> strengthening{};
    bool cutShort = false;  // by the user
};

// Called now and then with the part of the work that is done and what to say.
using GenerateProgress = std::function<void(double part, const std::string& text)>;

// What the settings mean; all of them are looked at before anything is done.
Result<GenerationOptions> generationOptions(const GenerateSettings& settings);

// `folder` may be empty: nothing is written.
Result<GeneratedSuite> generateSuite(const GenerateSettings& settings, GenerationOptions options,
                                     const std::string& project, const std::string& folder,
                                     const GenerateProgress& progress = {});

Json toJson(const GeneratedSuite& suite);

}  // namespace ounce
