// How codons become events, and events codons.
#include "analysis/codon_reader.h"

#include <gtest/gtest.h>

#include "analysis/events/random_play.h"
#include "project/load.h"
#include "vm/user.h"

namespace ounce {
namespace {

using Does = UserEvent::Kind;

constexpr const char* kGame = R"(stage
  backdrop "field" rect 480 360 #ffffff

sprite Cat
  costume "cat" rect 40 20 #00ff00
  at x: -100 y: 0

when flag clicked
forever
  if <key (space v) pressed?> then
    move (10) steps
  end
  if <touching (Dog v)?> then
    move (1) steps
  end
  if <touching (edge v)?> then
    move (1) steps
  end
  if <touching color [#0000ff]?> then
    move (1) steps
  end
  if <color [#00ff00] is touching [#0000ff]?> then
    move (1) steps
  end
  if <touching color [#ff00ff]?> then
    move (1) steps
  end
  go to (mouse-pointer v)
  if <(loudness) > (10)> then
    move (1) steps
  end
  set x to (-100)
  set y to (0)
end

sprite Dog
  costume "dog" rect 40 40 #0000ff
  at x: 100 y: 50

when flag clicked
forever
  if <touching (mouse-pointer v)?> then
    ask [?] and wait
    move (answer) steps
  end
end
)";

class CodonsTest : public ::testing::Test {
  protected:
    void SetUp() override {
        auto project = readText(kGame, "game.scratch", ".");
        ASSERT_TRUE(project) << project.error().message();
        program_ = *compile(std::move(*project));
        extractor_ = std::make_unique<EventExtractor>(program_);
        options_.mode = Mode::Whisker;
        state_ = initialState(*program_, options_, 1);
        Machine machine(*program_, state_, options_);
        machine.greenFlag();
        machine.step();
    }
    CodonReader reader() { return {*extractor_, state_, rules_}; }
    std::span<const ExtractedEvent> events() { return extractor_->extract(state_, cache_); }
    // The event of that name with these parameters.
    UserEvent with(const std::string& name, const std::vector<Codon>& parameters) {
        for (const ExtractedEvent& event : extractor_->staticEvents()) {
            if (extractor_->identifier(*event.what) == name) return reader().instantiate(event, parameters);
        }
        ADD_FAILURE() << "there is no " << name;
        return {};
    }
    std::shared_ptr<const Program> program_;
    std::unique_ptr<EventExtractor> extractor_;
    MachineOptions options_;
    State state_;
    CodonRules rules_;
    ExtractionCache cache_;
};

TEST_F(CodonsTest, AGroupHoldsAsManyAsTheHungriestEventTakes) { EXPECT_EQ(codonGroupSize(*extractor_), 3); }

TEST_F(CodonsTest, TheFirstCodonChooses) {
    const auto now = events();
    for (Codon codon = 0; codon < 30; codon++) {
        const UserEvent expected =
            reader().instantiate(now[static_cast<std::size_t>(codon) % now.size()], std::vector<Codon>{7, 9});
        EXPECT_EQ(reader().decode(std::vector<Codon>{codon, 7, 9}, now), expected);
    }
}

TEST_F(CodonsTest, OrNeighboursChooseTheSame) {
    rules_.selection = EventSelection::Clustering;
    const auto four = events().first(4);
    EXPECT_EQ(reader().choose(0, four), 0u);
    EXPECT_EQ(reader().choose(120, four), 0u);
    EXPECT_EQ(reader().choose(121, four), 1u);
    EXPECT_EQ(reader().choose(480, four), 3u);
}

TEST_F(CodonsTest, PressesOfAPlayerAreShortLongerOrLong) {
    const auto steps = [&](Codon codon) { return with("KeyPressEvent-space", {codon}).steps; };
    for (Codon codon = 0; codon <= 480; codon++) EXPECT_LT(steps(codon), 5);
    rules_.longPresses = true;
    std::int32_t longest = 0, last = 0;
    for (Codon codon = 0; codon <= 480; codon++) {
        if (codon < 240) {
            EXPECT_LT(steps(codon), 5);
        } else if (codon > 240) {
            EXPECT_GE(steps(codon), last) << "neighbours are alike";
        }
        last = steps(codon);
        longest = std::max(longest, steps(codon));
    }
    EXPECT_EQ(longest, 120);
}

TEST_F(CodonsTest, TheFlagIsClickedSeldom) {
    const EventExtractor player(program_, Extraction::Dynamic, {.dragsAnything = true, .isInventive = true});
    const auto now = player.extract(state_, cache_);
    CodonReader reader(player, state_, rules_);
    int flags = 0;
    for (Codon codon = 0; codon <= 480; codon++) flags += reader.choose(codon, now) + 1 == now.size() ? 1 : 0;
    EXPECT_EQ(flags, 7);
    // Every event can still be chosen and written down.
    for (std::size_t i = 0; i < now.size(); i++) {
        const UserEvent user = reader.instantiate(now[i], std::vector<Codon>{300, 200});
        const auto group = reader.encode(user, now, codonGroupSize(player));
        ASSERT_TRUE(group) << player.identifier(*now[i].what);
        EXPECT_EQ(reader.decode(*group, now), user) << player.identifier(*now[i].what);
    }
}

TEST_F(CodonsTest, WaitsAreShorterThanTheBoundUnlessASearchWroteThem) {
    EXPECT_EQ(with("WaitEvent", {42}).steps, 42);
    EXPECT_EQ(with("WaitEvent", {142}).steps, 42);
    EXPECT_EQ(with("WaitEvent", {300}).steps, 300);
    EXPECT_EQ(with("WaitEvent", {480}).steps, 480);
}

TEST_F(CodonsTest, AKeyIsPressedForAtLeastAStep) {
    EXPECT_EQ(with("KeyPressEvent-space", {3}),
              (UserEvent{.kind = Does::KeyPress, .name = "space", .steps = 3}));
    EXPECT_EQ(with("KeyPressEvent-space", {10}).steps, 1);
}

TEST_F(CodonsTest, TheMouseGoesAnywhere) {
    EXPECT_EQ(with("MouseMoveEvent", {250, 200}), (UserEvent{.kind = Does::MouseMove, .x = 10, .y = 20}));
    EXPECT_EQ(with("MouseMoveEvent", {480, 360}), (UserEvent{.kind = Does::MouseMove, .x = -240, .y = -180}));
}

TEST_F(CodonsTest, TheMouseGoesToASprite) {
    EXPECT_EQ(with("MouseMoveToEvent-Dog", {}), (UserEvent{.kind = Does::MouseMove, .x = 100, .y = 50}));
}

TEST_F(CodonsTest, ADragIsDisplacedByTheSpritesOwnSize) {
    const UserEvent exact{.kind = Does::DragSprite, .name = "Cat", .x = 100, .y = 50};
    EXPECT_EQ(with("DragSpriteEvent-Cat-Dog", {360}), exact);
    EXPECT_EQ(with("DragSpriteEvent-Cat-Dog", {400}), exact);
    // The tight box of 40 × 20 pixels goes from the first one's middle to the last one's.
    EXPECT_EQ(with("DragSpriteEvent-Cat-Dog", {0}).x, 139);
    EXPECT_EQ(with("DragSpriteEvent-Cat-Dog", {180}).x, 61);
    EXPECT_EQ(with("DragSpriteEvent-Cat-Dog", {90}).y, 69);
}

TEST_F(CodonsTest, AnAngleSaysWhichEdge) {
    EXPECT_EQ(with("DragSpriteEvent-Cat-edge", {0}).x, 240);
    EXPECT_EQ(with("DragSpriteEvent-Cat-edge", {90}).y, 180);
    const UserEvent nearest{.kind = Does::DragSprite, .name = "Cat", .x = -240, .y = 0};
    EXPECT_EQ(with("DragSpriteEvent-Cat-edge", {360}), nearest);
}

TEST_F(CodonsTest, ADragToAColourTouchesIt) {
    for (const char* name : {"DragSpriteEvent-Cat-#0000ff", "DragSpriteEvent-Cat-#00ff00-#0000ff"}) {
        const UserEvent drag = with(name, {360});
        ASSERT_EQ(drag.kind, Does::DragSprite);
        State moved = state_;
        Machine machine(*program_, moved, options_);
        User().perform(machine, drag);
        EXPECT_TRUE(moved.stage->touchesColor(moved.targets[1]->drawable, {0, 0, 255})) << name;
        EXPECT_TRUE(moved.stage->colorTouchesColor(moved.targets[1]->drawable, {0, 255, 0}, {0, 0, 255}));
    }
}

TEST_F(CodonsTest, AColourThatIsNowhereIsAStepOfWaiting) {
    EXPECT_EQ(with("DragSpriteEvent-Cat-#ff00ff", {360}), (UserEvent{.kind = Does::Wait, .steps = 1}));
}

TEST_F(CodonsTest, NumbersAreNegativeToo) {
    EXPECT_EQ(with("TypeNumberEvent", {0}).text, "-240");
    EXPECT_EQ(with("TypeNumberEvent", {240}).text, "0");
    EXPECT_EQ(with("TypeNumberEvent", {250}).text, "10");
}

TEST_F(CodonsTest, SoundsHaveTheirLoudness) {
    EXPECT_EQ(with("SoundEvent-11", {}), (UserEvent{.kind = Does::Sound, .volume = 11, .steps = 1}));
}

TEST_F(CodonsTest, LongWaitsThatNoCodonMeansAreRefused) {
    const UserEvent wait{.kind = Does::Wait, .steps = 142};
    EXPECT_FALSE(reader().encode(wait, events(), 3));
}

TEST_F(CodonsTest, ClonesAreClickedWhereTheyLieOnTop) {
    auto project = readText(R"(stage

sprite Ball
  costume "ball" rect 60 60 #00ff00

when flag clicked
create clone of (myself v)

when this sprite clicked
say [hit]

sprite Cover
  costume "cover" rect 60 60 #0000ff
  at x: 20 y: 0
)",
                            "balls.scratch", ".");
    ASSERT_TRUE(project) << project.error().message();
    const auto program = *compile(std::move(*project));
    const EventExtractor extractor(program);
    State state = initialState(*program, options_, 1);
    Machine machine(*program, state, options_);
    machine.greenFlag();
    machine.step();
    machine.moveTo(1, 200, 100, true);  // the original goes away, the clone stays under Cover
    ExtractionCache cache;
    for (const ExtractedEvent& event : extractor.extract(state, cache)) {
        if (event.what->kind != EventKind::ClickClone) continue;
        const UserEvent click = CodonReader(extractor, state, rules_).instantiate(event, {});
        ASSERT_EQ(click.kind, Does::ClickAt);
        EXPECT_LT(click.x, -5);
        EXPECT_EQ(state.stage->pick(click.x, click.y),
                  state.targets[static_cast<std::size_t>(event.target)]->drawable);
        return;
    }
    FAIL() << "no clone to click";
}

TEST_F(CodonsTest, WhatIsWrittenReadsBack) { playAndReadBack(program_, 300, 1); }

}  // namespace
}  // namespace ounce
