// Which events the blocks of a program lead to: little programs, what state they are in, the events.
#include "analysis/events.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <set>

#include "analysis/codon_reader.h"
#include "project/load.h"
#include "vm/machine.h"
#include "vm/user.h"

namespace ounce {
namespace {

std::shared_ptr<const Program> programOf(const std::string& text) {
    auto project = readText(text, "test.scratch", ".");
    EXPECT_TRUE(project) << project.error().message();
    return project ? *compile(std::move(*project)) : nullptr;
}

std::string namesOf(const EventExtractor& extractor, std::span<const ExtractedEvent> events,
                    const State& state) {
    std::string names;
    for (const ExtractedEvent& event : events)
        names += (names.empty() ? "" : ", ") + extractor.identifier(event, state);
    return names;
}

// Cat at the middle, Dog to the right of it, Ghost hidden; a red wall on the left.
constexpr const char* kStage = R"(stage
  backdrop "field" rect 480 360 #ffffff
  variable key = 0
  variable name = ""
  list keys = "a", "b"
)";
constexpr const char* kCat = R"(
sprite Cat
  costume "cat" rect 40 40 #00ff00
)";
constexpr const char* kDog = R"(
sprite Dog
  costume "dog" rect 40 40 #0000ff
  at x: 100 y: 0
)";

// The three letters that stand for any answer, «*» below.
std::string randomAnswer(const EventExtractor& extractor) {
    for (const ExtractedEvent& event : extractor.staticEvents()) {
        const std::string& text = event.what->text;
        if (event.what->kind == EventKind::TypeText && text.size() == 3 && text != "yes" && text != "Bob")
            return extractor.identifier(*event.what);
    }
    return "(no such answer)";
}

