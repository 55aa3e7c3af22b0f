#include "vm/trace.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/number.h"
#include "vm/attributes.h"
#include "vm/interpreter.h"
#include "vm/machine.h"

namespace ounce {
namespace {

constexpr const char* kStatus[] = {"RUNNING", "PROMISE_WAIT", "YIELD", "YIELD_TICK", "DONE"};

void number(JsonWriter& json, double value) { writeTraceValue(json, value); }

// JavaScript writes an object's members in the order of their first appearance, but whole numbers first.
template <class T>
std::vector<std::pair<std::string, const T*>> inKeyOrder(const std::vector<VariableSlot>& slots,
                                                         const std::vector<T>& values) {
    std::vector<std::pair<std::string, const T*>> members;
    for (std::size_t i = 0; i < values.size(); i++) {
        auto same = std::find_if(members.begin(), members.end(),
                                 [&](const auto& m) { return m.first == slots[i].name; });
        if (same != members.end()) {
            same->second = &values[i];
        } else {
            members.emplace_back(slots[i].name, &values[i]);
        }
    }
    auto wholeNumber = [](const std::string& key) -> double {
        const bool digits = !key.empty() && key.size() <= 10 &&
                            std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (!digits || (key.size() > 1 && key[0] == '0')) return -1;
        const double n = textToNumber(key);
        return n < 4294967295.0 ? n : -1;
    };
    std::stable_sort(members.begin(), members.end(), [&](const auto& a, const auto& b) {
        const double x = wholeNumber(a.first), y = wholeNumber(b.first);
        if (x >= 0 && y >= 0) return x < y;
        return x >= 0 && y < 0;
    });
    return members;
}

void writeAttributes(JsonWriter& json, const Reading& reading, const TargetState& t) {
    for (const AttributeRow& row : attributes()) {
        if (row.trace.empty()) continue;
        const bool isEffect = row.id >= Attribute::ColorEffect && row.id <= Attribute::GhostEffect;
        if (row.id == Attribute::ColorEffect) json.key("effects").beginObject();
        const Value value = readAttribute(reading, t, row.id);
        if (isEffect) {
            const auto effect =
                static_cast<Effect>(static_cast<int>(row.id) - static_cast<int>(Attribute::ColorEffect));
            if (value.asNumber() != 0) writeTraceValue(json.key(effectName(effect)), value);
        } else if (row.id != Attribute::Costume || !reading.spriteOf(t).costumes.empty()) {
            writeTraceValue(json.key(row.trace), value);
        }
        if (row.id == Attribute::GhostEffect) json.endObject();
    }
}

}  // namespace

void writeTraceValue(JsonWriter& json, const Value& value) {
    switch (value.type()) {
        case Type::Undefined: json.raw("{\"$undefined\":true}"); break;
        case Type::Boolean: json.boolean(value.asBoolean()); break;
        case Type::Text: json.string(value.asText().utf8()); break;
        case Type::Number: {
            const double n = value.asNumber();
            if (std::isfinite(n) && !(n == 0 && std::signbit(n))) {
                json.number(n);
            } else {
                json.beginObject().key("$num").string(n == 0 ? "-0" : numberToText(n)).endObject();
            }
        }
    }
}

std::string TraceWriter::nameOf(std::int32_t index) const {
    if (index == kNone) return {};
    const TargetState& t = *state_.targets[static_cast<std::size_t>(index)];
    const std::string& name = program_.sprites[static_cast<std::size_t>(t.sprite)].name;
    if (!t.isClone) return name;
    int position = 0;
    for (std::int32_t other : state_.pane) {
        if (other == index) return name + "#" + std::to_string(position);
        const TargetState& o = *state_.targets[static_cast<std::size_t>(other)];
        if (o.isClone && o.sprite == t.sprite) position++;
    }
    return name + "#-1";
}

void TraceWriter::said(std::int32_t target, bool think, const Value& text) {
    JsonWriter json;
    json.beginArray().string("say").string(nameOf(target)).string(think ? "think" : "say");
    writeTraceValue(json, text);
    json.endArray();
    events_.push_back(json.take());
}

void TraceWriter::writeTarget(JsonWriter& json, const Reading& reading, std::int32_t index) {
    const TargetState& t = *state_.targets[static_cast<std::size_t>(index)];
    const SpriteProgram& sprite = program_.sprites[static_cast<std::size_t>(t.sprite)];
    const auto exec =
        std::find(state_.execution.begin(), state_.execution.end(), index) - state_.execution.begin();
    json.beginObject().key("name").string(sprite.name);
    json.key("isStage").boolean(sprite.isStage).key("isClone").boolean(t.isClone).key("layer");
    if (state_.stage) {
        json.number(state_.stage->order(t.drawable));
    } else {
        json.null();
    }
    json.key("exec").number(static_cast<double>(exec));
    writeAttributes(json, reading, t);
    json.key("bubble");
    if (t.bubble.text.asText().empty()) {
        json.null();
    } else {
        json.beginObject().key("type").string(t.bubble.think ? "think" : "say").key("text");
        json.string(t.bubble.text.asText().utf8()).endObject();
    }
    json.key("vars").beginObject();
    for (const auto& [name, value] : inKeyOrder(sprite.variables, t.variables))
        writeTraceValue(json.key(name), *value);
    json.endObject().key("lists").beginObject();
    for (const auto& [name, list] : inKeyOrder(sprite.lists, t.lists)) {
        json.key(name).beginArray();
        for (const Value& item : *list) writeTraceValue(json, item);
        json.endArray();
    }
    json.endObject();
    if (sprite.isStage) number(json.key("tempo"), state_.tempo);
    json.endObject();
}

void TraceWriter::writeThreads(JsonWriter& json) {
    json.beginArray();
    for (std::int32_t place : state_.threadList) {
        const Thread& t = *state_.threads[static_cast<std::size_t>(place)];
        const Script& script = program_.scripts[static_cast<std::size_t>(t.script)];
        const bool alive = state_.targets[static_cast<std::size_t>(t.target)]->id == t.targetId;
        const std::string name =
            alive ? nameOf(t.target) : program_.sprites[static_cast<std::size_t>(script.sprite)].name + "#-1";
        json.beginArray().string(name).string(opcodeName(script.opcode));
        json.string(program_.statementIds[static_cast<std::size_t>(script.hat)]);
        json.string(kStatus[static_cast<int>(t.status)])
            .number(static_cast<double>(t.stack.size()))
            .number(t.killed ? 1 : 0);
        json.endArray();
    }
    json.endArray();
}

// Asked through the machine: the reference asks so, too, and its renderer remembers.
void TraceWriter::writeTouching(JsonWriter& json, Interpreter& machine) {
    json.key("touching").beginObject();
    JsonWriter edge;
    edge.beginArray();
    json.key("sprites").beginArray();
    for (std::int32_t a : state_.pane) {
        const TargetState& first = machine.at(a);
        if (first.sprite == 0 || !machine.state.stage) continue;
        if (machine.touchesEdge(first)) edge.string(nameOf(a));
        for (std::int32_t b : state_.pane) {
            const TargetState& second = machine.at(b);
            if (a == b || second.sprite == 0) continue;
            if (machine.touches(first, {&second.drawable, 1})) {
                json.beginArray().string(nameOf(a)).string(nameOf(b)).endArray();
            }
        }
    }
    edge.endArray();
    json.endArray().key("edge").raw(edge.text()).endObject();
}

std::string TraceWriter::line(Machine& moved, bool touching) {
    Interpreter& machine = moved.interpreter();
    JsonWriter json;
    json.beginObject()
        .key("step")
        .number(static_cast<double>(state_.step) - 1)
        .key("time")
        .number(state_.now);
    number(json.key("timer"), machine.timerSeconds());
    // From back to front, equal layers in the order of the pane.
    std::vector<std::int32_t> order = state_.pane;
    if (state_.stage) {
        std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
            return state_.stage->order(machine.at(a).drawable) < state_.stage->order(machine.at(b).drawable);
        });
    }
    json.key("targets").beginArray();
    for (std::int32_t index : order) writeTarget(json, machine, index);
    json.endArray().key("threads");
    writeThreads(json);
    json.key("done")
        .number(state_.done)
        .key("redraw")
        .boolean(state_.redraw)
        .key("passes")
        .number(state_.passes);
    json.key("question");
    if (state_.shownQuestion) {
        json.string(state_.shownQuestion->utf8());
    } else {
        json.null();
    }
    writeTraceValue(json.key("answer"), state_.answer);
    json.key("clones").number(state_.cloneCount).key("events").beginArray();
    for (const std::string& event : events_) json.raw(event);
    events_.clear();
    json.endArray();
    if (touching) writeTouching(json, machine);
    return json.endObject().take();
}

std::string TraceWriter::header(const Program& program, const MachineOptions& options, std::uint32_t seed) {
    JsonWriter json;
    json.beginObject().key("ounce").number(1).key("mode").string(options.mode == Mode::Whisker ? "whisker"
                                                                                               : "scratch");
    json.key("seed").number(seed).key("passes").number(options.passes).key("warp").number(options.warpChecks);
    json.key("targets").beginArray();
    for (std::int32_t index : program.initialLayers)
        json.string(program.sprites[static_cast<std::size_t>(index)].name);
    json.endArray().key("sounds").beginArray();
    for (const SpriteProgram& sprite : program.sprites) {
        for (const SpriteSound& sound : sprite.sounds) {
            json.beginObject().key("target").string(sprite.name).key("name").string(sound.name);
            json.key("used").number(sound.seconds).endObject();
        }
    }
    return json.endArray().endObject().take();
}

}  // namespace ounce
