#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <sha256.h>

#include "base/json_writer.h"
#include "project/load.h"
#include "verify/actors.h"
#include "verify/draw_order.h"
#include "verify/peer_words.h"
#include "verify/witness.h"
#include "vm/inputs_json.h"
#include "vm/log_json.h"
#include "vm/look.h"
#include "vm/machine.h"

namespace ounce::verify {
namespace {

using Kind = InputEvent::Kind;

void writeValue(JsonWriter& json, const Value& value) {
    switch (value.type()) {
        case Type::Undefined: json.null(); break;
        case Type::Boolean: json.boolean(value.asBoolean()); break;
        case Type::Number: json.number(value.asNumber()); break;
        case Type::Text: json.string(value.asText().utf8()); break;
    }
}

void writeActors(JsonWriter& json, const std::vector<ActorState>& actors) {
    json.beginArray();
    for (const ActorState& actor : actors) {
        json.beginObject().key("name").string(actor.name).key("variables").beginObject();
        for (const auto& [name, value] : actor.variables) writeValue(json.key(name), value);
        json.endObject().endObject();
    }
    json.endArray();
}

// Whisker puts an answer between single quotation marks as it is.
std::string forJavaScript(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        if (c == '\n') {
            out += "\\n";
        } else {
            out += c;
        }
    }
    return out;
}

// A step of the file. Whisker sees the action, Ounce reads the log; `atStep` tells people.
class Steps {
  public:
    explicit Steps(const Program& program) : program_(program) {}

    // `state`: after the wait.
    void waitUntil(std::uint64_t step, const State& state) {
        if (step <= now_) return;
        std::vector<ActorState> actors = actorsIn(program_, state);
        JsonWriter json = begin("WAIT", step, changesOf(known_, actors));
        known_ = std::move(actors);
        json.key("waitMicros").raw(std::to_string(microsFor(step - now_)));
        end(json);
        now_ = step;
    }

    // `look`: the state right before the step in which it happens.
    void act(const InputEvent& event, Look& look) {
        switch (event.kind) {
            case Kind::KeyDown:
            case Kind::KeyUp:
                if (const int code = keyCodeOf(event.name); code != 0) {
                    JsonWriter json = begin(event.kind == Kind::KeyDown ? "KEY_DOWN" : "KEY_UP", now_);
                    json.key("keyPressed").number(code);
                    end(json);
                    return;
                }
                break;
            case Kind::MouseMove: moveMouse(event.x, event.y); return;
            case Kind::MouseDown:
            case Kind::MouseUp: {
                if (event.x || event.y) moveMouse(event.x, event.y);
                JsonWriter json = begin(event.kind == Kind::MouseDown ? "MOUSE_DOWN" : "MOUSE_UP", now_);
                end(json);
                return;
            }
            case Kind::Answer: {
                JsonWriter json = begin("ANSWER", now_);
                json.key("answer").string(forJavaScript(toText(event.value).utf8()));
                end(json);
                return;
            }
            case Kind::ClickSprite:
                if (clickAt(event, look)) return;
                break;
            default: break;
        }
        // No word for it: EPSILON is a step in which other tools do nothing.
        JsonWriter json = begin("EPSILON", now_);
        std::string input;
        {
            JsonWriter list;
            writeInputs(list, {event});
            input = list.take();
        }
        json.key("input").raw(std::string_view(input).substr(1, input.size() - 2));
        end(json);
    }

    [[nodiscard]] std::string text() const { return text_.empty() ? "[]" : "[\n  " + text_ + "\n ]"; }

  private:
    JsonWriter begin(std::string_view action, std::uint64_t step,
                     const std::vector<ActorState>& actors = {}) {
        JsonWriter json;
        writeActors(json.beginObject().key("actors"), actors);
        json.key("action").string(action).key("atStep").raw(std::to_string(step));
        return json;
    }
    void end(JsonWriter& json) {
        if (!text_.empty()) text_ += ",\n  ";
        text_ += json.endObject().take();
    }
    void moveMouse(const std::optional<double>& x, const std::optional<double>& y) {
        JsonWriter json = begin("MOUSE_MOVE", now_);
        json.key("mousePosition").beginObject();
        if (x) json.key("x").number(*x);
        if (y) json.key("y").number(*y);
        json.endObject();
        end(json);
    }

    // Whisker has no click on a sprite, only a mouse: goes where the sprite is on top. False: nowhere.
    bool clickAt(const InputEvent& event, Look& look) {
        const auto sprite = program_.spriteByName.find(event.name);
        StageLook* stage = look.stage();
        if (event.clone || sprite == program_.spriteByName.end() || !stage) return false;
        const TargetState& target = *look.state.targets[static_cast<std::size_t>(sprite->second)];
        if (!target.visible) return false;
        // Its middle, or else the points of a grid over it.
        constexpr int kGrid = 16;
        const Rectangle box = look.bounds(target);
        for (int i = -1; i < kGrid * kGrid; i++) {
            double x = target.x, y = target.y;
            if (i >= 0) {
                x = box.left + (box.right - box.left) * ((i % kGrid) + 0.5) / kGrid;
                y = box.bottom + (box.top - box.bottom) * ((i / kGrid) + 0.5) / kGrid;
            }
            x = std::round(x), y = std::round(y);
            if (std::abs(x) >= 240 || std::abs(y) >= 180 || stage->pick(x, y) != target.drawable) continue;
            moveMouse(x, y);
            for (const std::string_view action : {"MOUSE_DOWN", "MOUSE_UP"}) {
                JsonWriter json = begin(action, now_);
                end(json);
            }
            return true;
        }
        return false;
    }

