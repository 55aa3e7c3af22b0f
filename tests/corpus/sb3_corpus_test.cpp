// Every project of the corpus: reading, writing and reading again gives the same program.
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "corpus_files.h"
#include "project/load.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

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
    for (const fs::path& file : filesEndingIn(".sb3")) {
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
    EXPECT_EQ(tally.refused.size(), 0u);
}

TEST_F(Sb3Corpus, BareJsonSurvivesARoundTrip) {
    Tally tally;
    forEachCollectedJson([&](const std::string& name, const std::string& json) {
        tally.check(readProjectJson(json, name), name);
    });
    tally.print("bare project.json");
    EXPECT_GT(tally.same, 1000);
}

}  // namespace
}  // namespace ounce