struct Case {
    const char* name;
    const char* stage;   // scripts of the stage
    const char* cat;     // scripts of Cat
    int steps;           // after the green flag
    const char* events;  // without the Wait that is always there; then only what is listed
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class DynamicEvents : public ::testing::TestWithParam<Case> {};

TEST_P(DynamicEvents, AreThose) {
    const Case& c = GetParam();
    const auto program = programOf(fmt::format("{}\n{}\n{}\n{}\n{}", kStage, c.stage, kCat, c.cat, kDog));
    ASSERT_TRUE(program);
    const EventExtractor extractor(program);
    MachineOptions options;
    options.mode = Mode::Whisker;
    State state = initialState(*program, options, 1);
    Machine machine(*program, state, options);
    ExtractionCache cache;
    machine.greenFlag();
    for (int i = 0; i < c.steps; i++) {
        machine.step();
        // A cache that saw all states on the way gives what a new one gives.
        (void)extractor.extract(state, cache);
    }
    const State before = state;
    const std::string names = namesOf(extractor, extractor.extract(state, cache), state);
    ExtractionCache fresh;
    EXPECT_EQ(namesOf(extractor, extractor.extract(state, fresh), state), names);
    EXPECT_TRUE(state == before) << "looking changes nothing";
    std::string expected = c.events;
    if (const auto star = expected.find('*'); star != std::string::npos)
        expected.replace(star, 1, randomAnswer(extractor));
    const bool asks = state.shownQuestion.has_value();
    EXPECT_EQ(names, asks ? expected : expected.empty() ? "WaitEvent" : expected + ", WaitEvent");
}

const Case kCases[] = {
    // ---- hats of scripts that do not run ----
    {"nothing", "", "", 1, ""},
    {"key_hat", "", "when [space v] key pressed\nmove (10) steps", 1, "KeyPressEvent-space"},
    {"key_hat_letter", "", "when [a v] key pressed\nmove (10) steps", 1, "KeyPressEvent-a"},
    {"key_hat_any", "", "when [any v] key pressed\nmove (10) steps", 1, "KeyPressEvent-space"},
    {"key_hat_twice", "", "when [a v] key pressed\nhide\n\nwhen [a v] key pressed\nshow", 1,
     "KeyPressEvent-a"},
    {"click_hat", "", "when this sprite clicked\nmove (10) steps", 1, "ClickSpriteEvent-Cat"},
    {"click_hat_hidden", "", "when flag clicked\nhide\n\nwhen this sprite clicked\nmove (10) steps", 2, ""},
    {"stage_clicked", "when stage clicked\nnext backdrop", "", 1, "ClickStageEvent"},
    {"loudness_hat", "", "when [loudness v] > (30)\nmove (10) steps", 1, "SoundEvent-31"},
    {"timer_hat", "", "when [timer v] > (300)\nmove (10) steps", 1, ""},
    {"touching_hat", "", "when this sprite touches (Dog v)\nmove (10) steps", 1, "DragSpriteEvent-Cat-Dog"},
    {"message_hat", "", "when I receive [go v]\nforever\nif <key (a v) pressed?> then\nhide\nend\nend", 1,
     ""},
    {"makey_hat", "", "when (LEFT v) key pressed :: makeymakey\nmove (10) steps", 1,
     "KeyPressEvent-left arrow"},
    {"makey_sequence", "", "when (LEFT UP v) pressed in order\nmove (10) steps", 1,
     "KeyPressEvent-left arrow, KeyPressEvent-up arrow"},
    {"running_hat_is_not_offered", "",
     "when flag clicked\nbroadcast (go v)\n\nwhen I receive [go v]\nforever\nmove (1) steps\nend\n\n"
     "when [b v] key pressed\nmove (1) steps",
     2, "KeyPressEvent-b"},

    // ---- blocks of scripts that run ----
    {"key_sensed", "", "when flag clicked\nforever\nif <key (left arrow v) pressed?> then\nhide\nend\nend", 1,
     "KeyPressEvent-left arrow"},
    {"key_sensed_later", "", "when flag clicked\nwait (1) seconds\nif <key (a v) pressed?> then\nhide\nend",
     1, "KeyPressEvent-a"},
    {"key_sensed_no_more", "", "when flag clicked\nif <key (a v) pressed?> then\nhide\nend", 2, ""},
    {"key_joined", "",
     "when flag clicked\nforever\nif <key (join [left ] [arrow]) pressed?> then\nhide\nend\nend", 1,
     "KeyPressEvent-left arrow"},
    {"key_in_variable", "",
     "when flag clicked\nset [key v] to [x]\nforever\nif <key (key) pressed?> then\nset [key v] to "
     "[y]\nend\nend",
     1, "KeyPressEvent-x, KeyPressEvent-y"},
    {"key_in_counted_variable", "",
     "when flag clicked\nforever\nchange [key v] by (1)\nif <key (key) pressed?> then\nhide\nend\nend", 1,
     ""},
    {"key_in_list", "",
     "when flag clicked\nforever\nif <key (item (1) of [keys v]) pressed?> then\nhide\nend\nend", 1,
     "KeyPressEvent-a, KeyPressEvent-b"},
    {"key_of_letters", "",
     "when flag clicked\nforever\nif <key (letter (pick random (1) to (2)) of [wxyz]) pressed?> "
     "then\nhide\nend\nend",
     1, "KeyPressEvent-w, KeyPressEvent-x"},
    {"key_as_parameter", "",
     "define step (which)\nif <key (which) pressed?> then\nmove (1) steps\nend\n\n"
     "when flag clicked\nforever\nstep [u]\nstep [d]\nend",
     1, "KeyPressEvent-u, KeyPressEvent-d"},
    {"procedure_of_procedure", "",
     "define outer\ninner\n\ndefine inner\nif <mouse down?> then\nouter\nend\n\nwhen flag "
     "clicked\nforever\nouter\nend",
     1, "MouseDownEvent-true"},
    {"procedure_that_nobody_calls", "",
     "define lonely\nif <mouse down?> then\nhide\nend\n\nwhen flag clicked\nforever\nmove (1) steps\nend", 1,
     ""},
    {"loose_blocks", "", "forever\nif <mouse down?> then\nhide\nend\nend", 1, ""},
    {"mouse_down", "", "when flag clicked\nwait until <mouse down?>\nhide", 1, "MouseDownEvent-true"},
    {"mouse_x", "", "when flag clicked\nforever\nset x to (mouse x)\nend", 1, "MouseMoveEvent"},
    {"go_to_mouse", "", "when flag clicked\nforever\ngo to (mouse-pointer v)\nend", 1, "MouseMoveEvent"},
    {"go_to_dog", "", "when flag clicked\nforever\ngo to (Dog v)\nend", 1, ""},
    {"point_towards_mouse", "", "when flag clicked\nforever\npoint towards (mouse-pointer v)\nend", 1,
     "MouseMoveEvent"},
    {"distance_to_mouse", "",
     "when flag clicked\nforever\nif <(distance to (mouse-pointer v)) < (20)> then\nshow\nend\nend", 1,
     "MouseMoveToEvent-Cat, MouseMoveEvent"},
    {"mouse_threshold", "",
     "when flag clicked\nforever\nif <(mouse x) > (100)> then\nshow\nend\nif <(50) > (mouse y)> "
     "then\nshow\nend\nend",
     1, "MouseMoveEvent-x-101, MouseMoveEvent, MouseMoveEvent-y-49"},
    {"touching_mouse", "",
     "when flag clicked\nforever\nif <touching (mouse-pointer v)?> then\nshow\nend\nend", 1,
     "MouseMoveToEvent-Cat, MouseMoveEvent"},
    {"touching_edge", "", "when flag clicked\nforever\nif <touching (edge v)?> then\nshow\nend\nend", 1,
     "DragSpriteEvent-Cat-edge"},
    {"touching_edge_already", "",
     "when flag clicked\ngo to x: (240) y: (0)\nforever\nif <touching (edge v)?> then\nshow\nend\nend", 2,
     ""},
    {"touching_sprite", "", "when flag clicked\nforever\nif <touching (Dog v)?> then\nshow\nend\nend", 1,
     "DragSpriteEvent-Cat-Dog"},
    {"touching_sprite_already", "",
     "when flag clicked\ngo to x: (90) y: (10)\nforever\nif <touching (Dog v)?> then\nshow\nend\nend", 2, ""},
    {"touching_sprite_while_hidden", "",
     "when flag clicked\nhide\nforever\nif <touching (Dog v)?> then\nmove (1) steps\nend\nend", 2, ""},
    {"touching_missing_sprite", "",
     "when flag clicked\nforever\nif <touching (Nobody v)?> then\nmove (1) steps\nend\nend", 1, ""},
    {"touching_colour", "", "when flag clicked\nforever\nif <touching color [#0000ff]?> then\nshow\nend\nend",
     1, "DragSpriteEvent-Cat-#0000ff"},
    {"colour_touching_colour", "",
     "when flag clicked\nforever\nif <color [#00ff00] is touching [#0000ff]?> then\nshow\nend\nend", 1,
     "DragSpriteEvent-Cat-#00ff00-#0000ff"},
    {"loudness_compared", "",
     "when flag clicked\nforever\nif <(loudness) > (20)> then\nshow\nend\nif <(5) > (loudness)> "
     "then\nshow\nend\nend",
     1, "SoundEvent-21, SoundEvent-4"},
    {"loudness_equal", "", "when flag clicked\nforever\nif <(loudness) = (20)> then\nshow\nend\nend", 1,
     "SoundEvent-20"},
    {"loudness_read", "", "when flag clicked\nforever\nset size to (loudness) %\nend", 1, "SoundEvent-100"},
    {"drag_mode", "", "when flag clicked\nset drag mode [draggable v]\nforever\nmove (0) steps\nend", 2,
     "DragSpriteEvent-Cat"},
    {"timer", "", "when flag clicked\nwait until <(timer) > (100)>\nhide", 1, ""},

    // ---- scripts that end in the step in which they begin ----
    {"momentary_receiver", "when flag clicked\nforever\nbroadcast (tick v)\nend",
     "when I receive [tick v]\nif <key (a v) pressed?> then\nmove (1) steps\nend", 2, "KeyPressEvent-a"},
    {"receiver_that_mostly_ends_at_once", "when flag clicked\nforever\nbroadcast (tick v)\nend",
     "when I receive [tick v]\nif <key (a v) pressed?> then\nsay [hello] for (2) seconds\nend", 2,
     "KeyPressEvent-a"},
    {"slow_receiver", "when flag clicked\nwait (9) seconds\nbroadcast (tick v)",
     "when I receive [tick v]\nwait (1) seconds\nif <key (a v) pressed?> then\nmove (1) steps\nend", 2, ""},
    {"momentary_key_script", "", "when [a v] key pressed\nif <touching (Dog v)?> then\nmove (1) steps\nend",
     1, "KeyPressEvent-a, DragSpriteEvent-Cat-Dog"},
    {"slow_key_script", "",
     "when [a v] key pressed\nwait (1) seconds\nif <touching (Dog v)?> then\nmove (1) steps\nend", 1,
     "KeyPressEvent-a"},

    // ---- questions ----
    {"question", "", "when flag clicked\nask [?] and wait\nsay [thanks]", 1, "TypeTextEvent-Hello"},
    {"question_excludes_the_rest", "when stage clicked\nnext backdrop",
     "when flag clicked\nask [?] and wait\n\nwhen [a v] key pressed\nhide", 1, "TypeTextEvent-Hello"},
    {"no_question_yet", "", "when flag clicked\nwait (1) seconds\nask [?] and wait", 1, ""},
    {"answer_compared", "",
     "when flag clicked\nask [?] and wait\nif <(answer) = [yes]> then\nhide\nend\nif <[no] = (answer)> "
     "then\nshow\nend",
     1, "TypeTextEvent-yes, TypeTextEvent-no, TypeTextEvent-Hello, TypeTextEvent-0, TypeTextEvent-10, *"},
    {"answer_contains", "",
     "when flag clicked\nask [?] and wait\nif <(answer) contains [ea]?> then\nhide\nend", 1,
     "TypeTextEvent-ea, TypeTextEvent-Hello, TypeTextEvent-0, TypeTextEvent-10, *"},
    {"answer_in_variable", "",
     "when flag clicked\nask [?] and wait\nset [name v] to (answer)\nif <(name) = [Bob]> then\nhide\nend", 1,
     "TypeTextEvent-Bob, TypeTextEvent-Hello, TypeTextEvent-0, TypeTextEvent-10, *"},
    {"answer_in_list", "",
     "when flag clicked\nask [?] and wait\nif <[keys v] contains (answer)?> then\nhide\nend", 1,
     "TypeTextEvent-a, TypeTextEvent-b, TypeTextEvent-Hello, TypeTextEvent-0, TypeTextEvent-10, *"},
    {"answer_calculated", "", "when flag clicked\nask [?] and wait\nmove (answer) steps", 1,
     "TypeTextEvent-Hello, TypeTextEvent-0, TypeTextEvent-10, *, TypeNumberEvent"},
    {"answer_ordered", "", "when flag clicked\nask [?] and wait\nif <(answer) > (50)> then\nhide\nend", 1,
     "TypeTextEvent-51, TypeTextEvent-Hello, TypeTextEvent-0, TypeTextEvent-10, *, TypeNumberEvent"},
    {"answer_length", "",
     "when flag clicked\nask [?] and wait\nif <(length of (answer)) = (4)> then\nhide\nend", 1,
     "TypeTextEvent-aaaa, TypeTextEvent-Hello, TypeTextEvent-0, TypeTextEvent-10, *"},

    // ---- clones ----
    {"clone_clicked", "",
     "when flag clicked\nhide\ncreate clone of (myself v)\n\nwhen I start as a clone\nshow\n\n"
     "when this sprite clicked\nmove (1) steps",
     3, "ClickCloneEvent-Cat-0"},
    {"clones_clicked", "",
     "when flag clicked\nrepeat (2)\ncreate clone of (myself v)\nend\n\nwhen this sprite clicked\nmove (1) "
     "steps",
     4, "ClickSpriteEvent-Cat, ClickCloneEvent-Cat-0, ClickCloneEvent-Cat-1"},
    {"clone_senses", "",
     "when flag clicked\nhide\ncreate clone of (myself v)\n\nwhen I start as a clone\nshow\nforever\n"
     "if <touching (Dog v)?> then\nmove (1) steps\nend\nend",
     3, "DragSpriteEvent-Cat-Dog"},
};

INSTANTIATE_TEST_SUITE_P(OfBlocks, DynamicEvents, ::testing::ValuesIn(kCases),
                         [](const auto& example) { return std::string(example.param.name); });

std::string staticNames(const std::shared_ptr<const Program>& program, Extraction extraction) {
    const EventExtractor extractor(program, extraction);
    const State state = initialState(*program, {}, 1);
    ExtractionCache cache;
    return namesOf(extractor, extractor.extract(state, cache), state);
}

constexpr const char* kSeveral = R"(stage

when stage clicked
next backdrop

sprite Cat
  costume "cat" rect 40 40 #00ff00

when I receive [never v]
if <key (a v) pressed?> then
  ask [?] and wait
end
if <mouse down?> then
  hide
end

when this sprite clicked
create clone of (myself v)
)";