    const Program& program_;
    std::vector<ActorState> known_{};
    std::uint64_t now_ = 0;
    std::string text_{};
};

std::string mocksText(const Program& program, const std::vector<Drawn>& order) {
    const auto place = [&](JsonWriter& json, const Drawn& drawn) {
        const auto statement = static_cast<std::size_t>(drawn.statement);
        const auto sprite = static_cast<std::size_t>(program.statements[statement].sprite);
        json.beginObject().key("sprite").string(program.sprites[sprite].name);
        json.key("block").string(program.statementIds[statement]);
        json.key("atStep").raw(std::to_string(drawn.step)).endObject();
    };
    std::vector<std::string> mocks;
    for (std::size_t i = 0; i < kMockedFunctions; i++) {
        const auto function = static_cast<MockedFunction>(i);
        std::vector<Drawn> mine;
        std::copy_if(order.begin(), order.end(), std::back_inserter(mine),
                     [&](const Drawn& drawn) { return drawn.function == function; });
        if (mine.empty()) continue;
        JsonWriter json;
        json.beginObject().key("forFunction").string(mockName(function));
        if (function == MockedFunction::RandomBetween) {
            json.key("returns").beginArray();
            for (const auto& drawn : mine) json.number(drawn.outcome);
            json.endArray().key("index").number(0).key("blocks").beginArray();
            for (const auto& drawn : mine) place(json, drawn);
            json.endArray();
        } else {
            // Pairs of x and y, by sprite in the order of the first call.
            std::vector<std::int16_t> sprites;
            std::map<std::int16_t, std::vector<Drawn>> bySprite;
            for (const auto& drawn : mine) {
                const auto sprite = program.statements[static_cast<std::size_t>(drawn.statement)].sprite;
                if (std::find(sprites.begin(), sprites.end(), sprite) == sprites.end())
                    sprites.push_back(sprite);
                bySprite[sprite].push_back(drawn);
            }
            json.key("assignments").beginArray();
            for (const std::int16_t sprite : sprites) {
                const auto& drawn = bySprite[sprite];
                json.beginObject().key("actor").string(
                    program.sprites[static_cast<std::size_t>(sprite)].name);
                json.key("assigns").beginArray();
                for (std::size_t k = 0; k + 1 < drawn.size(); k += 2) {
                    json.beginObject().key("x").number(drawn[k].outcome);
                    json.key("y").number(drawn[k + 1].outcome).endObject();
                }
                json.endArray().key("index").number(0).key("blocks").beginArray();
                for (std::size_t k = 0; k < drawn.size(); k += 2) place(json, drawn[k]);
                json.endArray().endObject();
            }
            json.endArray();
        }
        mocks.push_back(json.endObject().take());
    }
    if (mocks.empty()) return "[]";
    return fmt::format("[\n  {}\n ]", fmt::join(mocks, ",\n  "));
}

std::string textList(const std::vector<std::string>& texts) {
    JsonWriter json;
    json.beginArray();
    for (const std::string& text : texts) json.string(text);
    return json.endArray().take();
}

std::string quoted(const std::string& text) { return JsonWriter().string(text).take(); }

}  // namespace

std::string hashOf(const Program& program) {
    const std::string content = writeProjectJson(program.project);
    char digest[SHA256_DIGEST_STRING_LENGTH] = {};
    SHA256Data(reinterpret_cast<const std::uint8_t*>(content.data()), content.size(), digest);
    return digest;
}

std::string writeWitness(const Witness& witness, const Program& program) {
    const Log& log = witness.log;
    State state = initialState(program, log.machine, log.seed);
    Machine machine(program, state, log.machine);
    DrawOrder draws(program, state, log.draws);
    machine.choices = &draws;
    Look look(program, state, log.machine);

    Steps steps(program);
    std::size_t next = 0;
    for (std::uint64_t step = 0; step < log.steps; step++) {
        const std::size_t first = next;
        while (next < log.inputs.size() && log.inputs[next].step <= step) next++;
        if (first < next) {
            steps.waitUntil(step, state);
            look.refresh();
            for (std::size_t i = first; i < next; i++) steps.act(log.inputs[i], look);
        }
        machine.step(std::span(log.inputs).subspan(first, next - first));
    }
    steps.waitUntil(log.steps, state);

    JsonWriter initial;
    initial.beginArray();
    for (const InputEvent& event : log.inputs) {
        if (event.kind != Kind::SetVariable) break;
        initial.beginObject().key("actor").string(event.name.empty() ? "Stage" : event.name);
        writeValue(initial.key("variable").string(event.variable).key("value"), event.value);
        initial.endObject();
    }
    initial.endArray();
    JsonWriter logText;
    writeLog(logText, log);

    std::vector<std::string> violations = witness.violations;
    if (violations.empty() && !witness.property.empty()) violations.push_back(witness.property);
    std::string out = "{\n";
    const auto member = [&](std::string_view key, std::string_view value) {
        out += fmt::format(" {}: {},\n", quoted(std::string(key)), value);
    };
    member("schema", std::to_string(kWitnessSchema));
    member("producer", quoted("Ounce"));
    member("programName", quoted(witness.programName));
    member("programHash", quoted(witness.programHash.empty() ? hashOf(program) : witness.programHash));
    member("violations", textList(violations));
    member("property", fmt::format("{{\"name\": {}, \"text\": {}, \"spec\": {}}}", quoted(witness.property),
                                   quoted(witness.propertyText), quoted(witness.spec)));
    member("message", quoted(witness.message));
    member("violationStep", std::to_string(witness.violationStep));
    member("stepMicros", "33333");
    member("initialState", initial.text());
    member("steps", steps.text());
    member("mocks", mocksText(program, draws.order));
    out += fmt::format(" \"log\": {}\n}}\n", logText.text());
    return out;
}

}  // namespace ounce::verify
