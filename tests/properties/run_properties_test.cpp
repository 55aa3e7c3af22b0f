// What must hold for every program: the same seed gives the same bytes, a copied state goes its own way, what
// was drawn can be replayed. Checked on the little programs of tests/programs and on games of the corpus.
#include <gtest/gtest.h>

#include "cases.h"

namespace ounce::properties {
namespace {

void copiesGoTheirOwnWay(const Case& one, std::uint64_t distance) {
    SCOPED_TRACE(one.name);
    Traced original(one);
    struct Copy {
        State state;
        std::size_t at;
    };
    std::vector<Copy> copies;
    std::string whole;
    while (original.state().step < one.steps) {
        if (original.state().step % distance == distance / 2)
            copies.push_back({original.state(), whole.size()});
        whole += original.step() + '\n';
    }
    // The original has gone on to the end; nothing of that may be seen in the copies.
    for (const Copy& copy : copies) {
        Traced again(one, copy.state);
        const std::uint64_t step = copy.state.step;
        ASSERT_EQ(again.rest(), whole.substr(copy.at)) << "copied after " << step << " steps";
        ASSERT_TRUE(again.state() == original.state()) << "copied after " << step << " steps";
        ASSERT_EQ(again.state().hash(), original.state().hash());
    }
}

TEST(Properties, TheSameSeedGivesTheSameBytes) {
    for (const Case& one : littlePrograms()) EXPECT_EQ(Traced(one).rest(), Traced(one).rest()) << one.name;
}

TEST(Properties, CopiesOfLittleProgramsGoTheirOwnWay) {
    for (const Case& one : littlePrograms()) copiesGoTheirOwnWay(one, 4);
}

TEST(Properties, CopiesOfGamesGoTheirOwnWay) {
    const std::vector<Case> all = games(200, 40);
    if (all.empty()) GTEST_SKIP() << "there is no corpus";
    for (const Case& one : all) copiesGoTheirOwnWay(one, 60);
}

TEST(Properties, AHundredRunsOfAGameAreTheSame) {
    const std::vector<Case> all = games(100, 5);
    if (all.empty()) GTEST_SKIP() << "there is no corpus";
    for (const Case& one : all) {
        const std::string first = Traced(one).rest();
        for (int i = 1; i < 100; i++) ASSERT_EQ(Traced(one).rest(), first) << one.name << ", run " << i;
    }
}

TEST(Properties, NoRunDependsOnTheOneBefore) {
    const std::vector<Case> all = games(120, 12);
    if (all.empty()) GTEST_SKIP() << "there is no corpus";
    for (std::size_t i = 0; i + 1 < all.size(); i++) {
        const std::string before = Traced(all[i]).rest();
        Traced(all[i + 1]).rest();
        ASSERT_EQ(Traced(all[i]).rest(), before) << all[i].name << " after " << all[i + 1].name;
    }
}

TEST(Properties, WhatWasDrawnCanBeReplayed) {
    std::vector<Case> all = littlePrograms();
    for (Case& one : games(150, 20)) all.push_back(std::move(one));
    int drawing = 0;
    for (const Case& one : all) {
        Traced recorded(one);
        RecordingChoices recording(*one.program);
        recorded.machine().choices = &recording;
        const std::string expected = recorded.rest();
        // A generator of another seed: only the log can give the same numbers.
        Traced replayed(one, initialState(*one.program, one.options, 99));
        ReplayedChoices replaying(*one.program, recording.draws());
        replayed.machine().choices = &replaying;
        ASSERT_EQ(replayed.rest(), expected) << one.name;
        ASSERT_TRUE(replaying.fit().exact()) << one.name;
        drawing += !recording.draws().empty();
    }
    EXPECT_GT(drawing, 10);
}

TEST(Properties, EqualStatesHaveEqualHashesAndStepsChangeThem) {
    for (const Case& one : littlePrograms()) {
        Traced run(one);
        State before = run.state();
        while (run.state().step < one.steps) {
            run.step();
            const State copy = run.state();
            ASSERT_TRUE(copy == run.state()) << one.name;
            ASSERT_EQ(copy.hash(), run.state().hash()) << one.name;
            ASSERT_FALSE(copy == before) << one.name << ": a step leaves its mark at least on the clock";
            before = copy;
        }
    }
}

}  // namespace
}  // namespace ounce::properties