TEST(StaticEvents, AreThoseOfAllScripts) {
    EXPECT_EQ(
        staticNames(programOf(kSeveral), Extraction::Static),
        "ClickStageEvent, KeyPressEvent-a, TypeTextEvent-Hello, MouseDownEvent-true, MouseDownEvent-false, "
        "ClickSpriteEvent-Cat, ClickCloneEvent-Cat, WaitEvent");
    EXPECT_EQ(staticNames(programOf(kSeveral), Extraction::Dynamic),
              "ClickStageEvent, ClickSpriteEvent-Cat, WaitEvent");
}

TEST(StaticEvents, OrNothingButTime) {
    EXPECT_EQ(staticNames(programOf(kSeveral), Extraction::Wait), "WaitEvent");
}

TEST(StaticEvents, OrAnyEventWhateverTheProgram) {
    EXPECT_EQ(
        staticNames(programOf(kSeveral), Extraction::Naive),
        "KeyPressEvent-space, KeyPressEvent-left arrow, KeyPressEvent-up arrow, KeyPressEvent-right arrow, "
        "KeyPressEvent-down arrow, KeyPressEvent-enter, MouseMoveEvent, MouseDownEvent-true, "
        "MouseDownEvent-false, ClickStageEvent, ClickSpriteEvent-Cat, DragSpriteEvent-Cat, "
        "TypeTextEvent-Hello, TypeNumberEvent, SoundEvent-100, WaitEvent");
}

