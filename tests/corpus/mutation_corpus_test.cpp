// Whisker's own mutation projects: one mutant each, with as many blocks covered, or there, as Whisker counts.
#include <algorithm>
#include <gtest/gtest.h>

#include "corpus_files.h"
#include "mutation/mutant.h"
#include "project/load.h"
#include "testing/play.h"
#include "testing/program_text.h"

namespace ounce {
namespace {

struct Expectation {
    const char* file;
    MutantOperator op;
    std::size_t mutants;
    int originalCovered, mutantCovered;  // after the flag and a press of the space key
    int originalTotal, mutantTotal;
};

int covered(const Program& program) {
    const MachineOptions options = Suite().machineOptions();
    TestCase test{.name = "flag and space", .steps = 150};
    test.events.push_back({0, {.kind = UserEvent::Kind::KeyPress, .name = "space", .steps = 10}});
    const TestResult result = playTest(program, options, testStart(program, options, 1), test);
    return summarize(program, result.coverage).total.covered;
}

class WhiskersMutants : public testing::TestWithParam<Expectation> {};

TEST_P(WhiskersMutants, CoverAsMuchAsInWhisker) {
    const Expectation& expected = GetParam();
    const auto path = corpus() / "whisker/integration/mutation" / expected.file;
    auto project = loadProject(path.string());
    if (!project) GTEST_SKIP() << path << " is not there";
    const auto original = compile(std::move(*project));
    ASSERT_TRUE(original);
    EXPECT_EQ(covered(**original), expected.originalCovered);
    EXPECT_EQ((*original)->goalCount(), expected.originalTotal);
    const auto mutants = mutantsOf((*original)->project, {expected.op}, 1);
    ASSERT_EQ(mutants.size(), expected.mutants);
    for (const Mutant& mutant : mutants) {
        const auto variant = compileVariant(applied((*original)->project, mutant), **original);
        ASSERT_TRUE(variant);
        EXPECT_EQ((*variant)->goalCount(), expected.mutantTotal) << mutant.name;
        if (expected.mutantCovered >= 0) EXPECT_EQ(covered(**variant), expected.mutantCovered) << mutant.name;
    }
}

// Where several mutants are made, Whisker's test only counts the blocks that are left.
INSTANTIATE_TEST_SUITE_P(Integration, WhiskersMutants,
                         testing::Values(Expectation{"KRM-Sensing.sb3", MutantOperator::KRM, 1, 3, 2, 3, 3},
                                         Expectation{"KRM-Hat.sb3", MutantOperator::KRM, 1, 2, 0, 2, 2},
                                         Expectation{"ROR.sb3", MutantOperator::ROR, 1, 4, 3, 4, 4},
                                         Expectation{"NCM.sb3", MutantOperator::NCM, 1, 4, 3, 4, 4},
                                         Expectation{"VRM.sb3", MutantOperator::VRM, 1, 5, 4, 5, 5},
                                         Expectation{"ROR.sb3", MutantOperator::SBD, 2, 4, -1, 4, 3},
                                         Expectation{"SDM.sb3", MutantOperator::SDM, 2, 6, -1, 6, 4}),
                         [](const auto& info) {
                             std::string name = info.param.file;
                             name = name.substr(0, name.find('.'));
                             std::erase(name, '-');
                             return name + std::string(operatorInfo(info.param.op).code);
                         });

}  // namespace
}  // namespace ounce
