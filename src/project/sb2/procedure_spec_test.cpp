#include "project/sb2/procedure_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ounce::sb2 {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Kind> kinds(std::string_view spec) {
    std::vector<Kind> all;
    for (const SpecArgument& argument : argumentsOf(spec)) all.push_back(argument.kind);
    return all;
}

TEST(ProcedureSpec, ArgumentsStandAtTheStartOrAfterWhiteSpace) {
    EXPECT_THAT(kinds("jump %n times %b say %s"), ElementsAre(Kind::Number, Kind::Condition, Kind::Text));
    EXPECT_THAT(kinds("%s"), ElementsAre(Kind::Text));
    EXPECT_THAT(kinds("\u00a0%b"), ElementsAre(Kind::Condition)) << "a no-break space is white space";
    EXPECT_THAT(kinds("a%s"), IsEmpty());
    EXPECT_THAT(kinds("\u00e9%s %s"), ElementsAre(Kind::Text));
}

TEST(ProcedureSpec, OtherPercentSignsCountOnlyAtTheStartOfAPiece) {
    EXPECT_THAT(kinds("50 % of it"), IsEmpty());
    EXPECT_THAT(kinds("% of %n"), ElementsAre(Kind::Block, Kind::Number));
    EXPECT_THAT(kinds("%n%n"), ElementsAre(Kind::Block)) << "cut behind the first percent sign";
    EXPECT_THAT(kinds("not \\%n"), IsEmpty());
    EXPECT_THAT(kinds(""), IsEmpty());
}

}  // namespace
}  // namespace ounce::sb2