// The paper's example: while Cat speaks, its click is not offered; when Bear runs, its key is.
TEST(DynamicEvents, FollowTheProgram) {
    const auto program = programOf(R"(stage

sprite Cat
  costume "cat" rect 40 40 #00ff00

when this sprite clicked
say [Hi] for (2) seconds
broadcast (start v)

sprite Bear
  costume "bear" rect 40 40 #0000ff

when I receive [start v]
forever
  if <key (space v) pressed?> then
    move (10) steps
  end
end
)");
    const EventExtractor extractor(program);
    MachineOptions options;
    options.mode = Mode::Whisker;
    State state = initialState(*program, options, 1);
    Machine machine(*program, state, options);
    ExtractionCache cache;
    const auto names = [&] { return namesOf(extractor, extractor.extract(state, cache), state); };
    EXPECT_EQ(names(), "ClickSpriteEvent-Cat, WaitEvent");
    User user;
    user.perform(machine, {.kind = UserEvent::Kind::ClickSprite, .name = "Cat"});
    user.steps(machine, 2);
    EXPECT_EQ(names(), "WaitEvent");
    user.steps(machine, 70);
    EXPECT_EQ(names(), "ClickSpriteEvent-Cat, KeyPressEvent-space, WaitEvent");
}

TEST(DynamicEvents, AMouseButtonThatIsDownCanOnlyBeReleased) {
    const auto program = programOf(
        "sprite Cat\n\nwhen flag clicked\nwait until <mouse down?>\nwait until <not <mouse down?>>");
    const EventExtractor extractor(program);
    MachineOptions options;
    State state = initialState(*program, options, 1);
    Machine machine(*program, state, options);
    machine.greenFlag();
    User user;
    user.perform(machine, {.kind = UserEvent::Kind::MouseDown});
    user.steps(machine, 1);
    ExtractionCache cache;
    EXPECT_EQ(namesOf(extractor, extractor.extract(state, cache), state), "MouseDownEvent-false, WaitEvent");
}

