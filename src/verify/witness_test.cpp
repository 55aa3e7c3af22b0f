// Witnesses as files: what Ounce writes it reads as the same, others find the words they know, and what
// others write becomes a log.
#include "verify/witness.h"

#include <gmock/gmock.h>

#include "base/json_reader.h"
#include "verify/peer_words.h"
#include "verify/test_programs.h"
#include "vm/machine.h"

namespace ounce::verify {
namespace {

using testing::HasSubstr;
using Kind = InputEvent::Kind;

Witness sums() {
    Witness witness;
    witness.property = "score never falls";
    witness.propertyText = "always score >= prev(score)";
    witness.spec = "score never falls: always score >= prev(score)\n";
    witness.message = "score = -1";
    witness.programName = "sums";
    witness.violationStep = 11;
    witness.log.seed = 7;
    witness.log.steps = 12;
    InputEvent initial = input(0, Kind::SetVariable);
    initial.variable = "score";
    initial.value = Value(3.0);
    witness.log.inputs = {initial, input(0, Kind::GreenFlag), answerAt(10, "'5'")};
    witness.log.draws = {};
    return witness;
}

TEST(Witness, IsReadAsItWasWritten) {
    const auto program = programOf(kSums);
    Witness witness = sums();
    witness.log.draws = {{"Cat", "no such block", {1, 2}}};
    const std::string text = writeWitness(witness, *program);
    const auto read = readWitness(text, "w.json", program.get());
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(writeLog(read->log), writeLog(witness.log));
    EXPECT_EQ(read->property, witness.property);
    EXPECT_EQ(read->propertyText, witness.propertyText);
    EXPECT_EQ(read->spec, witness.spec);
    EXPECT_EQ(read->message, witness.message);
    EXPECT_EQ(read->programName, "sums");
    EXPECT_EQ(read->programHash, hashOf(*program));
    EXPECT_EQ(read->violationStep, 11u);
    EXPECT_EQ(read->violations, std::vector<std::string>{"score never falls"});
    EXPECT_FALSE(read->foreign);
    EXPECT_TRUE(read->notes.empty());
    EXPECT_EQ(writeWitness(*read, *program), text);
}

TEST(Witness, KeepsEveryKindOfInput) {
    const auto program = programOf(kWell);
    Witness witness;
    witness.log.steps = 40;
    InputEvent move = input(2, Kind::MouseMove), drag = input(9, Kind::DragTo, "Cat"),
               down = input(4, Kind::MouseDown), noise = input(12, Kind::Loudness),
               click = input(7, Kind::ClickSprite, "Cat");
    move.x = -0.0;
    down.x = 3.5, down.y = -7;
    down.wasDragged = true;
    drag.x = 1, drag.y = 2;
    noise.value = Value(40.0);
    witness.log.inputs = {input(0, Kind::GreenFlag),
                          input(1, Kind::KeyDown, "j"),
                          input(1, Kind::KeyUp, "j"),
                          move,
                          down,
                          input(5, Kind::MouseUp),
                          click,
                          input(8, Kind::ClickStage),
                          drag,
                          input(11, Kind::StopAll),
                          noise,
                          input(30, Kind::KeyDown, "ArrowLeft")};
    witness.log.machine.mode = Mode::Whisker;
    witness.log.machine.userName = "admin";
    const auto read = readWitness(writeWitness(witness, *program), "w.json", program.get());
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(writeLog(read->log), writeLog(witness.log));
}

// What Whisker does with the file: actions at once, waits rounded up to steps.
struct Seen {
    std::uint64_t step;
    std::string action;
    bool operator==(const Seen&) const = default;
};
void PrintTo(const Seen& seen, std::ostream* out) { *out << seen.step << ' ' << seen.action; }

std::vector<Seen> asWhiskerSeesIt(const std::string& text) {
    JsonDocument document;
    EXPECT_EQ(document.parse(text), JsonProblem::None);
    std::vector<Seen> seen;
    std::uint64_t now = 0;
    JsonArray steps;
    EXPECT_TRUE(document.root().object().get("steps", steps));
    for (const JsonElement entry : steps) {
        const JsonObject step = entry.object();
        std::string action(step.find("action")->text());
        std::string_view answer;
        double number = 0;
        if (action == "WAIT") {
            EXPECT_TRUE(step.get("waitMicros", number));
            now += static_cast<std::uint64_t>(std::ceil(number / 1000 / (1000.0 / 30)));
            continue;
        }
        if (action == "EPSILON") continue;
        if (step.get("answer", answer)) action += " " + std::string(answer);
        if (step.get("keyPressed", number)) action += fmt::format(" {}", number);
        seen.push_back({now, action});
    }
    return seen;
}

TEST(Witness, SaysTheSameToWhisker) {
    const auto program = programOf(kWell);
    Witness witness;
    witness.log.steps = 200;
    InputEvent down = input(100, Kind::MouseDown);
    down.x = 5, down.y = 6;
    witness.log.inputs = {input(0, Kind::GreenFlag),
                          input(1, Kind::KeyDown, "ArrowRight"),
                          input(4, Kind::KeyUp, "ArrowRight"),
                          answerAt(37, "it's"),
                          down,
                          input(101, Kind::MouseUp),
                          input(130, Kind::KeyDown, "j")};
    EXPECT_THAT(
        asWhiskerSeesIt(writeWitness(witness, *program)),
        testing::ElementsAre(Seen{1, "KEY_DOWN 39"}, Seen{4, "KEY_UP 39"}, Seen{37, "ANSWER it\\'s"},
                             Seen{100, "MOUSE_MOVE"}, Seen{100, "MOUSE_DOWN"}, Seen{101, "MOUSE_UP"}));
}

TEST(Witness, AClickOnASpriteIsAMouseWhereTheSpriteIsSeen) {
    const auto program = programOf(std::string(kWell) + R"(
sprite Lid
  costume "lid" rect 30 100 #00ff00
)");
    Witness witness;
    witness.log.steps = 10;
    witness.log.inputs = {input(0, Kind::GreenFlag), input(3, Kind::ClickSprite, "Cat")};
    const std::string text = writeWitness(witness, *program);
    EXPECT_THAT(asWhiskerSeesIt(text),
                testing::ElementsAre(Seen{3, "MOUSE_MOVE"}, Seen{3, "MOUSE_DOWN"}, Seen{3, "MOUSE_UP"}));
    // The lid lies over the middle of the cat: only its left and right can be clicked.
    JsonDocument document;
    ASSERT_EQ(document.parse(text), JsonProblem::None);
    double x = 0;
    for (const JsonElement step : document.root().object().find("steps")->array()) {
        JsonObject position;
        if (step.object().get("mousePosition", position)) position.get("x", x);
    }
    EXPECT_GT(std::abs(x), 15);
    EXPECT_LT(std::abs(x), 20);
}

TEST(Witness, WaitsAreWholeSteps) {
    for (const std::uint64_t steps : {1, 2, 3, 29, 30, 31, 1000, 9999, 1000000})
        EXPECT_EQ(stepsFor(static_cast<double>(microsFor(steps))), steps);
    EXPECT_EQ(stepsFor(0), 1u);
    EXPECT_EQ(stepsFor(110), 1u);
    EXPECT_EQ(stepsFor(1000261), 31u);
}

TEST(Witness, MocksAreInTheOrderOfTheRun) {
    const auto program = programOf(kSums);
    Witness witness = sums();
    witness.log.inputs.push_back(answerAt(20, "0"));
    witness.log.steps = 30;
    // The outcomes as the run has them, by block.
    std::vector<std::pair<std::string, double>> order;
    State state = initialState(*program, witness.log.machine, witness.log.seed);
    Machine machine(*program, state, witness.log.machine);
    RecordingChoices recorded(*program);
    machine.choices = &recorded;
    std::size_t next = 0;
    for (std::uint64_t step = 0; step < witness.log.steps; step++) {
        const std::size_t first = next;
        while (next < witness.log.inputs.size() && witness.log.inputs[next].step <= step) next++;
        machine.step(std::span(witness.log.inputs).subspan(first, next - first));
    }
    const std::vector<Draws> draws = recorded.draws();
    ASSERT_EQ(draws.size(), 3u);  // go to, a, b
    ASSERT_EQ(draws[1].outcomes.size(), 3u);
    std::string returns = "\"returns\":[";
    for (std::size_t i = 0; i < 3; i++)
        returns += fmt::format("{}{},{}", i ? "," : "", draws[1].outcomes[i], draws[2].outcomes[i]);
    const std::string text = writeWitness(witness, *program);
    EXPECT_THAT(text, HasSubstr(returns + "],\"index\":0"));
    EXPECT_THAT(text, HasSubstr(fmt::format("\"assigns\":[{{\"x\":{},\"y\":{}}},", draws[0].outcomes[0],
                                            draws[0].outcomes[1])));
}

TEST(Witness, IsReadFromBastet) {
    // Both spellings of the members.
    for (const std::string prefix : {"", "_"}) {
        const auto read =
            readWitness(fmt::format(R"({{"{0}programName": "p", "{0}violations": ["never so"], "{0}steps": [
              {{"action": "EPSILON", "actors": []}}, {{"action": "WAIT", "waitMicros": 2000151}},
              {{"action": "ANSWER", "answer": 9}}, {{"action": "WAIT", "waitMicros": 110,
                "actors": [{{"name": "Cat", "variables": {{"x": 31, "visible": true}}}}]}},
              {{"action": "KEY_DOWN", "keyPressed": 40}},
              {{"action": "MOUSE_MOVE", "mousePosition": {{"y": 64}}}}, {{"action": "MOUSE_DOWN"}}],
              "{0}mocks": [{{"forFunction": "randomBetween", "returns": [3, 5], "index": 1}},
                {{"forFunction": "goToRandomPosition",
                  "assignments": [{{"actor": "Cat", "assigns": [{{"x": 1, "y": 2}}], "index": 0}}]}}]}})",
                                    prefix),
                        "w.json", nullptr);
        ASSERT_TRUE(read) << read.error().message();
        EXPECT_TRUE(read->foreign);
        EXPECT_EQ(read->programName, "p");
        EXPECT_EQ(read->property, "never so");
        EXPECT_EQ(read->log.machine.mode, Mode::Whisker);
        ASSERT_EQ(read->log.inputs.size(), 5u);
        EXPECT_EQ(read->log.inputs[0].kind, Kind::GreenFlag);
        EXPECT_EQ(read->log.inputs[1].step, 61u);
        EXPECT_EQ(toText(read->log.inputs[1].value).utf8(), "9");
        EXPECT_EQ(read->log.inputs[2].step, 62u);
        EXPECT_EQ(read->log.inputs[2].name, "ArrowDown");
        EXPECT_EQ(read->log.inputs[3].y, 64);
        EXPECT_FALSE(read->log.inputs[3].x);
        EXPECT_EQ(read->log.steps, 72u);
        ASSERT_EQ(read->states.size(), 1u);
        EXPECT_EQ(read->states[0].step, 62u);
        ASSERT_EQ(read->mocks.size(), 2u);
        ASSERT_EQ(read->mocks[0].effects.size(), 1u);  // the first was used up
        EXPECT_EQ(read->mocks[0].effects[0].outcomes, std::vector<double>{5});
        EXPECT_EQ(read->mocks[1].actor, "Cat");
        EXPECT_EQ(read->mocks[1].effects[0].outcomes, (std::vector<double>{1, 2}));
    }
}

