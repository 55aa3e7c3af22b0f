// Whatever happens in a run lies within the ranges that the abstract run found.
#include "verify/intervals.h"

#include <gtest/gtest.h>

#include "cases.h"

namespace ounce::properties {
namespace {

// What changes a program from outside is not in the abstract run.
bool isFromOutside(const InputEvent& e) {
    using Kind = InputEvent::Kind;
    switch (e.kind) {
        case Kind::GreenFlag:
        case Kind::StopAll:
        case Kind::KeyDown:
        case Kind::KeyUp:
        case Kind::MouseMove:
        case Kind::MouseDown:
        case Kind::MouseUp:
        case Kind::ClickSprite:
        case Kind::ClickStage:
        case Kind::Answer:
        case Kind::Loudness: return false;
        default: return true;
    }
}

// True: there was something to compare.
bool rangesHold(const Case& one) {
    if (std::ranges::any_of(one.inputs, isFromOutside)) return false;
    const auto invariants = verify::invariantsOf(*one.program, {}, {.machine = one.options});
    if (!invariants) return false;
    Traced run(one);
    for (std::uint64_t i = 0; i < one.steps; i++) {
        run.step();
        const Limits& limits = run.state().limits;
        if (limits.warp || limits.work || limits.memory || limits.stackDepth) break;
        const std::string outside = invariants->outside(run.state());
        if (outside.empty()) continue;
        ADD_FAILURE() << one.name << ": after " << run.state().step << " steps " << outside;
        return true;
    }
    return true;
}

TEST(Intervals, HoldInAllLittlePrograms) {
    int compared = 0;
    for (const Case& one : littlePrograms()) compared += rangesHold(one) ? 1 : 0;
    EXPECT_GT(compared, 200);
}

TEST(Intervals, HoldInGames) {
    const std::vector<Case> all = games(250, 120);
    if (all.empty()) GTEST_SKIP() << "there is no corpus";
    int compared = 0;
    for (const Case& one : all) compared += rangesHold(one) ? 1 : 0;
    EXPECT_GT(compared, 40);
}

}  // namespace
}  // namespace ounce::properties
