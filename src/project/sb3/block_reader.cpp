// The blocks of a target.
#include <fmt/format.h>

#include "project/sb3/format.h"
#include "project/sb3/reading.h"

namespace ounce {
namespace {

constexpr int kFirstCode = 4, kBroadcastCode = 11, kVariableCode = 12, kListCode = 13;

Slot readSlot(Reading& reading, dom::element value) {
    if (std::string_view id; value.get(id) == simdjson::SUCCESS) return std::string(id);
    if (value.is_null()) return {};
    if (value.is_array()) return readPrimitive(reading, dom::array(value));
    if (value.is_object()) {
        reading.refuse("an input holds an object instead of a block");
        return {};
    }
    return dom::minified(value);  // a number as id: JavaScript looks it up by its text
}

Input readInput(Reading& reading, std::string_view name, dom::array list) {
    Input input;
    input.name = name;
    std::size_t position = 0;
    for (dom::element value : list) {
        if (position == 0) {
            std::int64_t status = 0;
            const bool known = value.get(status) == simdjson::SUCCESS && status >= 1 && status <= 3;
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

void readInputs(Reading& reading, dom::element value, std::vector<Input>& inputs) {
    const auto members = reading.members(value, "inputs");
    reading.spend(members.size() * sizeof(Input));
    inputs.clear();
    inputs.reserve(members.size());
    for (const auto& [name, input] : members) {
        if (reading.refused()) return;
        if (input.is_array()) {
            inputs.push_back(readInput(reading, name, dom::array(input)));
        } else {
            reading.warn(fmt::format("the input {} is {} and was left out", name, dom::typeName(input)));
        }
    }
}

Field readField(Reading& reading, std::string_view name, dom::array list) {
    Field field;
    field.name = name;
    field.value = nullptr;
    std::size_t position = 0;
    for (dom::element value : list) {
        if (position == 0) field.value = reading.scalar(value, name);
        if (position == 1) {
            reading.text(value, name, field.id);
            field.hasNullId = value.is_null();
        }
        ++position;
    }
    return field;
}

void readFields(Reading& reading, dom::element value, std::vector<Field>& fields) {
    const auto members = reading.members(value, "fields");
    reading.spend(members.size() * sizeof(Field));
    fields.clear();
    fields.reserve(members.size());
    for (const auto& [name, field] : members) {
        if (reading.refused()) return;
        if (field.is_array()) {
            fields.push_back(readField(reading, name, dom::array(field)));
        } else {
            reading.warn(fmt::format("the field {} is {} and was left out", name, dom::typeName(field)));
        }
    }
}

void readMember(Reading& reading, std::string_view key, dom::element value, Block& block,
                std::optional<dom::element>& mutation) {
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

void readBlock(Reading& reading, dom::object object, Block& block) {
    block.hasNext = block.hasParent = false;
    std::optional<dom::element> mutation;
    for (auto [key, value] : object) readMember(reading, key, value, block, mutation);
    if (block.opcodeText.empty()) reading.refuse("the block has no opcode");
    block.opcode = findOpcode(block.opcodeText);
    if (mutation && !mutation->is_null() && reading.isObject(*mutation, "mutation")) {
        readMutation(reading, *mutation, block);
    }
}

// A variable, list or literal that lies on the workspace on its own.
void readLooseValue(Reading& reading, dom::array list, Block& block) {
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

Slot readPrimitive(Reading& reading, dom::array list) {
    Primitive primitive;
    primitive.value = nullptr;
    std::size_t position = 0;
    for (dom::element value : list) {
        if (position == 0) {
            std::int64_t code = 0;
            if (value.get(code) != simdjson::SUCCESS || code < kFirstCode || code > kListCode) {
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

void readBlocks(Reading& reading, dom::element blocks, BlockMap& result) {
    const auto members = reading.members(blocks, "blocks");
    reading.spend(members.size() * sizeof(Block));
    if (reading.refused()) return;
    result = {};
    result.reserve(members.size());
    for (const auto& [id, value] : members) {
        reading.setPart("block", id);
        Block block;
        block.id = id;
        if (value.is_array()) {
            readLooseValue(reading, dom::array(value), block);
        } else if (value.is_object()) {
            readBlock(reading, dom::object(value), block);
        } else {
            reading.refuse(fmt::format("the block is {}", dom::typeName(value)));
        }
        if (reading.refused()) return;
        result.add(std::move(block));
    }
    reading.setPart({}, {});
}

}  // namespace ounce
