#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

#include "base/json_reader.h"
#include "testing/suite.h"
#include "verify/peer_words.h"
#include "verify/witness.h"
#include "vm/log_json.h"

namespace ounce::verify {
namespace {

using Kind = InputEvent::Kind;

// Whisker goes on for so many steps behind the last action, so that what was violated can be seen.
constexpr std::uint64_t kStepsBehind = 10;

Value toValue(const JsonElement& json) {
    if (json.isNumber()) return json.number();
    if (json.isBoolean()) return json.boolean();
    if (json.isText()) return String(json.text());
    return {};
}

// Bastet's older versions write «steps», its newer ones «_steps».
std::optional<JsonElement> find(const JsonObject& json, const std::string& key) {
    if (auto found = json.find(key)) return found;
    return json.find("_" + key);
}

std::string textOf(const JsonObject& json, const std::string& key) {
    std::string_view text;
    const auto found = find(json, key);
    return found && found->get(text) ? std::string(text) : std::string();
}

std::vector<ActorState> readActors(const JsonObject& json) {
    std::vector<ActorState> actors;
    JsonArray list;
    if (!json.get("actors", list)) return actors;
    for (const JsonElement entry : list) {
        JsonObject object, variables;
        if (!entry.get(object) || !object.get("variables", variables)) continue;
        ActorState actor{.name = textOf(object, "name")};
        for (auto [key, value] : variables) {
            if (Value known = toValue(value); known.type() != Type::Undefined)
                actor.variables.emplace_back(std::string(key), std::move(known));
        }
        actors.push_back(std::move(actor));
    }
    return actors;
}

Result<Assignment> readAssignment(const JsonElement& entry) {
    JsonObject json;
    if (!entry.get(json)) return fail("is not an object");
    Assignment assignment{.actor = textOf(json, "actor"), .variable = textOf(json, "variable")};
    if (assignment.actor == "Stage") assignment.actor.clear();
    const auto value = json.find("value");
    if (assignment.variable.empty() || !value) return fail("needs a «variable» and a «value»");
    assignment.value = toValue(*value);
    return assignment;
}

Result<std::vector<Assignment>> readAssignments(const JsonObject& json, const std::string& key) {
    std::vector<Assignment> all;
    const auto list = json.find(key);
    if (!list) return all;
    JsonArray entries;
    if (!list->get(entries)) return fail(fmt::format("«{}» must be a list", key));
    for (const JsonElement entry : entries) {
        auto one = readAssignment(entry);
        if (!one)
            return std::unexpected(std::move(one.error()).inside(fmt::format("{} {}", key, all.size())));
        all.push_back(std::move(*one));
    }
    return all;
}

// What one call gives: a number, or a position.
Result<std::vector<double>> readOutcomes(const JsonElement& json) {
    double number = 0, y = 0;
    if (json.get(number)) return std::vector<double>{number};
    JsonObject position;
    if (json.get(position) && position.get("x", number) && position.get("y", y))
        return std::vector<double>{number, y};
    return fail("must be a number, or a position {\"x\": …, \"y\": …}");
}

Result<void> readSequence(const JsonObject& json, const char* key, Mock& mock) {
    JsonArray entries;
    if (!json.get(key, entries)) return fail(fmt::format("has no list «{}»", key));
    std::uint64_t start = 0, place = 0;
    json.get("index", start);
    for (const JsonElement entry : entries) {
        if (place++ < start) continue;
        auto outcomes = readOutcomes(entry);
        if (!outcomes) return std::unexpected(std::move(outcomes.error()).inside(fmt::format("{}", key)));
        mock.effects.push_back({.outcomes = std::move(*outcomes)});
    }
    return {};
}

Result<void> readEffects(const JsonArray& entries, Mock& mock) {
    for (const JsonElement entry : entries) {
        const std::string place = fmt::format("effects {}", mock.effects.size());
        JsonObject json;
        if (!entry.get(json)) return fail("is not an object", place);
        MockEffect effect{.when = textOf(json, "when")};
        const bool timed = json.get("fromMs", effect.fromMs) && json.get("toMs", effect.toMs);
        if (mock.kind == Mock::Kind::Timed && !timed) return fail("needs «fromMs» and «toMs»", place);
        if (mock.kind == Mock::Kind::Conditional && effect.when.empty())
            return fail("needs «when», a condition", place);
        if (const auto returns = json.find("returns")) {
            auto outcomes = readOutcomes(*returns);
            if (!outcomes) return std::unexpected(std::move(outcomes.error()).inside(place + ": returns"));
            effect.outcomes = std::move(*outcomes);
        }
        auto assigns = readAssignments(json, "assigns");
        if (!assigns) return std::unexpected(std::move(assigns.error()).inside(place));
        effect.assigns = std::move(*assigns);
        mock.effects.push_back(std::move(effect));
    }
    return {};
}

bool findFunction(std::string_view name, MockedFunction& function) {
    for (std::size_t i = 0; i < kMockedFunctions; i++) {
        function = static_cast<MockedFunction>(i);
        if (name == mockName(function)) return true;
    }
    return false;
}

Result<void> readMock(const JsonElement& entry, Witness& witness) {
    JsonObject json;
    if (!entry.get(json)) return fail("is not an object");
    const std::string name = textOf(json, "forFunction");
    if (name == "username") {  // no chance in it: the paper's example of a mock that always gives the same
        JsonArray returns;
        if (json.get("returns", returns)) {
            if (const auto first = returns.at(0)) witness.log.machine.userName = std::string(first->text());
        }
        return {};
    }
    Mock mock{.actor = textOf(json, "actor")};
    if (!findFunction(name, mock.function)) return fail(fmt::format("«{}» cannot be mocked", name));
    OUNCE_TRY(mock.initially, readAssignments(json, "initially"));
    const std::string kind = textOf(json, "kind");
    JsonArray effects, assignments;
    if (json.get("effects", effects)) {
        if (kind == "conditional") {
            mock.kind = Mock::Kind::Conditional;
        } else if (kind == "timed") {
            mock.kind = Mock::Kind::Timed;
        } else if (!kind.empty() && kind != "sequential") {
            return fail(fmt::format("«{}» is not a kind of mock", kind), {},
                        "known are sequential, conditional and timed");
        }
        OUNCE_CHECK(readEffects(effects, mock));
        witness.mocks.push_back(std::move(mock));
    } else if (json.get("assignments", assignments)) {
        for (const JsonElement one : assignments) {
            JsonObject of;
            if (!one.get(of)) return fail("«assignments» must be a list of objects");
            Mock mine = mock;
            mine.actor = textOf(of, "actor");
            OUNCE_CHECK(readSequence(of, "assigns", mine));
            witness.mocks.push_back(std::move(mine));
        }
    } else {
        OUNCE_CHECK(readSequence(json, "returns", mock));
        witness.mocks.push_back(std::move(mock));
    }
    return {};
}

// An early version of Whisker had an object instead: {"operator_random": {"values": [3, 7], "index": 0}}.
Result<void> readEarlyMock(std::string_view opcode, const JsonElement& entry, Witness& witness) {
    JsonObject json;
    if (!entry.get(json)) return fail("is not an object");
    Mock mock, flat;
    OUNCE_CHECK(readSequence(json, "values", flat));
    if (opcode == "operator_random") {
        mock = std::move(flat);
    } else if (opcode == "motion_goto" || opcode == "motion_glideto") {
        mock.function = opcode == "motion_goto" ? MockedFunction::GoToRandomPosition
                                                : MockedFunction::GlideToRandomPosition;
        for (std::size_t i = 0; i + 1 < flat.effects.size(); i += 2)
            mock.effects.push_back(
                {.outcomes = {flat.effects[i].outcomes.front(), flat.effects[i + 1].outcomes.front()}});
    } else {
        return fail(fmt::format("«{}» cannot be mocked", opcode));
    }
    witness.mocks.push_back(std::move(mock));
    return {};
}

Result<void> readMocks(const JsonObject& json, Witness& witness) {
    const auto mocks = find(json, "mocks");
    if (!mocks || mocks->isNull()) return {};
    JsonArray list;
    JsonObject early;
    std::size_t place = 0;
    const auto inside = [&](Error error) {
        return std::unexpected(std::move(error).inside(fmt::format("mocks {}", place)));
    };
    if (mocks->get(list)) {
        for (const JsonElement entry : list) {
            if (auto read = readMock(entry, witness); !read) return inside(std::move(read.error()));
            place++;
        }
    } else if (mocks->get(early)) {
        for (auto [opcode, entry] : early) {
            if (auto read = readEarlyMock(opcode, entry, witness); !read)
                return inside(std::move(read.error()));
            place++;
        }
    } else {
        return fail("«mocks» must be a list");
    }
    return {};
}

// The actions of Bastet, turned into inputs at steps by the rules of Whisker: actions take no time, waits
// take whole steps.
class Actions {
  public:
    explicit Actions(Witness& witness) : witness_(witness) {}

