// Checks that hold whatever the random numbers are.
#include "generate/robust.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "generate/test_program.h"
#include "testing/play.h"

namespace ounce {
namespace {

constexpr const char* kLuck = R"(stage
  variable luck = 0
  variable count = 0

when [space v] key pressed
set [luck v] to (pick random (1) to (1000))
change [count v] by (1)

sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
go to x: (pick random (-200) to (0)) y: (10)
forever
  change x by (2)
end
)";

class RobustTest : public ::testing::Test {
  protected:
    RobustTest() {
        suite_.numbers = Numbers::Whisker;
        machine_ = suite_.machineOptions();
        start_.emplace(testStart(*program_, machine_, 1));
        test_.name = "space";
        test_.seed = 1;
        test_.steps = 20;
        test_.events = {{5, {.kind = UserEvent::Kind::KeyPress, .name = "space", .steps = 2}}};
    }
    Robustness make(const RobustOptions& how = {}) {
        return makeRobust(*program_, machine_, *start_, test_, how);
    }
    std::vector<Check> about(Check::Kind kind, const std::string& name) const {
        std::vector<Check> found;
        for (const TimedCheck& timed : test_.checks) {
            if (timed.check.kind == kind && (timed.check.name == name || timed.check.subject.sprite == name))
                found.push_back(timed.check);
        }
        return found;
    }
    bool passes(std::uint32_t seed) {
        TestCase test = test_;
        test.seed = seed;
        return playTest(*program_, machine_, *start_, test).verdict == Verdict::Pass;
    }

    std::shared_ptr<const Program> program_ = programOf(kLuck);
    Suite suite_{};
    MachineOptions machine_{};
    std::optional<Moment> start_{};
    TestCase test_{};
};

TEST_F(RobustTest, WhatDoesNotDependOnChanceStaysExact) {
    const Robustness robust = make();
    EXPECT_EQ(robust.unquiet, 0u);
    EXPECT_GE(robust.runs, 330);
    const std::vector<Check> count = about(Check::Kind::Variable, "count");
    EXPECT_TRUE(std::any_of(count.begin(), count.end(), [](const Check& check) {
        return !check.since && check.comparison == Check::Comparison::Equal && check.expected == Value(1);
    }));
}

TEST_F(RobustTest, WhatDoesIsWeakened) {
    make();
    const std::vector<Check> luck = about(Check::Kind::Variable, "luck");
    ASSERT_FALSE(luck.empty());
    for (const Check& check : luck)
        EXPECT_FALSE(!check.since && check.comparison == Check::Comparison::Equal);
    // Where the cat is depends on chance, how far it goes does not.
    const std::vector<Check> x = about(Check::Kind::X, "Cat");
    EXPECT_TRUE(std::any_of(x.begin(), x.end(), [](const Check& check) {
        return check.since && *check.since > 0 && check.comparison == Check::Comparison::Equal;
    }));
}

TEST_F(RobustTest, HoldsWithSeedsThatNothingSaw) {
    make();
    ASSERT_GT(test_.checks.size(), 4u);
    int failures = 0;
    for (std::uint32_t seed = 1; seed <= 500; seed++) failures += passes(seed) ? 0 : 1;
    EXPECT_LE(failures, 5);  // 1 %
}

TEST_F(RobustTest, NoticesABlockThatIsGone) {
    make();
    const auto without = [&](const std::string& block) {
        std::string text = kLuck;
        text.erase(text.find(block), block.size() + 1);
        const auto changed = programOf(text);
        TestCase test = test_;
        test.seed = 77;
        return playTest(*changed, machine_, testStart(*changed, machine_, 1), test).verdict;
    };
    EXPECT_EQ(without("set [luck v] to (pick random (1) to (1000))"), Verdict::Fail);
    EXPECT_EQ(without("  change x by (2)"), Verdict::Fail);
    EXPECT_EQ(without("change [count v] by (1)"), Verdict::Fail);
}

TEST_F(RobustTest, DropsWhatWasGivenAndDoesNotHold) {
    Check lucky;
    lucky.kind = Check::Kind::Variable;
    lucky.name = "luck";
    test_.checks = {{0, lucky}};
    test_.checks[0].at = 20;
    State state = start_->state;
    lucky.expected = Value(123);
    test_.checks[0].check = lucky;
    make();
    EXPECT_EQ(std::count_if(test_.checks.begin(), test_.checks.end(),
                            [&](const TimedCheck& timed) { return timed.check == lucky; }),
              0);
}

// A hat on a cat that is anywhere, and a best score that is kept.
constexpr const char* kTogether = R"(stage
  variable score = 0
  variable best = 0

when flag clicked
forever
  set [score v] to (pick random (1) to (1000))
  if <(score) > (best)> then
    set [best v] to (score)
  end
end

sprite Hat
  costume "hat" rect 40 40 #0000ff

when flag clicked
forever
  go to (Cat v)
  change y by (20)
end

sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
forever
  go to x: (pick random (-200) to (200)) y: (10)
end
)";

TEST_F(RobustTest, SaysWhatTwoValuesHaveToDoWithEachOther) {
    program_ = programOf(kTogether);
    start_.emplace(testStart(*program_, machine_, 1));
    test_.events.clear();
    make();
    std::vector<std::string> relations;
    for (const TimedCheck& timed : test_.checks) {
        if (timed.check.minus && timed.span == Span::Always) relations.push_back(timed.check.text());
    }
    EXPECT_EQ(relations, (std::vector<std::string>{"variable «best» should be at least variable «score»",
                                                   "x of Cat should be x of Hat (within 5)"}));
    const auto verdictAfter = [&](const std::string& was, const std::string& is) {
        std::string text = kTogether;
        text.replace(text.find(was), was.size(), is);
        const auto changed = programOf(text);
        TestCase test = test_;
        test.seed = 77;
        return playTest(*changed, machine_, testStart(*changed, machine_, 1), test);
    };
    EXPECT_EQ(verdictAfter("(score) > (best)", "(score) < (best)").verdict, Verdict::Fail);
    EXPECT_EQ(verdictAfter("go to (Cat v)", "go to (random position v)").verdict, Verdict::Fail);
    int failures = 0;
    for (std::uint32_t seed = 100; seed < 400; seed++) failures += passes(seed) ? 0 : 1;
    EXPECT_LE(failures, 3);  // 1 %
}

TEST_F(RobustTest, ATestWithoutChanceNeedsOneRun) {
    program_ = programOf(R"(stage
  variable count = 0

when flag clicked
forever
  change [count v] by (1)
end
)");
    start_.emplace(testStart(*program_, machine_, 1));
    test_.events.clear();
    test_.steps = 10;
    EXPECT_EQ(make().runs, 1);
    EXPECT_FALSE(test_.checks.empty());
}

}  // namespace
}  // namespace ounce
