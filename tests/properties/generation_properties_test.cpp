// What must hold of every generated suite: the same bytes whatever the number of threads, and it passes on
// the program that it was made for.
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>

#include "../run_ounce.h"
#include "../shared_folder.h"
#include "../temp_folder.h"
#include "base/file.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

struct Case {
    const char* project;    // below the corpus, or an example of our own
    const char* arguments;  // of the search
};

class Generation : public TempFolder, public testing::WithParamInterface<Case> {
  protected:
    void SetUp() override {
        const fs::path own = fs::path(OUNCE_SOURCE_DIR) / GetParam().project;
        project_ = fs::exists(own) ? own : corpus() / GetParam().project;
        if (!fs::exists(project_)) GTEST_SKIP() << project_ << " is not there";
    }

    // The files of the output folder with their contents.
    std::map<std::string, std::string> generate(int threads) {
        const fs::path out = folder_ / std::to_string(threads);
        const Outcome outcome = runOunce(fmt::format("generate '{}' -q -j {} {} -o {}", project_.string(),
                                                     threads, GetParam().arguments, out.string()));
        EXPECT_EQ(outcome.code, 0) << outcome.out;
        std::map<std::string, std::string> files;
        for (const auto& entry : fs::directory_iterator(out)) {
            auto text = readFile(entry.path().string(), std::size_t{1} << 28);
            EXPECT_TRUE(text);
            if (text) files[entry.path().filename().string()] = std::move(*text);
        }
        return files;
    }

    fs::path project_;
};

// What a search finds only if it can play: see the first lines of these programs.
TEST(GenerationOfExamples, CoversThemCompletely) {
    for (const auto& [name, tests] :
         {std::pair("products", 6000), std::pair("tic-tac-toe", 12000), std::pair("platformer", 6000)}) {
        const Outcome outcome = runOunce(
            fmt::format("generate '{}/examples/play/{}.scratch' --budget {}x --no-assertions --no-minimize",
                        OUNCE_SOURCE_DIR, name, tests));
        EXPECT_NE(outcome.out.find("(100.0 %)"), std::string::npos) << name << "\n" << outcome.out;
    }
}

TEST_P(Generation, DoesNotDependOnThreadsAndPasses) {
    const auto one = generate(1), two = generate(2);
    ASSERT_EQ(one.size(), 4u);
    for (const auto& [name, text] : one) {
        ASSERT_TRUE(two.contains(name));
        EXPECT_EQ(text == two.at(name), true) << name << " differs";
    }
    for (const char* suite : {"suite.json", "suite.js"}) {
        const Outcome outcome =
            runOunce(fmt::format("test '{}' {}", project_.string(), (folder_ / "1" / suite).string()));
        EXPECT_EQ(outcome.code, 0) << outcome.out;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Properties, Generation,
    testing::Values(Case{"examples/catch.scratch", "--budget 300x"},
                    Case{"examples/catch.scratch", "--budget 300x --algorithm mosa --seed 3"},
                    Case{"examples/catch.scratch", "--budget 200x --algorithm mio --goals branches"},
                    Case{"examples/catch.scratch", "--budget 200x --stable --seed 5"},
                    Case{"neatest-ase22/games/FinalFight.sb3", "--budget 400x"},
                    Case{"neatest-ase22/games/CityDefender.sb3", "--budget 100x --seed 2"},
                    Case{"neatest-ase22/games/FruitCatching.sb3", "--budget 300x --algorithm mio --seed 7"},
                    Case{"whisker/examples/Snake.sb3", "--budget 300x --goals branches"}),
    [](const auto& test) { return fmt::format("Case{}", test.index); });

}  // namespace
}  // namespace ounce
