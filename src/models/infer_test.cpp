// Models that are proposed: what is left when somebody stops that.
#include "models/infer.h"

#include <atomic>
#include <gtest/gtest.h>

#include "project/load.h"

namespace ounce::models {
namespace {

constexpr const char* kProgram = R"(stage
  backdrop "b" rect 480 360 #ffffff
  variable score = 0

sprite Cat
  costume "c" rect 20 20 #ff0000

when flag clicked
forever
  if <key (right arrow v) pressed?> then
    change x by (10)
    change [score v] by (1)
  end
end
)";

// Whatever it is doing when the time is up, runs that never began have seen nothing.
TEST(Infer, EndsWhereverItIsStopped) {
    auto project = readText(kProgram, "test.scratch", "");
    ASSERT_TRUE(project) << project.error().message();
    const auto program = compile(std::move(*project));
    ASSERT_TRUE(program);
    for (double looks = 1; looks < 3e5; looks *= 4) {
        std::atomic<int> looked{0};
        const Job job{.clock = [&] { return static_cast<double>(looked++); }, .threads = 2};
        const Inferred inferred = inferModels(*program, {}, job.within(looks));
        EXPECT_GE(inferred.coverage, 0);
    }
}

}  // namespace
}  // namespace ounce::models