// A player who tries more than the papers' does, and nothing that nobody can do.
constexpr PlayerRules kPlayer{.dragsAnything = false, .isInventive = true};

// A program some steps after the flag, and what such a player could do with it.
struct Offer {
    Offer(const std::string& text, int steps, const PlayerRules& player = kPlayer)
        : program(programOf(text)), extractor(program, Extraction::Dynamic, player) {
        MachineOptions options;
        options.mode = Mode::Whisker;
        state = initialState(*program, options, 1);
        Machine machine(*program, state, options);
        machine.greenFlag();
        for (int i = 0; i < steps; i++) machine.step();
    }
    std::span<const ExtractedEvent> events() { return extractor.extract(state, cache); }

    std::shared_ptr<const Program> program;
    EventExtractor extractor;
    State state;
    ExtractionCache cache;
};

std::string offered(const std::string& text, int steps, bool isPatient = false) {
    PlayerRules player = kPlayer;
    player.isPatient = isPatient;
    Offer offer(text, steps, player);
    return namesOf(offer.extractor, offer.events(), offer.state);
}

TEST(PlayerEvents, OnlyWhatIsDraggableIsDragged) {
    const std::string dog = "sprite Dog\n  costume \"d\" rect 40 40 #0000ff\n  at x: 100 y: 0\n";
    const std::string game =
        "sprite Cat\n  costume \"c\" rect 40 40 #00ff00\n\nwhen flag clicked\nforever\n  if "
        "<touching (Dog v)?> then\n    hide\n  end\nend\n\n";
    EXPECT_EQ(offered(game + dog, 1), "WaitEvent, GreenFlagEvent");
    const std::string draggable =
        "sprite Cat\n  costume \"c\" rect 40 40 #00ff00\n\nwhen flag clicked\nset drag mode [draggable "
        "v]\nwait "
        "until <touching (Dog v)?>\nset drag mode [not draggable v]\nwait until <touching (edge v)?>\n\n";
    EXPECT_EQ(
        offered(draggable + dog, 1),
        "DragSpriteEvent-Cat, DragSpriteEvent-Cat-Dog, DragSpriteEvent-Cat-edge, WaitEvent, GreenFlagEvent");
}

