// Contracts in comments and in .props files.
#include "contracts/scratch/written.h"

#include <gtest/gtest.h>

namespace ounce::contracts {
namespace {

TEST(WrittenContract, ReadsConditionsWithTheirPlaces) {
    const std::string source =
        "sprite A\n\n// @requires n > 0 @ensures a = old(a) + n @open\ndefine grow (n)\n";
    const WrittenContract contract =
        contractIn("@requires n > 0 @ensures a = old(a) + n @open", source, "a.scratch");
    ASSERT_EQ(contract.conditions.size(), 2u);
    EXPECT_FALSE(contract.conditions[0].isEnsures);
    EXPECT_EQ(contract.conditions[0].text, "n > 0");
    EXPECT_EQ(contract.conditions[0].place, "a.scratch:3:14");
    EXPECT_TRUE(contract.conditions[1].isEnsures);
    EXPECT_EQ(contract.conditions[1].text, "a = old(a) + n");
    EXPECT_TRUE(contract.isOpen);
}

TEST(WrittenContract, OtherCommentsSayNothing) {
    const WrittenContract contract = contractIn("mail to me@requires.org, opened by @openers", "", "");
    EXPECT_TRUE(contract.conditions.empty());
    EXPECT_FALSE(contract.isOpen);
}

TEST(WrittenContract, PropertyFilesHoldThemInComments) {
    const std::string props =
        "# An explanation.\nlow: always A.y < 0\n# @message pushed @requires size > 0\n"
        "# @define Stack: push many @ensures size > 0 @open\n"
        "# @flag @private\n";
    const auto all = contractsIn(props, "s.props");
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].of, NamedContract::Of::Message);
    EXPECT_EQ(all[0].name, "pushed");
    EXPECT_EQ(all[0].contract.conditions[0].place, "s.props:3:29");
    EXPECT_EQ(all[1].of, NamedContract::Of::Block);
    EXPECT_EQ(all[1].name, "Stack: push many");
    EXPECT_TRUE(all[1].contract.isOpen);
    EXPECT_EQ(all[1].place, "s.props:4:1");
    EXPECT_FALSE(all[1].contract.isPrivate);
    EXPECT_EQ(all[2].of, NamedContract::Of::Flag);
    EXPECT_TRUE(all[2].contract.isPrivate);
}

}  // namespace
}  // namespace ounce::contracts
