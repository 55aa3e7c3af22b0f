// Each operator on a little program: which mutants there are, and which line each of them changes.
#include "mutation/mutant.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

#include "mutation/difference.h"
#include "project/load.h"
#include "project/settle.h"
#include "vm/program.h"

namespace ounce {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Project projectOf(const std::string& text) {
    auto project = readText(text, "test.scratch", "");
    EXPECT_TRUE(project) << project.error().message();
    settle(*project);
    return *project;
}

// Name and changed lines of each mutant: "SBD:Cat:1:2:movesteps | - move (10) steps".
std::vector<std::string> shown(const Project& project, const std::string& operators, std::uint64_t seed = 1) {
    std::vector<std::string> out;
    Differences differences(project);
    const auto parsed = parseOperators(operators);
    for (const Mutant& mutant : mutantsOf(project, parsed.value(), seed)) {
        out.push_back(mutant.name);
        for (const DifferenceLine& line : differences.of(mutant)) {
            if (line.kind != DifferenceLine::Kind::Same)
                out.back() += fmt::format(" | {} {}", static_cast<char>(line.kind), line.text);
        }
    }
    return out;
}

constexpr const char* kCat = "stage\n\nsprite Cat\n  costume \"cat\" rect 40 40 #ff0000\n\n";

std::string cat(const std::string& scripts) { return kCat + scripts; }

TEST(Mutants, SbdDeletesStatementsThatAreNeitherHatsNorBranches) {
    EXPECT_THAT(
        shown(projectOf(cat(R"(when flag clicked
move (10) steps
if <mouse down?> then
  say [x]
end
forever
  wait ((1) + (2)) seconds
  hide
end
)")),
              "SBD"),
        ElementsAre("SBD:Cat:1:2:movesteps | - move (10) steps", "SBD:Cat:1:5:say | -   say [x]",
                    "SBD:Cat:1:7:wait | -   wait ((1) + (2)) seconds", "SBD:Cat:1:9:hide | -   hide"));
}

TEST(Mutants, OfTwoEqualLinesTheDeletedOneIsShown) {
    const Project project = projectOf(cat("when flag clicked\nhide\nhide\nshow\n"));
    const auto mutants = mutantsOf(project, {MutantOperator::SBD}, 1);
    ASSERT_THAT(mutants, SizeIs(3));
    EXPECT_EQ(differenceText(Differences(project).of(mutants[1])), "  when flag clicked\n  hide\n- hide\n");
}

TEST(Mutants, SdmLeavesTheHatAlone) {
    const Project project = projectOf(cat(R"(when flag clicked
hide
forever
  move (1) steps
end

when this sprite clicked

define jump
show
)"));
    EXPECT_THAT(shown(project, "SDM"),
                ElementsAre("SDM:Cat:1:1:whenflagclicked | - hide | - forever | -   move (1) steps | - end",
                            "SDM:Cat:3:1:definition | - show"));
    // As many blocks as the hats are still there, as Whisker counts.
    const auto mutants = mutantsOf(project, {MutantOperator::SDM}, 1);
    EXPECT_EQ((*compile(project))->goalCount(), 7);
    EXPECT_EQ((*compile(applied(project, mutants[0])))->goalCount(), 4);
}

TEST(Mutants, KrmReplacesKeysInHatsAndMenus) {
    const auto mutants = shown(projectOf(cat(R"(when [space v] key pressed
if <key (a v) pressed?> then
  hide
end
)")),
                               "KRM", 3);
    ASSERT_THAT(mutants, SizeIs(2));
    EXPECT_THAT(
        mutants[0],
        testing::MatchesRegex("KRM:Cat:1:1:space-[a-z0-9 ]+ . - when .space v. key pressed . \\+ when .* key "
                              "pressed"));
    EXPECT_THAT(mutants[1],
                testing::MatchesRegex("KRM:Cat:1:3:a-.* . - if <key .a v. pressed.> then . \\+ if <key "
                                      ".* pressed.> then"));
}

TEST(Mutants, OperatorsAreReplacedByOthersOfTheirClass) {
    const Project project = projectOf(cat(R"(when flag clicked
move ((1) + ((2) * (3))) steps
if <<[1] < [2]> and <mouse down?>> then
  hide
end
)"));
    const auto arithmetic = shown(project, "AOR");
    ASSERT_THAT(arithmetic, SizeIs(2));
    EXPECT_THAT(
        arithmetic[0],
        AnyOf(
            "AOR:Cat:1:3:add-subtract | - move ((1) + ((2) * (3))) steps | + move ((1) - ((2) * (3))) steps",
            "AOR:Cat:1:3:add-multiply | - move ((1) + ((2) * (3))) steps | + move ((1) * ((2) * (3))) steps",
            "AOR:Cat:1:3:add-divide | - move ((1) + ((2) * (3))) steps | + move ((1) / ((2) * (3))) steps"));
    EXPECT_THAT(
        shown(project, "LOR"),
        ElementsAre("LOR:Cat:1:6:and-or | - if <<[1] < [2]> and <mouse down?>> then | + if <<[1] < [2]> or "
                    "<mouse down?>> then"));
    const auto relational = shown(project, "ROR");
    ASSERT_THAT(relational, SizeIs(1));
    EXPECT_THAT(
        relational[0],
        AnyOf("ROR:Cat:1:7:lt-gt | - if <<[1] < [2]> and <mouse down?>> then | + if <<[1] > [2]> and <mouse "
              "down?>> then",
              "ROR:Cat:1:7:lt-equals | - if <<[1] < [2]> and <mouse down?>> then | + if <<[1] = [2]> and "
              "<mouse down?>> then"));
}

TEST(Mutants, NcmNegatesTheConditionItselfNotItsNeighbour) {
    EXPECT_THAT(
        shown(projectOf(cat(R"(when flag clicked
wait until <<mouse down?> and <not <key (a v) pressed?>>>
)")),
              "NCM"),
        ElementsAre(
            "NCM:Cat:1:3:not-and | - wait until <<mouse down?> and <not <key (a v) pressed?>>> | + wait "
            "until <not <<mouse down?> and <not <key (a v) pressed?>>>>",
            "NCM:Cat:1:4:not-mousedown | - wait until <<mouse down?> and <not <key (a v) pressed?>>> | + "
            "wait until <<not <mouse down?>> and <not <key (a v) pressed?>>>",
            "NCM:Cat:1:6:not-keypressed | - wait until <<mouse down?> and <not <key (a v) pressed?>>> | + "
            "wait until <<mouse down?> and <not <not <key (a v) pressed?>>>>"));
}

TEST(Mutants, VrmTakesVariablesOfTheSpriteAndOfAll) {
    const Project project = projectOf(R"(stage
  variable score = 0

sprite Cat
  costume "cat" rect 40 40 #ff0000
  variable speed = 1

when flag clicked
set [score v] to ((speed) + (score))

sprite Dog
  costume "dog" rect 40 40 #ff0000

when flag clicked
say (score)
)");
    // Only reading is changed, and Dog has no other variable to read.
    EXPECT_THAT(
        shown(project, "VRM"),
        ElementsAre("VRM:Cat:1:4:speed-score | - set [score v] to ((speed) + (score)) | + set [score v] to "
                    "((score) + (score))",
                    "VRM:Cat:1:5:score-speed | - set [score v] to ((speed) + (score)) | + set [score v] to "
                    "((speed) + (speed))"));
}

TEST(Mutants, LearnersMistakesAreMadeOnDemand) {
    const Project project = projectOf(R"(stage

when I receive [go v]
hide variable [x v]

when I receive [stop v]
forever
  broadcast (go v)
end

when flag clicked
repeat (5)
  broadcast (stop v) and wait
end
hide variable [x v]
)");
    EXPECT_THAT(shown(project, "all"), testing::Not(testing::Contains(testing::HasSubstr("RFM"))));
    EXPECT_THAT(
        shown(project, "RFM"),
        ElementsAre("RFM:Stage:2:2:forever-repeat | - forever | + repeat (10)",
                    "RFM:Stage:3:2:repeat-forever | - repeat (5) | + forever | - hide variable [x v]"));
    EXPECT_THAT(
        shown(project, "BRM"),
        ElementsAre(
            "BRM:Stage:2:3:go-stop | -   broadcast (go v) | +   broadcast (stop v)",
            "BRM:Stage:3:3:stop-go | -   broadcast (stop v) and wait | +   broadcast (go v) and wait"));
}

TEST(Mutants, LooseBlocksAreNotMutated) {
    EXPECT_THAT(shown(projectOf(cat("move ((1) + (2)) steps\nif <mouse down?> then\n  hide\nend\n")), "all+"),
                IsEmpty());
}

constexpr const char* kGame = R"(stage
  variable score = 0
  variable lives = 3

sprite Cat
  costume "cat" rect 40 40 #ff0000
  variable speed = 1

when flag clicked
set [score v] to (0)
forever
  if <<key (left arrow v) pressed?> and <(score) < (10)>> then
    change x by ((0) - ((speed) * (5)))
  end
  if <touching (edge v)?> then
    jump (3)
    broadcast (lost v)
  end
end

define jump (height)
repeat (height)
  change y by (10)
end

when I receive [lost v]
change [lives v] by (-1)

when I receive [won v]
stop [all v]
)";

TEST(Mutants, NamesAreUniqueAndDoNotDependOnTheOtherOperators) {
    const Project project = projectOf(kGame);
    const MutantOperators all = *parseOperators("all+");
    std::set<std::string> names;
    const auto mutants = mutantsOf(project, all, 1);
    for (const Mutant& mutant : mutants) EXPECT_TRUE(names.insert(mutant.name).second) << mutant.name;
    EXPECT_GT(names.size(), 20u);
    for (const MutantOperator op : all) {
        for (const Mutant& mutant : mutantsOf(project, {op}, 1))
            EXPECT_TRUE(names.contains(mutant.name)) << mutant.name;
    }
}

TEST(Mutants, CompileAndCanBeWrittenAndReadAgain) {
    const Project project = projectOf(kGame);
    for (const Mutant& mutant : mutantsOf(project, *parseOperators("all+"), 1)) {
        const Project changed = applied(project, mutant);
        EXPECT_FALSE(changed == project) << mutant.name;
        EXPECT_TRUE(compile(changed)) << mutant.name;
        const auto again = readProjectJson(writeProjectJson(changed), mutant.name);
        ASSERT_TRUE(again) << again.error().message();
        EXPECT_TRUE(again->targets == changed.targets) << mutant.name;
    }
}

TEST(Mutants, AVariantSharesTheStageWithTheOriginal) {
    const auto original = compile(projectOf(kGame));
    ASSERT_TRUE(original);
    const auto mutants = mutantsOf((*original)->project, usualOperators(), 1);
    const auto variant = compileVariant(applied((*original)->project, mutants[0]), **original);
    ASSERT_TRUE(variant);
    EXPECT_EQ((*variant)->stage, (*original)->stage);
}

TEST(Mutants, ASampleKeepsTheOrderAndTheSeedDecides) {
    const Project project = projectOf(kGame);
    const auto all = mutantsOf(project, usualOperators(), 1);
    const auto names = [](const std::vector<Mutant>& mutants) {
        std::vector<std::string> out;
        for (const Mutant& mutant : mutants) out.push_back(mutant.name);
        return out;
    };
    const auto some = names(sampled(all, 5, 7));
    EXPECT_THAT(some, SizeIs(5));
    EXPECT_EQ(some, names(sampled(all, 5, 7)));
    EXPECT_NE(some, names(sampled(all, 5, 8)));
    const auto everything = names(all);
    EXPECT_TRUE(std::ranges::is_sorted(some, {}, [&](const std::string& name) {
        return std::ranges::find(everything, name) - everything.begin();
    }));
    EXPECT_EQ(names(sampled(all, 1000, 7)), everything);
}

TEST(Operators, AreReadFromTheirCodes) {
    EXPECT_EQ(parseOperators("all"), usualOperators());
    EXPECT_THAT(*parseOperators("sbd,KRM,SBD"), ElementsAre(MutantOperator::KRM, MutantOperator::SBD));
    EXPECT_THAT(*parseOperators("all+"), SizeIs(kMutantOperators));
    EXPECT_FALSE(parseOperators("XYZ"));
    EXPECT_FALSE(parseOperators(""));
}

}  // namespace
}  // namespace ounce
