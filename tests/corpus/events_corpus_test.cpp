// Events of real programs: what is chosen reads back, and the programs that were made to need an event are
// offered it.
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <set>

#include "analysis/codon_reader.h"
#include "analysis/events/random_play.h"
#include "base/cast.h"
#include "project/load.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

fs::path corpus() {
    const char* shared = std::getenv("OUNCE_SHARED");
    return (shared ? fs::path(shared) : fs::path(OUNCE_SOURCE_DIR) / "../shared") / "corpus";
}

std::shared_ptr<const Program> programAt(const fs::path& path) {
    auto project = loadProject(path.string());
    EXPECT_TRUE(project) << project.error().message();
    return project ? *compile(std::move(*project)) : nullptr;
}

// The fixture that a colour has to be dragged to another one.
TEST(EventsOfFixtures, ADragBringsTheColoursTogether) {
    const fs::path path = corpus() / "whisker/integration/dragSpriteEvent/DragSpriteToColorTest2.sb3";
    if (!fs::exists(path)) GTEST_SKIP() << "there is no " << path;
    const auto program = programAt(path);
    const EventExtractor extractor(program);
    const MachineOptions options;
    State state = initialState(*program, options, 1);
    Machine machine(*program, state, options);
    machine.greenFlag();
    machine.step();
    ExtractionCache cache;
    const ExtractedEvent drag = extractor.extract(state, cache).front();
    User user;
    user.perform(machine, CodonReader(extractor, state, {}).instantiate(drag, std::vector<Codon>{360}));
    user.steps(machine, 2);
    EXPECT_EQ(toText(state.targets[2]->bubble.text).utf8(), "Hello!");
}

TEST(EventsOfGames, WhatIsWrittenAsCodonsReadsBack) {
    const fs::path games = corpus() / "neatest-ase22/games";
    if (!fs::is_directory(games)) GTEST_SKIP() << "there are no games in " << games;
    for (const auto& entry : fs::directory_iterator(games)) {
        SCOPED_TRACE(entry.path().filename().string());
        playAndReadBack(programAt(entry.path()), 60, 7);
    }
}

// Every event that was offered on the way when the program was played at random.
std::set<std::string> offeredIn(const std::shared_ptr<const Program>& program) {
    std::set<std::string> offered;
    const EventExtractor extractor(program);
    const CodonRules rules;
    MachineOptions options;
    options.mode = Mode::Whisker;
    for (std::uint32_t seed = 1; seed <= 5; seed++) {
        State state = initialState(*program, options, seed);
        Machine machine(*program, state, options);
        User user;
        ExtractionCache cache;
        Random random(seed);
        machine.greenFlag();
        for (int round = 0; round < 100; round++) {
            const auto events = extractor.extract(state, cache);
            for (const ExtractedEvent& event : events) offered.insert(extractor.identifier(event, state));
            const auto chosen = static_cast<std::size_t>(random.next() * static_cast<double>(events.size()));
            const ExtractedEvent& event = events[chosen];
            const UserEvent does = CodonReader(extractor, state, rules)
                                       .instantiate(event, randomParameters(*event.what, rules, random));
            user.perform(machine, does);
            user.steps(machine, does.kind == UserEvent::Kind::Wait ? does.steps : 1);
        }
    }
    return offered;
}

struct Fixture {
    const char* file;
    std::vector<const char*> needs;
};

void PrintTo(const Fixture& fixture, std::ostream* out) { *out << fixture.file; }

class NeededEvents : public ::testing::TestWithParam<Fixture> {};

TEST_P(NeededEvents, AreOffered) {
    const fs::path path = corpus() / "whisker/integration" / GetParam().file;
    if (!fs::exists(path)) GTEST_SKIP() << "there is no " << path;
    const std::set<std::string> offered = offeredIn(programAt(path));
    for (const char* needed : GetParam().needs) {
        EXPECT_TRUE(offered.contains(needed))
            << needed << " is missing among " << ::testing::PrintToString(offered);
    }
}

INSTANTIATE_TEST_SUITE_P(
    OfFixtures, NeededEvents,
    ::testing::Values(
        Fixture{"spriteClickEvent_Multiple/SpriteClickEvent_MultipleTest.sb3", {"ClickSpriteEvent-Sprite1"}},
        Fixture{"spriteClickEvent/SpriteClickTest.sb3",
                {"ClickSpriteEvent-Sprite1", "ClickSpriteEvent-Bear"}},
        Fixture{"stageClickEvent_Multiple/StageClickEvent_MultipleTest.sb3", {"ClickStageEvent"}},
        Fixture{"cloneClickTest/ClickOnCloneTest.sb3",
                {"ClickSpriteEvent-Sprite1", "ClickCloneEvent-Sprite1-0"}},
        Fixture{"cloneClickTest/ClickOnCloneTest-NE.sb3", {"ClickCloneEvent-Sprite1-0"}},
        Fixture{"keyPressEvent_Multiple/KeyPressEvent_MultipleTest.sb3", {"KeyPressEvent-space"}},
        Fixture{"keyDownEvent/KeyDownEventTest.sb3", {"KeyPressEvent-space", "KeyPressEvent-right arrow"}},
        Fixture{"hatBlockSpecialHandling/ExecutedHatsCheckBackdrop.sb3", {"KeyPressEvent-space"}},
        Fixture{"hatBlockSpecialHandling/ExecutedHatsCheckClone.sb3", {"KeyPressEvent-space"}},
        Fixture{"mouseMoveEvent/MouseMoveEventTest.sb3",
                {"MouseMoveEvent", "MouseMoveEvent-x-1", "MouseMoveEvent-y-1"}},
        Fixture{"mouseMoveEvent/MouseMoveAsBlockInput.sb3", {"MouseMoveEvent"}},
        Fixture{"mouseMoveDistance/MouseMoveDistanceTest.sb3",
                {"MouseMoveEvent", "MouseMoveToEvent-Sprite1"}},
        Fixture{"mouseDownEvent/MouseDownEventTest.sb3", {"MouseDownEvent-true", "MouseDownEvent-false"}},
        Fixture{"touchingMousePointer/TouchingMousePointerTest.sb3", {"MouseMoveToEvent-Sprite1"}},
        Fixture{"penBlock/Draw.sb3",
                {"MouseMoveEvent", "MouseDownEvent-true", "DragSpriteEvent-Frog-#003fff"}},
        Fixture{"typeTextEvent_MultipleAnswers/TypeTextEvent_MultipleAnswersTest.sb3",
                {"TypeTextEvent-Schnuppiputz", "TypeTextEvent-Schnippeldippel", "TypeTextEvent-Wupsidupsi"}},
        Fixture{"soundEvent/SoundEventSensingEqual.sb3", {"SoundEvent-50"}},
        Fixture{"soundEvent/SoundEventSensingGreater.sb3", {"SoundEvent-31"}},
        Fixture{"dragSpriteEvent/DragSpriteToEdgeTest.sb3", {"DragSpriteEvent-Horse-edge"}},
        Fixture{"dragSpriteEvent/DragSpriteToColorTest2.sb3", {"DragSpriteEvent-Sprite2-#ffab19-#9966ff"}},
        Fixture{"waitEvent/WaitEventTest.sb3", {"WaitEvent"}},
        Fixture{"emptyProject/EmptyProject.sb3", {"WaitEvent"}}));

}  // namespace
}  // namespace ounce
