// A run under its own log is the same run.
#include <gtest/gtest.h>

#include "cases.h"
#include "vm/log.h"

namespace ounce::properties {
namespace {

TEST(LogProperties, ALogBringsARunBack) {
    std::vector<Case> all = littlePrograms();
    for (Case& one : games(150, 30)) all.push_back(std::move(one));
    int drawing = 0;
    for (const Case& one : all) {
        SCOPED_TRACE(one.name);
        Traced recorded(one);
        RecordingChoices recording(*one.program);
        recorded.machine().choices = &recording;
        const std::string expected = recorded.rest();
        const Log log{.seed = 5,
                      .steps = one.steps,
                      .machine = one.options,
                      .inputs = one.inputs,
                      .draws = recording.draws(),
                      .complete = recording.complete()};
        const std::string json = writeLog(log);
        const auto read = readLog(json, "log");
        ASSERT_TRUE(read) << read.error().message();
        ASSERT_EQ(writeLog(*read), json);

        const Case again{one.name, one.program, read->machine, read->inputs, read->steps};
        // Another seed: where the log is complete, nothing is drawn from it.
        Traced replayed(again, initialState(*one.program, read->machine, 99));
        ReplayedChoices replaying(*one.program, read->draws);
        replayed.machine().choices = &replaying;
        ASSERT_EQ(replayed.rest(), expected);
        ASSERT_TRUE(replaying.fit().exact());
        drawing += !log.draws.empty();
    }
    EXPECT_GT(drawing, 10);
}

}  // namespace
}  // namespace ounce::properties
