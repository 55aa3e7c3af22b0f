// The lengths of sounds against the ones that the official VM uses in a browser, as the golden traces state
// them.
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <simdjson.h>

#include "../shared_folder.h"
#include "base/file.h"
#include "project/assets/assets.h"
#include "project/load.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

std::string firstLine(const fs::path& gzip) {
    std::string line;
    FILE* pipe = popen(fmt::format("zcat '{}' 2>/dev/null | head -n 1", gzip.string()).c_str(), "r");
    char buffer[4096];
    while (pipe && std::fgets(buffer, sizeof buffer, pipe)) line += buffer;
    if (pipe) pclose(pipe);
    return line;
}

struct Trace {
    std::string name, project;
};

std::vector<Trace> traces(const fs::path& golden) {
    std::ifstream index(golden / "INDEX.csv");
    std::vector<Trace> result;
    std::string name, project, rest;
    std::getline(index, rest);
    while (std::getline(index, name, ',') && std::getline(index, project, ',') && std::getline(index, rest)) {
        result.push_back({name, project});
    }
    return result;
}

TEST(SoundDurations, AgreeWithTheGoldenTraces) {
    const fs::path golden = sharedFolder() / "oracle/golden";
    if (!fs::exists(golden)) GTEST_SKIP() << "no golden traces at " << golden;
    int projects = 0, sounds = 0;
    for (const Trace& trace : traces(golden)) {
        const fs::path file = sharedFolder() / trace.project;
        const auto project = loadProject(file);
        ASSERT_TRUE(project) << project.error().message();
        std::map<std::string, double> seconds;
        for (const auto& [name, bytes] : project->assets) {
            if (auto info = inspectSound(*bytes)) seconds[md5(*bytes)] = info->seconds;
        }
        simdjson::dom::parser parser;
        const simdjson::padded_string header(
            firstLine(golden / fmt::format("{}.official.jsonl.gz", trace.name)));
        for (simdjson::dom::element sound : parser.parse(header)["sounds"]) {
            const std::string_view asset = sound["md5"];
            const double used = sound["used"];
            const auto ours = seconds.find(std::string(asset.substr(0, asset.find('.'))));
            if (ours == seconds.end()) {
                // A missing or broken file: official Scratch plays its default sound.
                EXPECT_EQ(placeholderSound().seconds, used) << file << " " << asset;
            } else {
                EXPECT_EQ(ours->second, used) << file << " " << asset;
            }
            ++sounds;
        }
        ++projects;
    }
    fmt::print("{} sounds of {} projects compared\n", sounds, projects);
    EXPECT_GT(sounds, 300);
}

}  // namespace
}  // namespace ounce