TEST(Witness, SaysWhatIsWrong) {
    const auto problem = [](const std::string& text) {
        const auto read = readWitness(text, "w.json", nullptr);
        return read ? std::string("nothing") : read.error().message();
    };
    EXPECT_EQ(problem(""), "w.json: is not a witness: it is empty");
    EXPECT_EQ(problem("[]"), "w.json: is not a witness: it is not an object");
    EXPECT_EQ(problem("{}"), "w.json: is not a witness: it has no list «steps»");
    EXPECT_EQ(problem(R"({"steps": [{"action": "WAIT"}]})"),
              "w.json: steps 0: WAIT needs «waitMicros», a number");
    EXPECT_EQ(problem(R"({"steps": [{"action": "KEY_UP", "keyPressed": 3}]})"),
              "w.json: steps 0: the key code 3 is not known");
    EXPECT_EQ(problem(R"({"steps": [], "mocks": [{"forFunction": "fly"}]})"),
              "w.json: mocks 0: «fly» cannot be mocked");
    EXPECT_EQ(problem(R"({"steps": [], "mocks": [{"forFunction": "randomBetween", "kind": "timed",
                          "effects": [{"returns": 3}]}]})"),
              "w.json: mocks 0: effects 0: needs «fromMs» and «toMs»");
    EXPECT_EQ(problem(R"({"schema": 9})"), "w.json: is of schema 9; this Ounce reads up to schema 1");
    EXPECT_EQ(problem(R"({"schema": 1})"), "w.json: has no «log»");
    EXPECT_EQ(problem(R"({"schema": 1, "log": {}})"),
              "w.json: log: is not a log of a run (write one with ounce run --record)");
}

TEST(Witness, NotesNamesThatTheProgramLacks) {
    const auto program = programOf(kWell);
    Witness witness;
    witness.log.steps = 3;
    witness.log.inputs = {input(0, Kind::GreenFlag), input(1, Kind::ClickSprite, "Dog")};
    const auto read = readWitness(writeWitness(witness, *program), "w.json", program.get());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->notes, std::vector<std::string>{"the program has no sprite «Dog», which is clicked"});
}

}  // namespace
}  // namespace ounce::verify
