// The example programs are correct, say what they are, and survive being saved in other formats.
#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

#include "project/inspect.h"
#include "project/load.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> examples() {
    std::vector<fs::path> files;
    for (const char* folder : {"examples", "examples/play"}) {
        for (const auto& entry : fs::directory_iterator(fs::path(OUNCE_SOURCE_DIR) / folder)) {
            if (entry.path().extension() == ".scratch") files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

class Examples : public testing::TestWithParam<fs::path> {};

TEST_P(Examples, AreReadable) {
    const auto project = loadProject(GetParam());
    ASSERT_TRUE(project) << project.error().message();
    EXPECT_TRUE(project->warnings.empty()) << project->warnings.front();
    ASSERT_FALSE(project->targets[0].comments.empty());
    EXPECT_GT(project->targets[0].comments[0].text.size(), 80u) << "an example explains itself at the top";
    const Summary summary = inspect(*project);
    EXPECT_GT(summary.statements, 10);
    EXPECT_EQ(summary.looseBlocks, 0);
    EXPECT_TRUE(summary.unsupported.empty());
    EXPECT_TRUE(summary.deadScripts.empty()) << summary.deadScripts.front();
}

TEST_P(Examples, SurviveSb3) {
    const auto project = loadProject(GetParam());
    ASSERT_TRUE(project) << project.error().message();
    const auto bytes = writeSb3Archive(*project);
    ASSERT_TRUE(bytes) << bytes.error().message();
    const auto again = readSb3Archive(*bytes, "example.sb3");
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_TRUE(*again == *project);
    const auto text = writeText(*again);
    ASSERT_TRUE(text) << text.error().message();
    EXPECT_EQ(*text, *writeText(*project));
    EXPECT_EQ(text->find("asset"), std::string::npos) << "shapes stay shapes";
}

INSTANTIATE_TEST_SUITE_P(All, Examples, testing::ValuesIn(examples()), [](const auto& one) {
    std::string name = one.param.stem().string();
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace ounce
