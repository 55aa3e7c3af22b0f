// Tasks in one process, at the same time: what serves many people does that. They give what the command line
// gives, one of them can be stopped, and all say how far they are.
#include <cstdio>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thread>

#include "base/file.h"
#include "base/json.h"
#include "base/steady_clock.h"
#include "spec/parse.h"
#include "tasks/check.h"
#include "tasks/generate_order.h"
#include "tasks/test.h"
#include "testing/report/report.h"
#include "vm/load_program.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

std::string example(const std::string& name) { return std::string(OUNCE_SOURCE_DIR) + "/examples/" + name; }

// What the command prints.
std::string printed(const std::string& arguments) {
    const std::string command = std::string(OUNCE_PROGRAM) + " " + arguments + " 2>/dev/null";
    std::string text;
    std::FILE* pipe = ::popen(command.c_str(), "r");
    if (!pipe) return text;
    char bytes[4096];
    for (std::size_t count = 0; (count = std::fread(bytes, 1, sizeof bytes, pipe)) > 0;)
        text.append(bytes, count);
    ::pclose(pipe);
    return text;
}

// A job that counts what it hears.
struct Listened {
    std::atomic<int> reports{0};
    Job job{.clock = secondsNow, .listener = [this](const Progress&) { reports++; }};
};

std::shared_ptr<const Program> load(const std::string& name) {
    auto program = loadProgram(example(name));
    EXPECT_TRUE(program) << program.error().message();
    return program ? *program : nullptr;
}

tasks::GenerateRequest generation(const std::string& budget) {
    auto request = tasks::requestOf({.budget = budget}, load("quiz.scratch"), "quiz");
    EXPECT_TRUE(request) << request.error().message();
    request->files = true;
    return *request;
}

// Times are the only thing that may differ.
std::string withoutSeconds(Json document) {
    for (const char* key : {"projects", "schema", "project"}) document.remove(key);
    Json properties = Json::array();
    if (const Json* list = document.find("properties")) {
        for (Json property : list->items()) {
            property.remove("seconds");
            properties.push_back(property);
        }
        document["properties"] = properties;
    }
    return document.dump();
}

constexpr const char* kSuite = R"(module.exports = [1, 20, 300].map(n => ({
    name: `runs for ${n} steps`,
    test: async t => {
        await t.runForSteps(n);
        t.log(Math.random());
        t.assert.ok(t.getStage().getVariable('score').value >= 0);
    },
}));
)";

TEST(Together, ThreeTasksGiveWhatTheCommandLineGivesAndOneMoreIsStopped) {
    const fs::path folder = fs::path(::testing::TempDir()) / "together";
    fs::remove_all(folder);
    const std::string suite = (folder / "suite.js").string();
    ASSERT_TRUE(makeFolder(folder.string()));
    ASSERT_TRUE(writeFile(suite, kSuite));

    Listened generating, checking, testing, stopped;
    Result<tasks::GenerateAnswer> generated = fail("nothing"), cut = fail("nothing");
    Result<tasks::CheckAnswer> checked = fail("nothing");
    Result<tasks::TestAnswer> tested = fail("nothing");
    double heard = 0;
    {
        std::vector<std::jthread> threads;
        threads.emplace_back([&] { generated = tasks::generate(generation("300x"), generating.job); });
        threads.emplace_back([&] {
            tasks::CheckRequest request{.program = load("clicker.scratch"), .project = "clicker"};
            request.spec = *spec::load(example("clicker.props"));
            request.options.states = 3000;
            checked = tasks::check(request, checking.job);
        });
        threads.emplace_back([&] {
            tasks::TestRequest request;
            request.suites = *loadSuiteFiles({suite});
            request.projects = loadPrograms({example("catch.scratch")}, testing.job);
            tested = tasks::test(request, testing.job);
        });
        threads.emplace_back([&] {
            tasks::GenerateRequest request = generation("1000000000x");
            request.options.config.stopWhenComplete = false;
            cut = tasks::generate(request, stopped.job);
            heard = secondsNow() - heard;
        });
        while (stopped.reports < 3) std::this_thread::yield();
        heard = secondsNow();
        stopped.job.stop.request();
    }
    ASSERT_TRUE(generated && checked && tested && cut);
    EXPECT_GT(generating.reports, 0);
    EXPECT_GT(checking.reports, 0);
    EXPECT_GE(testing.reports, 3);
    EXPECT_TRUE(cut->interrupted);
    EXPECT_FALSE(cut->generation.suite.tests.empty());
    EXPECT_FALSE(generated->interrupted);

    printed("generate " + example("quiz.scratch") + " --budget 300x -q -o " + (folder / "cli").string());
    for (const MadeFile& file : generated->made.files) {
        if (file.name == "statistics.csv") continue;  // has the time of the search
        EXPECT_EQ(*readFile((folder / "cli" / file.name).string(), 1 << 30), file.text) << file.name;
    }
    const auto byCommand = Json::parse(printed("check " + example("clicker.scratch") + " --spec " +
                                               example("clicker.props") + " --budget 3000states --json"));
    ASSERT_TRUE(byCommand);
    EXPECT_EQ(withoutSeconds(*byCommand), withoutSeconds(tasks::toJson(*checked)));
    const std::string report = printed("test " + example("catch.scratch") + " " + suite + " --json");
    EXPECT_EQ(report, jsonReport(tested->runs));
    EXPECT_THAT(report, ::testing::HasSubstr("runs for 300 steps"));
    fs::remove_all(folder);
}

}  // namespace
}  // namespace ounce