    Result<void> read(const JsonElement& entry) {
        JsonObject json;
        if (!entry.get(json)) return fail("is not an object");
        const std::string action = textOf(json, "action");
        if (action == "WAIT") {
            double micros = 0;
            if (!json.get("waitMicros", micros)) return fail("WAIT needs «waitMicros», a number");
            now_ = std::min(now_ + stepsFor(micros), Log::kMostSteps - kStepsBehind);
        } else if (action == "KEY_DOWN" || action == "KEY_UP") {
            std::int64_t code = 0;
            if (!json.get("keyPressed", code))
                return fail(fmt::format("{} needs «keyPressed», a key code", action));
            InputEvent& event = add(action == "KEY_DOWN" ? Kind::KeyDown : Kind::KeyUp);
            event.name = keyOfCode(code);
            if (event.name.empty()) return fail(fmt::format("the key code {} is not known", code));
        } else if (action == "MOUSE_MOVE") {
            JsonObject position;
            double coordinate = 0;
            if (!json.get("mousePosition", position)) return fail("MOUSE_MOVE needs «mousePosition»");
            InputEvent& event = add(Kind::MouseMove);
            if (position.get("x", coordinate)) event.x = coordinate;
            if (position.get("y", coordinate)) event.y = coordinate;
        } else if (action == "MOUSE_DOWN" || action == "MOUSE_UP") {
            add(action == "MOUSE_DOWN" ? Kind::MouseDown : Kind::MouseUp);
        } else if (action == "ANSWER") {
            const auto answer = json.find("answer");
            if (!answer || !(answer->isText() || answer->isNumber())) return fail("ANSWER needs «answer»");
            add(Kind::Answer).value = Value(toText(toValue(*answer)));
        } else if (action.empty()) {
            return fail("has no «action»");
        } else if (action != "EPSILON") {
            witness_.notes.push_back(fmt::format("the action «{}» is not known; it is left out", action));
        }
        if (std::vector<ActorState> actors = readActors(json); !actors.empty())
            witness_.states.push_back({now_, std::move(actors)});
        return {};
    }
    void finish() { witness_.log.steps = now_ + kStepsBehind; }

