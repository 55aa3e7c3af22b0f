// The program: what it consists of, what was executed, which blocks a test replaces.
#include "base/json_writer.h"
#include "testing/whisker/detect_inputs.h"
#include "testing/whisker/host.h"
#include "vm/interpreter.h"
#include "vm/machine.h"

namespace ounce {

std::span<const WhiskerHost::Entry> WhiskerHost::programEntries() {
    static constexpr Entry kEntries[] = {
        {"describe", &WhiskerHost::describe},           {"detectInputs", &WhiskerHost::detectInputs},
        {"coverage", &WhiskerHost::coverage},           {"isOpcode", &WhiskerHost::isOpcode},
        {"argumentNames", &WhiskerHost::argumentNames}, {"replace", &WhiskerHost::replace},
        {"runOriginal", &WhiskerHost::runOriginal},
    };
    return kEntries;
}

namespace {

void writeSlots(JsonWriter& json, std::string_view name, const std::vector<VariableSlot>& slots) {
    json.key(name).beginArray();
    for (const VariableSlot& slot : slots) {
        json.beginObject().key("id").string(slot.id).key("name").string(slot.name);
        json.key("cloud").boolean(slot.cloud).endObject();
    }
    json.endArray();
}

// `skin` counts the costumes of all targets: a number that no two of them share is all that a skin's is.
void writeAssets(JsonWriter& json, const Target& target, int& skin) {
    json.key("costumes").beginArray();
    for (const Costume& c : target.costumes) {
        json.beginObject().key("name").string(c.name).key("assetId").string(c.assetId);
        json.key("md5").string(c.fileName()).key("dataFormat").string(c.dataFormat);
        json.key("bitmapResolution").number(c.bitmapResolution.value_or(1)).key("skinId").number(skin++);
        if (c.rotationCenterX) json.key("rotationCenterX").number(*c.rotationCenterX);
        if (c.rotationCenterY) json.key("rotationCenterY").number(*c.rotationCenterY);
        json.endObject();
    }
    json.endArray().key("sounds").beginArray();
    for (const Sound& s : target.sounds) json.beginObject().key("name").string(s.name).endObject();
    json.endArray();
}

}  // namespace

void WhiskerHost::describe(JsCall& call) {
    JsonWriter json;
    int skin = 0;
    json.beginObject().key("sprites").beginArray();
    for (std::size_t i = 0; i < program_->sprites.size(); i++) {
        const SpriteProgram& sprite = program_->sprites[i];
        json.beginObject().key("name").string(sprite.name).key("isStage").boolean(sprite.isStage);
        writeSlots(json, "variables", sprite.variables);
        writeSlots(json, "lists", sprite.lists);
        writeAssets(json, program_->project.targets[i], skin);
        json.endObject();
    }
    json.endArray().key("broadcasts").beginArray();
    for (const Broadcast& b : program_->project.targets[0].broadcasts) {
        json.beginObject().key("id").string(b.id).key("name").string(b.name).endObject();
    }
    json.endArray().key("attributes").beginArray();
    for (const AttributeRow& row : attributes()) json.string(row.whisker);
    json.endArray().endObject();
    call.give(std::string_view(json.text()));
}

void WhiskerHost::detectInputs(JsCall& call) {
    call.give(std::string_view(ounce::detectInputs(program_->project)));
}

void WhiskerHost::coverage(JsCall& call) {
    JsonWriter json;
    json.beginObject();
    for (std::size_t sprite = 0; sprite < program_->sprites.size(); sprite++) {
        json.key(program_->sprites[sprite].name).beginArray();
        for (std::size_t i = 0; i < program_->statements.size(); i++) {
            const Statement& s = program_->statements[i];
            if (!s.isGoal || s.sprite != static_cast<std::int16_t>(sprite)) continue;
            json.beginObject().key("id").string(program_->statementIds[i]);
            json.key("opcode")
                .string(opcodeName(s.opcode))
                .key("covered")
                .boolean(coverage_[i] != 0)
                .endObject();
        }
        json.endArray();
    }
    json.endObject();
    call.give(std::string_view(json.text()));
}

// ---- replaced blocks ----

void WhiskerHost::isOpcode(JsCall& call) { call.give(findOpcode(call.text(0)) != Opcode::Unknown); }

namespace {

// The inputs of a block in the order in which the machine knows them.
std::vector<std::string_view> inputNames(Opcode opcode) {
    std::vector<std::string_view> names;
    const Row& row = blockRow(opcode);
    for (int i = 0; i < row.argumentCount; i++) {
        const Argument& argument = row.arguments[static_cast<std::size_t>(i)];
        if (argument.kind < Kind::Branch) names.push_back(argument.name);
    }
    return names;
}

}  // namespace

void WhiskerHost::argumentNames(JsCall& call) {
    std::vector<Value> names;
    for (std::string_view name : inputNames(findOpcode(call.text(0)))) names.emplace_back(String(name));
    call.give(std::span<const Value>(names));
}

// replace(opcode, function (handle, values…))
void WhiskerHost::replace(JsCall& call) {
    const Opcode opcode = findOpcode(call.text(0));
    if (opcode == Opcode::Unknown) return call.throwError("there is no block with that opcode");
    if (machine_->reading().thread)
        return call.throwError("blocks cannot be replaced in the middle of a step");
    if (!replacements_) {
        replacements_ = std::make_unique<Replacements>(*program_);
        makeMachine(replacements_->program());
    }
    replacements_->replace(opcode,
                           [this, function = call.value(1)](Interpreter& m, std::span<const Value> values) {
                               std::vector<JsValue> arguments{context_->number(handleAt(m.targetIndex))};
                               for (const Value& value : values) arguments.push_back(context_->value(value));
                               auto result = context_->call(function, arguments);
                               if (result) return context_->toValue(*result);
                               if (!pending_) pending_ = std::move(result).error();
                               return Value();
                           });
}

// runOriginal(opcode, args): while a replaced block is executing.
void WhiskerHost::runOriginal(JsCall& call) {
    if (!replacements_ || !machine_->reading().thread)
        return call.throwError("a block runs only while the program does");
    const Opcode opcode = findOpcode(call.text(0));
    const JsValue given = call.value(1);
    std::vector<Value> arguments;
    for (std::string_view name : inputNames(opcode)) arguments.push_back(context_->toValue(given.get(name)));
    call.give(replacements_->runOriginal(machine_->interpreter(), opcode, arguments));
}

}  // namespace ounce
