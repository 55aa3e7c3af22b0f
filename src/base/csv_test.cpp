#include "base/csv.h"

#include <gtest/gtest.h>

namespace ounce {
namespace {

TEST(Csv, QuotesWhereNeeded) {
    EXPECT_EQ(csvCell("a b"), "a b");
    EXPECT_EQ(csvCell("a,\"b\""), "\"a,\"\"b\"\"\"");
}

// A sprite may be called «=HYPERLINK(…)»; a spreadsheet must not run that.
TEST(Csv, FormulasBecomeTexts) {
    EXPECT_EQ(csvCell("=1+1"), "'=1+1");
    EXPECT_EQ(csvCell("@SUM(A1)"), "'@SUM(A1)");
    EXPECT_EQ(csvCell("+cmd|' /C calc'!A0"), "'+cmd|' /C calc'!A0");
    EXPECT_EQ(csvCell("=a,b"), "\"'=a,b\"");
    EXPECT_EQ(csvCell("-5"), "-5");
    EXPECT_EQ(csvCell("-1.5e-7"), "-1.5e-7");
}

}  // namespace
}  // namespace ounce
