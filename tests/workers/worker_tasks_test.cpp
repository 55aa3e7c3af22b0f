// Tasks in workers, with a worker that does what no worker should.
#include "workers/worker_tasks.h"

#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thread>

#include "base/steady_clock.h"

namespace ounce {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Status = TaskAnswer::Status;

class Workers : public ::testing::Test {
  protected:
    void SetUp() override { setenv("OUNCE_PROGRAM", OUNCE_TEST_WORKER, 1); }
    void TearDown() override { unsetenv("OUNCE_PROGRAM"); }

    static std::vector<TaskAnswer> run(WorkerTasks tasks, const std::vector<std::string>& messages,
                                       const Job& job = {}) {
        tasks.count = messages.size();
        tasks.message = [&](std::size_t i) { return messages[i]; };
        auto answers = runInWorkers(tasks, job);
        EXPECT_TRUE(answers) << answers.error().message();
        return answers ? std::move(*answers) : std::vector<TaskAnswer>();
    }
};

// Processes that this one has started and that are not gone.
std::size_t children() {
    std::size_t count = 0;
    const std::string self = std::to_string(::getpid());
    for (const auto& entry : std::filesystem::directory_iterator("/proc/" + self + "/task")) {
        std::FILE* file = std::fopen((entry.path() / "children").c_str(), "r");
        if (!file) continue;
        int child = 0;
        while (std::fscanf(file, "%d", &child) == 1) count++;
        std::fclose(file);
    }
    return count;
}

TEST_F(Workers, AnswerInTheOrderOfTasksHoweverManyThereAre) {
    std::vector<std::string> numbers;
    for (int i = 0; i < 20; i++) numbers.push_back(std::to_string(i));
    for (std::size_t threads : {1u, 3u}) {
        const auto answers = run({.service = "square"}, numbers, {.threads = threads});
        ASSERT_EQ(answers.size(), 20u);
        for (std::size_t i = 0; i < answers.size(); i++) {
            EXPECT_EQ(answers[i].status, Status::Done);
            EXPECT_EQ(answers[i].text, std::to_string(i * i));
        }
    }
}

TEST_F(Workers, ServeManyTasksEach) {
    const auto answers = run({.service = "calls"}, {"", "", ""});
    EXPECT_EQ(answers[2].text, "3");
}

TEST_F(Workers, AreToldOfEachOnce) {
    std::vector<int> told(7);
    WorkerTasks tasks{.service = "square"};
    tasks.done = [&](std::size_t i, const TaskAnswer&) { told[i]++; };
    run(tasks, std::vector<std::string>(7, "2"), {.threads = 2});
    EXPECT_THAT(told, ::testing::Each(1));
}

TEST_F(Workers, LoseOnlyWhatCrashes) {
    const auto answers = run({.service = "odd"}, {"a", "b", "crash", "end", "c"}, {.threads = 2});
    EXPECT_THAT(answers[2].problem, HasSubstr("crashed (signal 9)"));
    EXPECT_THAT(answers[3].problem, HasSubstr("ended without an answer"));
    for (std::size_t i : {0u, 1u, 4u}) EXPECT_EQ(answers[i].text, "well");
}

TEST_F(Workers, LoseOnlyWhatHangsOrEats) {
    const auto answers =
        run({.service = "odd", .limits = {.seconds = 2, .memoryBytes = std::uint64_t{200} << 20}},
            {"hang", "eat", "a"});
    EXPECT_THAT(answers[0].problem, HasSubstr("was stopped after 2 seconds"));
    EXPECT_THAT(answers[1].problem, HasSubstr("more than 200 MB"));
    EXPECT_EQ(answers[2].text, "well");
}

// What comes from a worker is not to be trusted.
TEST_F(Workers, LoseOnlyWhatTalksNonsense) {
    const auto answers = run({.service = "odd"}, {"noise", "a"});
    EXPECT_EQ(answers[0].status, Status::Lost);
    EXPECT_EQ(answers[1].text, "well");
}

TEST_F(Workers, BeginNothingMoreWhenTheJobIsStopped) {
    const Job job;
    WorkerTasks tasks{.service = "square"};
    tasks.done = [&](std::size_t i, const TaskAnswer&) {
        if (i == 1) job.stop.request();
    };
    const auto answers = run(tasks, std::vector<std::string>(5, "3"), job);
    EXPECT_EQ(answers[1].text, "9");
    EXPECT_EQ(answers[2].status, Status::NotBegun);
    EXPECT_EQ(answers[4].status, Status::NotBegun);
}

TEST_F(Workers, HearAStopAndAnswerWithWhatTheyHave) {
    const Job job{.threads = 2};
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        job.stop.request();
    });
    const double begin = secondsNow();
    const auto answers = run({.service = "odd", .grace = 20}, {"obey", "obey", "obey"}, job);
    EXPECT_LT(secondsNow() - begin, 20);
    EXPECT_EQ(answers[0].text, "well");
    EXPECT_EQ(answers[1].text, "well");
    EXPECT_EQ(answers[2].status, Status::NotBegun);
}

TEST_F(Workers, LeaveNoProcessBehind) {
    const Job job{.threads = 3};
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        job.stop.request();
    });
    const auto answers = run({.service = "odd"}, {"hang", "hang", "hang", "a"}, job);
    for (const TaskAnswer& answer : answers) EXPECT_EQ(answer.status, Status::NotBegun);
    EXPECT_EQ(children(), 0u);
}

TEST_F(Workers, TellHowFarTheyAre) {
    std::vector<Progress> told;
    WorkerPool pool("odd", {}, [&](const Progress& progress) { told.push_back(progress); });
    ASSERT_TRUE(pool.start(0, "report"));
    while (pool.busy() > 0) pool.wait();
    ASSERT_EQ(told.size(), 1u);
    EXPECT_EQ(told[0].sentence, "half of it");
    EXPECT_EQ(told[0].part, 0.5);
}

// Workers need nothing of the process that starts them: it may have threads.
TEST_F(Workers, AreStartedFromAProcessWithManyThreads) {
    std::atomic<bool> end = false;
    std::vector<std::jthread> others;
    for (int i = 0; i < 10; i++) {
        others.emplace_back([&] {
            while (!end) std::this_thread::yield();
        });
    }
    std::vector<std::vector<TaskAnswer>> answers(3);
    {
        std::vector<std::jthread> askers;
        for (std::size_t i = 0; i < answers.size(); i++)
            askers.emplace_back([&, i] {
                answers[i] = run({.service = "square"}, {"4", "5"}, {.threads = 2});
            });
    }
    end = true;
    for (const auto& one : answers) {
        ASSERT_EQ(one.size(), 2u);
        EXPECT_EQ(one[0].text, "16");
        EXPECT_EQ(one[1].text, "25");
    }
}

TEST(WorkerProgram, IsMissedInASentence) {
    setenv("OUNCE_PROGRAM", "/nowhere/ounce", 1);
    const auto answers =
        runInWorkers({.service = "x", .count = 1, .message = [](std::size_t) { return ""; }}, {});
    unsetenv("OUNCE_PROGRAM");
    ASSERT_FALSE(answers);
    EXPECT_THAT(answers.error().message(), HasSubstr("/nowhere/ounce: cannot start a worker process"));
}

}  // namespace
}  // namespace ounce
