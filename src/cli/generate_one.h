// One project from the file to the folder with its suite: what `ounce generate` does once or for each project
// of a folder.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "generate/for_whisker.h"
#include "generate/fresh_runs.h"
#include "generate/generate.h"
#include "generate/output.h"
#include "generate/robust.h"
#include "mutation/fresh_score.h"
#include "mutation/strengthen.h"

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

struct GeneratedSuite {
    GenerationOptions options;
    Generation generation;
    WrittenGeneration written{};
    std::optional<Strengthening> strengthening{};
    std::optional<Robustness> robust{};
    std::optional<LeftOut> leftOut{};
    std::optional<FreshRuns> fresh{};          // of the tests on the unchanged program
    std::optional<FreshScore> freshMutants{};  // with --kill
    bool cutShort = false;                     // by the user

    // No property is violated, and every test passes in both files.
    [[nodiscard]] bool good() const { return generation.good() && written.failed.empty(); }
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
