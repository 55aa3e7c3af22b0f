// The reader: what it takes, and what it says about what it does not.
#include "spec/parse.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/load.h"

namespace ounce::spec {
namespace {

using testing::HasSubstr;

std::string problemOf(const std::string& text) {
    const auto spec = parse(text, "t.props");
    return spec ? "" : spec.error().message();
}

TEST(PropsFile, HoldsNamesExplanationsAndFormulasOverSeveralLines) {
    const auto spec = parse(R"(# not right above

# The bowl is for catching,
# so it stays low.
bowl stays low: always
    Bowl.y < 0   # a remark
    and Bowl.x > -240

let caught = changes(score)
P2: never caught and touching(Apple, #ff0000)
)",
                            "t.props");
    ASSERT_TRUE(spec) << spec.error().message();
    ASSERT_EQ(spec->properties.size(), 2u);
    EXPECT_EQ(spec->properties[0].name, "bowl stays low");
    EXPECT_EQ(spec->properties[0].explanation, "The bowl is for catching, so it stays low.");
    EXPECT_EQ(spec->at(spec->properties[0].term).code, Code::Always);
    EXPECT_EQ(spec->properties[1].explanation, "");
    ASSERT_EQ(spec->lets.size(), 1u);
    EXPECT_EQ(spec->lets[0].name, "caught");
}

TEST(PropsFile, CountsTimesInWholeSteps) {
    const auto stepsOf = [](const std::string& time) {
        const auto spec = parse(fmt::format("p: after flag within {} Cat.visible", time), "t.props");
        return spec ? spec->at(spec->properties[0].term).number : -1;
    };
    EXPECT_EQ(stepsOf("200 ms"), 6);
    EXPECT_EQ(stepsOf("199 ms"), 5);
    EXPECT_EQ(stepsOf("2 s"), 60);
    EXPECT_EQ(stepsOf("0.1 s"), 3);
    EXPECT_EQ(stepsOf("1 min"), 1800);
    EXPECT_EQ(stepsOf("4 steps"), 4);
    EXPECT_EQ(stepsOf("0 ms"), 0);
}

TEST(PropsFile, BindsAsOneWouldRead) {
    const auto shape = [](const std::string& formula) {
        const auto spec = parse(fmt::format("p: {}", formula), "t.props");
        if (!spec) return spec.error().message();
        const auto write = [&](const auto& self, TermIndex i) -> std::string {
            const Term& t = spec->at(i);
            if (t.code == Code::Name) return t.name;
            if (t.code == Code::Number) return "1";
            const char* sign = t.code == Code::And        ? "&"
                               : t.code == Code::Or       ? "|"
                               : t.code == Code::Implies  ? ">"
                               : t.code == Code::Since    ? "S"
                               : t.code == Code::Add      ? "+"
                               : t.code == Code::Multiply ? "*"
                               : t.code == Code::Equal    ? "="
                                                          : "?";
            if (t.code == Code::Not) return fmt::format("!{}", self(self, t.a));
            if (t.code == Code::Always) return self(self, t.a);
            return fmt::format("({}{}{})", self(self, t.a), sign, self(self, t.b));
        };
        return write(write, spec->properties[0].term);
    };
    EXPECT_EQ(shape("a or b and not c => d"), "((a|(b&!c))>d)");
    EXPECT_EQ(shape("a => b => c"), "(a>(b>c))");
    EXPECT_EQ(shape("not a = b + c * d"), "!(a=(b+(c*d)))");
    EXPECT_EQ(shape("a and b since c or d"), "((a&b)S(c|d))");
    EXPECT_EQ(shape("(a or b) and c"), "((a|b)&c)");
}

TEST(PropsFile, SaysWhereAndWhatWasExpected) {
    EXPECT_EQ(problemOf("p: always (score > 1"),
              "t.props: line 1, column 21: expected «)», found the end of the property");
    EXPECT_EQ(problemOf("\np: always score >\n   and 1"),
              "t.props: line 3, column 4: expected a value or an event, found «and»");
    EXPECT_EQ(
        problemOf("p: after flag 200 ms Cat.visible"),
        "t.props: line 1, column 15: expected «within 200 ms …», «for 2 s …» or «always …», found «200»");
    EXPECT_EQ(problemOf("p: after flag within 200 Cat.visible"),
              "t.props: line 1, column 26: expected a unit of time: ms, s, min or steps, found «Cat»");
    EXPECT_EQ(problemOf("p: never touchin(Cat, edge)"),
              "t.props: line 1, column 10: there is no function «touchin»; did you mean «touching»?");
    EXPECT_EQ(problemOf("p: 0 < x < 10"),
              "t.props: line 1, column 10: two comparisons in a row are joined with «and»: 0 < x and x < 10");
    EXPECT_EQ(problemOf("always score > 1"),
              "t.props: line 1, column 1: expected a property, «name: formula», or «let name = …»");
    EXPECT_EQ(problemOf("p: a = 1\np: a = 2"), "t.props: line 2, column 1: there is a property «p» already");
    EXPECT_EQ(problemOf("  p: a = 1"), "t.props: line 1, column 1: a property begins at the start of a line");
    EXPECT_EQ(problemOf("let flag = 1"), "t.props: line 1, column 5: «flag» is a word of the language");
    EXPECT_EQ(problemOf("p: Cat.say = \"hello"),
              "t.props: line 1, column 14: the quotation mark is not closed on this line");
    EXPECT_EQ(problemOf("p: ä = ö $"), "t.props: line 1, column 10: «$» means nothing here");
}

TEST(PropsFile, RefusesWhatIsNestedTooDeep) {
    EXPECT_THAT(problemOf("p: " + std::string(100000, '(') + "1"), HasSubstr("nested too deep"));
    EXPECT_THAT(problemOf("p: " + std::string(100000, '-') + "1"), HasSubstr("nested too deep"));
}

TEST(ProjectComments, HoldPropertiesEachWithItsOwnErrors) {
    const auto project = readText(R"(// @property low: always Cat.y < 0
stage
  variable score = 0

sprite Cat

// @property never negative: score >= 0
when flag clicked
move (10) steps

// @property broken: always (score

// just a remark
)",
                                  "t", "");
    ASSERT_TRUE(project) << project.error().message();
    const Spec spec = parseComments(*project, "cat.sb3");
    ASSERT_EQ(spec.properties.size(), 3u);
    EXPECT_EQ(spec.properties[0].name, "low");
    EXPECT_EQ(spec.properties[0].error, "");
    EXPECT_EQ(spec.properties[1].name, "never negative");
    EXPECT_EQ(spec.properties[2].name, "broken");
    EXPECT_THAT(spec.properties[2].error, HasSubstr("cat.sb3: comment of Cat: line"));
}

}  // namespace
}  // namespace ounce::spec
