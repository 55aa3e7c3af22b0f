// The blocks of a target.
#include <fmt/format.h>

#include "project/sb3/format.h"
#include "project/sb3/reading.h"

namespace ounce {
namespace {

constexpr int kFirstCode = 4, kBroadcastCode = 11, kVariableCode = 12, kListCode = 13;

Slot readSlot(Reading& reading, JsonElement value) {
    if (std::string_view id; value.get(id)) return std::string(id);
    if (value.isNull()) return {};
    if (value.isArray()) return readPrimitive(reading, value.array());
    if (value.isObject()) {
        reading.refuse("an input holds an object instead of a block");
        return {};
    }
    return dom::minified(value);  // a number as id: JavaScript looks it up by its text
}

Input readInput(Reading& reading, std::string_view name, JsonArray list) {
    Input input;
    input.name = name;
    std::size_t position = 0;
    for (JsonElement value : list) {
        if (position == 0) {
            std::int64_t status = 0;
            const bool known = value.get(status) && status >= 1 && status <= 3;
            // Official Scratch takes anything else for a block over a shadow.
            input.status = known ? static_cast<int>(status) : 3;
            if (!known) reading.warn(fmt::format("the input {} has an unknown kind", name));
        } else if (position == 1) {
            input.block = readSlot(reading, value);
        } else if (position == 2 && input.status == 3) {
            input.shadow = readSlot(reading, value);
        }
        ++position;
    }
    return input;
}

void readInputs(Reading& reading, JsonElement value, std::vector<Input>& inputs) {
    const auto members = reading.members(value, "inputs");
    reading.spend(members.size() * sizeof(Input));
    inputs.clear();
    inputs.reserve(members.size());
    for (const auto& [name, input] : members) {
        if (reading.refused()) return;
        if (input.isArray()) {
            inputs.push_back(readInput(reading, name, input.array()));
        } else {
            reading.warn(fmt::format("the input {} is {} and was left out", name, dom::typeName(input)));
        }
    }
}

Field readField(Reading& reading, std::string_view name, JsonArray list) {
    Field field;
    field.name = name;
    field.value = nullptr;
    std::size_t position = 0;
    for (JsonElement value : list) {
        if (position == 0) field.value = reading.scalar(value, name);
        if (position == 1) {
            reading.text(value, name, field.id);
            field.hasNullId = value.isNull();
        }
        ++position;
    }
    return field;
}

void readFields(Reading& reading, JsonElement value, std::vector<Field>& fields) {
    const auto members = reading.members(value, "fields");
    reading.spend(members.size() * sizeof(Field));
    fields.clear();
    fields.reserve(members.size());
    for (const auto& [name, field] : members) {
        if (reading.refused()) return;
        if (field.isArray()) {
            fields.push_back(readField(reading, name, field.array()));
        } else {
            reading.warn(fmt::format("the field {} is {} and was left out", name, dom::typeName(field)));
        }
    }
}

void readMember(Reading& reading, std::string_view key, JsonElement value, Block& block,
                std::optional<JsonElement>& mutation) {
    if (key == "opcode") {
        reading.text(value, key, block.opcodeText);
    } else if (key == "next") {
        block.hasNext = true;
        reading.text(value, key, block.next);
    } else if (key == "parent") {
        block.hasParent = true;
        reading.text(value, key, block.parent);
    } else if (key == "inputs") {
        readInputs(reading, value, block.inputs);
    } else if (key == "fields") {
        readFields(reading, value, block.fields);
    } else if (key == "shadow") {
        reading.truth(value, key, block.shadow);
    } else if (key == "topLevel") {
        reading.truth(value, key, block.topLevel);
    } else if (key == "x") {
        reading.number(value, key, block.x);
    } else if (key == "y") {
        reading.number(value, key, block.y);
    } else if (key == "comment") {
        reading.text(value, key, block.comment);
    } else if (key == "mutation") {
        mutation = value;
    } else {
        reading.extra(key, value, block.extra);
    }
}

void readBlock(Reading& reading, JsonObject object, Block& block) {
    block.hasNext = block.hasParent = false;
    std::optional<JsonElement> mutation;
    for (auto [key, value] : object) readMember(reading, key, value, block, mutation);
    if (block.opcodeText.empty()) reading.refuse("the block has no opcode");
    block.opcode = findOpcode(block.opcodeText);
    if (mutation && !mutation->isNull() && reading.isObject(*mutation, "mutation")) {
        readMutation(reading, *mutation, block);
    }
}

// A variable, list or literal that lies on the workspace on its own.
void readLooseValue(Reading& reading, JsonArray list, Block& block) {
    Slot slot = readPrimitive(reading, list);
    Primitive* primitive = std::get_if<Primitive>(&slot);
    if (!primitive) return reading.refuse("the block is a list that Scratch does not know");
    if (primitive->code < kVariableCode) reading.warn("a literal lies on the workspace on its own");
    block.opcodeText = primitiveOpcode(primitive->code);
    block.opcode = findOpcode(block.opcodeText);
    block.topLevel = primitive->x.has_value();
    block.x = primitive->x;
    block.y = primitive->y;
    block.primitive = std::move(*primitive);
}

}  // namespace

Slot readPrimitive(Reading& reading, JsonArray list) {
    Primitive primitive;
    primitive.value = nullptr;
    std::size_t position = 0;
    for (JsonElement value : list) {
        if (position == 0) {
            std::int64_t code = 0;
            if (!value.get(code) || code < kFirstCode || code > kListCode) {
                reading.warn("a literal of a kind that Scratch does not know was left out");
                return {};
            }
            primitive.code = static_cast<int>(code);
        } else if (position == 1) {
            primitive.value = reading.scalar(value, "value of an input");
        } else if (position == 2 && primitive.code >= kBroadcastCode) {
            reading.text(value, "id in an input", primitive.id);
        } else if (position == 3 && primitive.code >= kVariableCode) {
            reading.number(value, "x", primitive.x);
        } else if (position == 4 && primitive.code >= kVariableCode) {
            reading.number(value, "y", primitive.y);
        }
        ++position;
    }
    if (position == 0) return {};
    return primitive;
}

void readBlocks(Reading& reading, JsonElement blocks, BlockMap& result) {
    const auto members = reading.members(blocks, "blocks");
    reading.spend(members.size() * sizeof(Block));
    if (reading.refused()) return;
    result = {};
    result.reserve(members.size());
    for (const auto& [id, value] : members) {
        reading.setPart("block", id);
        Block block;
        block.id = id;
        if (value.isArray()) {
            readLooseValue(reading, value.array(), block);
        } else if (value.isObject()) {
            readBlock(reading, value.object(), block);
        } else {
            reading.refuse(fmt::format("the block is {}", dom::typeName(value)));
        }
        if (reading.refused()) return;
        result.add(std::move(block));
    }
    reading.setPart({}, {});
}

}  // namespace ounce