  private:
    InputEvent& add(Kind kind) {
        InputEvent& event = witness_.log.inputs.emplace_back();
        event.step = now_;
        event.kind = kind;
        return event;
    }

    Witness& witness_;
    std::uint64_t now_ = 0;
};

Result<void> readForeign(const JsonObject& json, Witness& witness) {
    witness.foreign = true;
    witness.log.machine.mode = Mode::Whisker;
    witness.log.machine.whiskerTimerStep = kWhiskerTimerStep;
    OUNCE_TRY(const std::vector<Assignment> initial, readAssignments(json, "initialState"));
    for (const Assignment& assignment : initial) {
        InputEvent& event = witness.log.inputs.emplace_back();
        event.kind = Kind::SetVariable;
        event.name = assignment.actor;
        event.variable = assignment.variable;
        event.value = assignment.value;
    }
    witness.log.inputs.emplace_back();  // the flag, which Whisker clicks before every test
    const auto steps = find(json, "steps");
    JsonArray entries;
    if (!steps || !steps->get(entries)) return fail("is not a witness: it has no list «steps»");
    Actions actions(witness);
    std::size_t place = 0;
    for (const JsonElement entry : entries) {
        if (auto read = actions.read(entry); !read)
            return std::unexpected(std::move(read.error()).inside(fmt::format("steps {}", place)));
        place++;
    }
    actions.finish();
    return readMocks(json, witness);
}

Result<void> readOwn(const JsonObject& json, std::uint64_t schema, Witness& witness) {
    if (schema < 1 || schema > kWitnessSchema)
        return fail(fmt::format("is of schema {}; this Ounce reads up to schema {}", schema, kWitnessSchema));
    JsonObject log, property;
    if (!json.get("log", log)) return fail("has no «log»");
    auto read = readLog(log);
    if (!read) return std::unexpected(std::move(read.error()).inside("log"));
    witness.log = std::move(*read);
    if (json.get("property", property)) {
        witness.property = textOf(property, "name");
        witness.propertyText = textOf(property, "text");
        witness.spec = textOf(property, "spec");
    }
    witness.message = textOf(json, "message");
    witness.programHash = textOf(json, "programHash");
    json.get("violationStep", witness.violationStep);
    JsonArray steps;
    json.get("steps", steps);
    for (const JsonElement entry : steps) {
        JsonObject step;
        std::uint64_t at = 0;
        if (!entry.get(step) || !step.get("atStep", at)) continue;
        if (std::vector<ActorState> actors = readActors(step); !actors.empty())
            witness.states.push_back({at, std::move(actors)});
    }
    return {};
}

// What the witness names and the program does not have.
void noteMissing(const Program& program, Witness& witness) {
    const auto check = [&](const std::string& sprite, std::string_view what) {
        if (sprite.empty() || sprite == "Stage" || sprite == "_stage_" ||
            program.spriteByName.contains(sprite))
            return;
        std::string note = fmt::format("the program has no sprite «{}», {}", sprite, what);
        if (std::find(witness.notes.begin(), witness.notes.end(), note) == witness.notes.end())
            witness.notes.push_back(std::move(note));
    };
    for (const InputEvent& event : witness.log.inputs) {
        if (event.kind == Kind::ClickSprite) check(event.name, "which is clicked");
        if (event.kind == Kind::DragTo) check(event.name, "which is dragged");
        if (event.kind == Kind::SetVariable) check(event.name, "of which a variable is set");
    }
    for (const Mock& mock : witness.mocks) check(mock.actor, "of which a block is mocked");
}

}  // namespace

Result<Witness> readWitness(std::string_view text, const std::string& name, const Program* program) {
    JsonDocument document;
    JsonObject json;
    const JsonProblem problem = document.parse(std::string(text));
    if (problem != JsonProblem::None)
        return fail(fmt::format("is not a witness: it {}", reasonOf(problem)), name);
    if (!document.root().get(json)) return fail("is not a witness: it is not an object", name);
    Witness witness;
    witness.programName = textOf(json, "programName");
    if (const auto list = find(json, "violations")) {
        for (const JsonElement violation : list->array()) {
            if (violation.isText()) witness.violations.emplace_back(violation.text());
        }
    }
    std::uint64_t schema = 0;
    auto read = json.get("schema", schema) ? readOwn(json, schema, witness) : readForeign(json, witness);
    if (!read) return std::unexpected(std::move(read.error()).inside(name));
    if (witness.property.empty() && !witness.violations.empty())
        witness.property = witness.violations.front();
    if (program) noteMissing(*program, witness);
    return witness;
}

}  // namespace ounce::verify
