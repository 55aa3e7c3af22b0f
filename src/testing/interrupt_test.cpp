// What an interruption leaves of a run of suites.
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "testing/run_suites.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

TEST(Interruption, KeepsTheResultsThatAreThere) {
    const std::string game = (fs::path(::testing::TempDir()) / "interrupted.scratch").string();
    ASSERT_TRUE(writeFile(game, "sprite Cat\n\nwhen flag clicked\nhide\n"));
    Suite suite;
    for (const char* name : {"one", "two", "three"}) {
        TestCase test;
        test.name = name;
        test.steps = 3;
        suite.tests.push_back(test);
    }
    SuiteFile file;
    file.data = suite;
    Job job;
    job.listener = [&](const Progress& progress) {
        if (progress.done == 1) job.stop.request();
    };
    const auto runs = runSuites(loadPrograms({game}, job), {file}, {}, job);
    ASSERT_TRUE(runs);
    const std::vector<TestResult>& tests = runs->front().tests;
    ASSERT_EQ(tests.size(), 3u);
    EXPECT_EQ(tests[0].verdict, Verdict::Pass);
    for (const std::size_t i : {1u, 2u}) {
        EXPECT_EQ(tests[i].verdict, Verdict::Skip);
        EXPECT_FALSE(tests[i].wasRun);
        EXPECT_EQ(tests[i].message, "was not run: interrupted");
    }
    EXPECT_EQ(tests[2].name, "three");
    fs::remove(game);
}

}  // namespace
}  // namespace ounce
