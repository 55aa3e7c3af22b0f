// Every project of the corpus: reading, writing and reading again gives the same program.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zip.h>

#include "base/file.h"
#include "project/load.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

fs::path corpus() {
    const char* shared = std::getenv("OUNCE_SHARED");
    return (shared ? fs::path(shared) : fs::path(OUNCE_SOURCE_DIR) / "../shared") / "corpus";
}

std::vector<fs::path> filesEndingIn(std::initializer_list<std::string_view> endings) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(corpus())) {
        std::string ending = entry.path().extension();
        std::transform(ending.begin(), ending.end(), ending.begin(), ::tolower);
        if (std::find(endings.begin(), endings.end(), ending) != endings.end()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

// The *.json files of a zip archive that is a collection, not a project.
std::vector<std::pair<std::string, std::string>> jsonEntries(const std::string& bytes) {
    std::vector<std::pair<std::string, std::string>> entries;
    zip_t* archive = zip_open_from_source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, nullptr),
                                          ZIP_RDONLY, nullptr);
    for (zip_int64_t i = 0; archive && i < zip_get_num_entries(archive, 0); ++i) {
        zip_stat_t info;
        zip_stat_index(archive, static_cast<zip_uint64_t>(i), 0, &info);
        if (!std::string_view(info.name).ends_with(".json")) continue;
        std::string json(info.size, ' ');
        zip_file_t* file = zip_fopen_index(archive, info.index, 0);
        EXPECT_EQ(zip_fread(file, json.data(), json.size()), static_cast<zip_int64_t>(json.size()));
        zip_fclose(file);
        entries.emplace_back(info.name, std::move(json));
    }
    zip_discard(archive);
    return entries;
}

struct Tally {
    int same = 0;
    std::vector<std::string> refused;

    void check(const Result<Project>& read, const std::string& name) {
        if (!read) {
            refused.push_back(read.error().message());
            EXPECT_NE(refused.back().find(name), std::string::npos) << refused.back();
            return;
        }
        const auto again = readProjectJson(writeProjectJson(*read), name);
        ASSERT_TRUE(again) << again.error().message();
        Project bare = *read;
        bare.assets.clear();
        EXPECT_TRUE(*again == bare) << name;
        ++same;
    }

    void print(const char* what) const {
        fmt::print("{}: {} equal after a round trip, {} refused\n", what, same, refused.size());
        for (const std::string& sentence : refused) fmt::print("  {}\n", sentence);
    }
};

class Sb3Corpus : public testing::Test {
  protected:
    void SetUp() override {
        if (!fs::exists(corpus())) GTEST_SKIP() << "no corpus at " << corpus();
    }
};

TEST_F(Sb3Corpus, ArchivesSurviveARoundTrip) {
    Tally tally;
    for (const fs::path& file : filesEndingIn({".sb3"})) {
        const auto project = loadProject(file);
        tally.check(project, file);
        if (!project) continue;
        const auto bytes = writeSb3Archive(*project);
        ASSERT_TRUE(bytes) << bytes.error().message();
        const auto again = readSb3Archive(*bytes, file);
        ASSERT_TRUE(again) << again.error().message();
        EXPECT_TRUE(*again == *project) << file;
    }
    tally.print("archives");
    EXPECT_GT(tally.same, 500);
    EXPECT_LE(tally.refused.size(), 4u);
}

TEST_F(Sb3Corpus, BareJsonSurvivesARoundTrip) {
    Tally tally;
    for (const fs::path& file : filesEndingIn({".zip"})) {
        const auto bytes = readFile(file, std::size_t{100} << 20);
        ASSERT_TRUE(bytes);
        for (const auto& [entry, json] : jsonEntries(*bytes)) {
            const std::string name = file.string() + "!" + entry;
            tally.check(readProjectJson(json, name), name);
        }
    }
    tally.print("bare project.json");
    EXPECT_GT(tally.same, 1000);
}

}  // namespace
}  // namespace ounce
