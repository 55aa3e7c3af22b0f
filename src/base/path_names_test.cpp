#include "base/path_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ounce {
namespace {

using ::testing::ElementsAre;

TEST(DistinctNames, AreTheNamesOfTheFilesIfThatSuffices) {
    EXPECT_THAT(distinctNames({"/a/one.sb3", "/a/b/two.sb3"}), ElementsAre("one", "two"));
    EXPECT_THAT(distinctNames({"game.v2.sb3"}), ElementsAre("game.v2"));
    EXPECT_THAT(distinctNames({}), ElementsAre());
}

TEST(DistinctNames, TellPupilsApartWhoseFilesHaveTheSameName) {
    EXPECT_THAT(distinctNames({"class/Anna_1/game.sb3", "class/Ben_2/game.sb3", "class/Cem_3/mine.sb3"}),
                ElementsAre("Anna_1/game", "Ben_2/game", "mine"));
    EXPECT_THAT(distinctNames({"./x/g.sb3", "x/../y/g.sb3"}), ElementsAre("x/g", "y/g"));
    EXPECT_THAT(distinctNames({"/x/g.sb3", "/x/y/g.sb3"}), ElementsAre("g", "y/g"));
}

TEST(DistinctNames, KeepTheEndingIfItIsTheOnlyDifference) {
    EXPECT_THAT(distinctNames({"a/g.sb2", "a/g.sb3"}), ElementsAre("g.sb2", "g.sb3"));
}

TEST(DistinctNames, NumberAFileThatIsThereTwice) {
    EXPECT_THAT(distinctNames({"a/g.sb3", "a/g.sb3"}), ElementsAre("g.sb3", "g.sb3 (2)"));
}

}  // namespace
}  // namespace ounce