TEST(PlayerEvents, KeysThatBlocksAskForCanBeHeld) {
    EXPECT_EQ(
        offered("sprite Cat\n\nwhen flag clicked\nforever\n  if <key (a v) pressed?> then\n    move (1) "
                "steps\n  end\nend\n\nwhen [b v] key pressed\nmove (1) steps\n",
                1),
        "KeyPressEvent-a, KeyHoldEvent-a, KeyPressEvent-b, WaitEvent, GreenFlagEvent");
}

TEST(PlayerEvents, APatientPlayerStartsAnewOnlyAtRest) {
    const std::string game = "sprite Cat\n\nwhen flag clicked\nwait (0.1) seconds\n";
    EXPECT_EQ(offered(game, 1, true), "WaitEvent");
    EXPECT_EQ(offered(game, 30, true), "WaitEvent, GreenFlagEvent");
    EXPECT_EQ(offered(game, 1, false), "WaitEvent, GreenFlagEvent");
}

TEST(PlayerEvents, WhereTheButtonCountsAnyPlaceIsClicked) {
    EXPECT_EQ(offered("sprite Cat\n\nwhen flag clicked\nwait until <mouse down?>\nsay (mouse x)\n", 1),
              "MouseDownEvent-true, ClickEvent, MouseMoveEvent, WaitEvent, GreenFlagEvent");
}

