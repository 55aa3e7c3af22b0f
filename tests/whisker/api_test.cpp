// Every suite below suites/ must end as the names of its tests say.
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "whisker_run.h"

namespace ounce::whisker {
namespace {

std::vector<std::string> allSuites() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(suiteFolder())) {
        if (entry.path().extension() == ".js") names.push_back(entry.path().stem());
    }
    std::sort(names.begin(), names.end());
    return names;
}

class Api : public testing::TestWithParam<std::string> {};

TEST_P(Api, EndsAsTheNamesSay) {
    const std::string file = suiteFolder() + "/" + GetParam() + ".js";
    auto text = readFile(file, 1 << 20);
    ASSERT_TRUE(text) << text.error().message();
    // The first line: «// on PROGRAM».
    const std::string first = text->substr(0, text->find('\n'));
    ASSERT_TRUE(first.starts_with("// on ")) << file;
    auto run =
        runWhiskerSuite(load(suiteFolder() + "/" + first.substr(6)), *text, GetParam() + ".js", {}, {});
    ASSERT_TRUE(run) << run.error().message();
    ASSERT_FALSE(run->results.empty());
    for (std::size_t i = 0; i < run->results.size(); i++) {
        const TestResult& result = run->results[i];
        const std::string& name = run->suite.tests[i].name;
        const auto arrow = name.find(" => ");
        const std::string wanted = arrow == std::string::npos ? "pass" : name.substr(arrow + 4);
        std::string got(verdictName(result.verdict));
        if (result.verdict != Verdict::Pass && wanted.find(": ") != std::string::npos)
            got += ": " + result.message;
        EXPECT_EQ(got, wanted) << fmt::format("{}: «{}» {}: {}", result.failure.stack, name,
                                              result.failure.name, result.message);
    }
}

INSTANTIATE_TEST_SUITE_P(Suites, Api, testing::ValuesIn(allSuites()),
                         [](const auto& suite) { return suite.param; });

}  // namespace
}  // namespace ounce::whisker
