// States are values: to go on from where an earlier program has ended is to run it again.
#include "contracts/scratch/trial.h"

#include <gtest/gtest.h>

#include "project/load.h"

namespace ounce::contracts {
namespace {

TEST(ScratchTrial, ToGoOnIsToRunAgain) {
    auto project = readText(R"(stage
  variable sum = 0
  list items

sprite A

// @requires n > 0 @ensures sum >= old(sum)
define grow (n)
change [sum v] by (n)
add (n) to [items v]
broadcast (grown v) and wait

define shrink
if <(sum) > (3)> then
  change [sum v] by (-1)
  delete (1) of [items v]
end

when I receive [grown v]
if <(pick random (1) to (3)) = (1)> then
  wait (0.1) seconds
  shrink
end
)",
                            "a.scratch", "");
    ASSERT_TRUE(project) << project.error().message();
    const auto target = scratchTargetOf(std::move(*project), "a.scratch");
    ASSERT_TRUE(target) << target.error().message();
    const FuzzOptions options;
    ScratchTrial trial(*target, options, {}), other(*target, options, {});
    Corpus corpus;
    int wentOn = 0, failed = 0;
    for (std::uint64_t number = 0; number < 3000; number++) {
        auto made = trial.generate(number, corpus);
        ASSERT_TRUE(made);
        other.know(corpus);
        ScratchReport report = trial.run(*made);
        const ScratchReport whole = other.run(made->program);
        EXPECT_EQ(report.failed, whole.failed) << number;
        EXPECT_EQ(report.discarded, whole.discarded) << number;
        EXPECT_EQ(report.key(), whole.key()) << number;
        wentOn += made->isAppended ? 1 : 0;
        failed += report.failed ? 1 : 0;
        if (!report.fresh.empty())
            trial.keep(std::move(made->program), number, std::move(report.fresh), corpus);
    }
    EXPECT_GT(wentOn, 500);
    EXPECT_GT(failed, 50);
}

}  // namespace
}  // namespace ounce::contracts