// The answers that a player who can calculate gives while the first question is open.
std::set<std::string> computedAnswers(const std::string& text) {
    Offer offer(text, 3);
    EXPECT_TRUE(offer.state.shownQuestion);
    std::set<std::string> answers;
    for (const ExtractedEvent& event : offer.events()) {
        if (event.what->kind != EventKind::TypeComputed) continue;
        const UserEvent user = CodonReader(offer.extractor, offer.state, {}).instantiate(event, {});
        if (user.kind == UserEvent::Kind::TypeText) answers.insert(user.text);
    }
    return answers;
}

TEST(ComputedAnswers, AreWhatTheAnswerIsComparedWith) {
    const std::string head =
        "stage\n  variable a = 6\n  variable b = 7\n  variable c = 0\n  list words = \"x\"\n\n"
        "sprite Cat\n\nwhen flag clicked\nchange [a v] by (0)\nchange [b v] by (0)\n";
    const std::string ask = "ask [?] and wait\n";
    const auto when = [](const std::string& condition) {
        return "if <" + condition + "> then\n  hide\nend\n";
    };
    using Texts = std::set<std::string>;
    EXPECT_EQ(computedAnswers(head + ask + when("(answer) = ((a) * (b))")), (Texts{"42", "43"}));
    EXPECT_EQ(computedAnswers(head + ask + when("(answer) > ((a) * (b))")), (Texts{"42", "43"}));
    EXPECT_EQ(computedAnswers(head + ask + when("((a) * (b)) > (answer)")), (Texts{"41", "42"}));
    EXPECT_EQ(computedAnswers(head + ask + when("(answer) = (join (a) (join [-] (b)))")), (Texts{"6-7"}));
    // A variable that gets the result later, and one that gets the answer.
    EXPECT_EQ(computedAnswers(head + ask + "set [c v] to ((a) + (b))\n" + when("(answer) = (c)")),
              (Texts{"0", "1", "13", "14"}));
    EXPECT_EQ(computedAnswers(head + ask + "set [c v] to (answer)\n" + when("(c) = ((a) - (b))")),
              (Texts{"-1", "0"}));
    // Through a custom block: the other side is handed to it, or it asks itself.
    EXPECT_EQ(computedAnswers(head + ask + "check (answer) with ((a) * (b))\n\ndefine check (x) with (y)\n" +
                              when("(x) = (y)")),
              (Texts{"42", "43"}));
    EXPECT_EQ(computedAnswers(head + "exam ((a) + (1))\n\ndefine exam (n)\n" + ask +
                              when("(answer) = ((n) * (2))")),
              (Texts{"14", "15"}));
    // Items of a list that the program fills.
    EXPECT_EQ(computedAnswers(
                  head + "delete all of [words v]\nadd (join (a) [!]) to [words v]\nadd (b) to [words v]\n" +
                  ask + when("[words v] contains (answer)?")),
              (Texts{"6!", "7"}));
    // What is still to be drawn nobody knows.
    EXPECT_EQ(computedAnswers(head + ask + when("(answer) = (pick random (a) to (100))")), Texts{});
}

}  // namespace
}  // namespace ounce
