#include "base/job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ounce {
namespace {

struct Watch {
    double time = 100;
    std::vector<Progress> told{};
    Job job{.clock = [this] { return time; }, .listener = [this](const Progress& p) { told.push_back(p); }};
};

TEST(Job, WithoutAClockOnlyAStopEndsIt) {
    const Job job = Job{}.within(0).part(0);
    EXPECT_FALSE(job.isOver());
    EXPECT_FALSE(job.isLimited());
    EXPECT_EQ(job.spent(), 0);
    job.stop.request();
    EXPECT_TRUE(job.isOver());
}

TEST(Job, AStopIsHeardByAllThatWasMadeFromIt) {
    const Watch watch;
    const Job search = watch.job.within(30).part(0.5).phase("search").unlimited();
    EXPECT_FALSE(search.isStopped());
    watch.job.stop.request();
    EXPECT_TRUE(search.isStopped());
}

TEST(Job, TheCopiesOfAnotherJobHaveAnotherStop) {
    const Job one, other;
    one.stop.request();
    EXPECT_FALSE(other.isStopped());
}

TEST(Job, APartEndsWhenThatPartOfTheWholeIsOver) {
    Watch watch;
    const Job all = watch.job.within(10);
    watch.time = 104;
    const Job part = all.part(0.8);
    EXPECT_DOUBLE_EQ(part.secondsLeft(), 4);
    EXPECT_EQ(part.spent(), 0);
    watch.time = 106;
    EXPECT_DOUBLE_EQ(part.spent(), 0.5);
    watch.time = 108;
    EXPECT_TRUE(part.isOver());
    EXPECT_FALSE(all.isOver());
    EXPECT_FALSE(all.isStopped());
    watch.time = 110;
    EXPECT_TRUE(all.isLate());
}

TEST(Job, NothingInsideHasMoreTimeThanTheWhole) {
    Watch watch;
    const Job inside = watch.job.within(10).within(1000);
    EXPECT_DOUBLE_EQ(inside.secondsLeft(), 10);
    watch.time = 200;
    EXPECT_EQ(inside.secondsLeft(), 0);
    EXPECT_EQ(inside.spent(), 1);
}

TEST(Job, PhasesSayWhereInTheWholeTheyAre) {
    Watch watch;
    const Job second = watch.job.phase("generate", 0.5, 1).phase("search", 0, 0.5);
    second.report(0.5, "half of it");
    second.report(3, 4, "tests");
    ASSERT_EQ(watch.told.size(), 2u);
    EXPECT_EQ(watch.told[0].phase, "generate: search");
    EXPECT_DOUBLE_EQ(watch.told[0].part, 0.625);
    EXPECT_EQ(watch.told[0].sentence, "half of it");
    EXPECT_EQ(watch.told[1].done, 3u);
    EXPECT_EQ(watch.told[1].of, 4u);
    EXPECT_EQ(watch.told[1].sentence, "3 of 4 tests");
}

TEST(Job, ReportsArePartsOfOne) {
    Watch watch;
    watch.job.report(7.0);
    watch.job.report(-1.0);
    watch.job.quiet().report(0.5);
    ASSERT_EQ(watch.told.size(), 2u);
    EXPECT_EQ(watch.told[0].part, 1);
    EXPECT_EQ(watch.told[1].part, 0);
}

}  // namespace
}  // namespace ounce
