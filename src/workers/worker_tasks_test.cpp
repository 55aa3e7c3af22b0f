#include "workers/worker_tasks.h"

#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace ounce {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<TaskAnswer> run(std::size_t count, const TaskOptions& options,
                            const std::function<std::string(std::size_t)>& task) {
    auto answers = runInWorkers(count, options, task, {});
    EXPECT_TRUE(answers);
    return answers ? std::move(*answers) : std::vector<TaskAnswer>();
}

TEST(WorkerTasks, AnswerInTheOrderOfTasksHoweverManyWorkersThereAre) {
    for (std::size_t workers : {1u, 3u}) {
        const auto answers =
            run(20, {.workers = workers}, [](std::size_t i) { return std::to_string(i * i); });
        ASSERT_EQ(answers.size(), 20u);
        for (std::size_t i = 0; i < answers.size(); i++) {
            EXPECT_EQ(answers[i].answer, std::to_string(i * i));
            EXPECT_THAT(answers[i].problem, IsEmpty());
        }
    }
}

TEST(WorkerTasks, TellOfEachTaskOnce) {
    std::vector<int> told(7);
    auto answers = runInWorkers(
        7, {.workers = 2}, [](std::size_t) { return "x"; },
        [&](std::size_t i, const TaskAnswer&) { told[i]++; });
    ASSERT_TRUE(answers);
    EXPECT_THAT(told, ::testing::Each(1));
}

TEST(WorkerTasks, LoseOnlyWhatCrashes) {
    const auto answers = run(5, {.workers = 2}, [](std::size_t i) {
        if (i == 2) raise(SIGKILL);
        if (i == 3) _exit(0);
        return std::string("well");
    });
    EXPECT_THAT(answers[2].problem, HasSubstr("crashed (signal 9)"));
    EXPECT_THAT(answers[3].problem, HasSubstr("ended without an answer"));
    for (std::size_t i : {0u, 1u, 4u}) EXPECT_EQ(answers[i].answer, "well");
}

TEST(WorkerTasks, LoseOnlyWhatHangs) {
    const auto answers = run(2, {.workers = 1, .limits = {.seconds = 2}}, [](std::size_t i) {
        while (i == 0) pause();
        return std::string("well");
    });
    EXPECT_THAT(answers[0].problem, HasSubstr("was stopped after 2 seconds"));
    EXPECT_EQ(answers[1].answer, "well");
}

TEST(WorkerTasks, BeginNothingMoreWhenTheyAreToldToStop) {
    std::atomic<bool> stop = false;
    auto answers = runInWorkers(
        5, {.workers = 1, .stop = &stop}, [](std::size_t) { return "x"; },
        [&](std::size_t i, const TaskAnswer&) { stop = i == 1; });
    ASSERT_TRUE(answers);
    EXPECT_EQ((*answers)[1].answer, "x");
    EXPECT_THAT((*answers)[2].problem, HasSubstr("not begun"));
    EXPECT_THAT((*answers)[4].problem, HasSubstr("not begun"));
}

}  // namespace
}  // namespace ounce
