// The configuration files that come with Whisker.
#include <gtest/gtest.h>

#include "../shared_folder.h"
#include "generate/config.h"

namespace ounce {
namespace {

TEST(SearchConfig, ReadsTheFilesThatComeWithWhisker) {
    const std::filesystem::path folder = sharedFolder() / "corpus/aux/whisker/configs";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
    for (const char* name : {"default", "mio", "mosa", "oneplusone", "random", "randomSearch"}) {
        const auto config = readSearchConfig((folder / (std::string(name) + ".json")).string());
        ASSERT_TRUE(config) << config.error().message();
        EXPECT_TRUE(config->stopWhenComplete);
        EXPECT_EQ(config->budget.seconds, 6000);
        EXPECT_EQ(config->encoding.max, 480);
    }
}

}  // namespace
}  // namespace ounce
