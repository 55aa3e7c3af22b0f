#include "project/sb2/scripts.h"

#include <algorithm>

#include "base/text.h"
#include "project/sb2/procedure_spec.h"
#include "project/sb2/shadow_value.h"
#include "project/sb3/format.h"

namespace ounce::sb2 {
namespace {

constexpr Mapping kVideoMotionHat{"whenSensorGreaterThan", Opcode::videoSensing_whenMotionGreaterThan};

const Json* at(const std::vector<Json>& parts, std::size_t index) {
    return index < parts.size() ? &parts[index] : nullptr;
}

bool isVariableReporter(Opcode opcode) {
    return opcode == Opcode::data_variable || opcode == Opcode::data_listcontents;
}

bool isField(Kind kind) {
    return kind == Kind::Field || kind == Kind::Variable || kind == Kind::List || kind == Kind::MessageField;
}

bool hasShadow(Kind kind) { return kind != Kind::Condition && kind != Kind::Branch && kind != Kind::Block; }

Block makeBlock(std::string id, Opcode opcode) {
    Block block;
    block.id = std::move(id);
    block.opcode = opcode;
    block.opcodeText = opcodeName(opcode);
    return block;
}

}  // namespace

void ScriptConverter::convert(const std::vector<Json>& scripts, CommentsByBlock& comments, BlockMap& blocks) {
    comments_ = &comments;
    blockNumber_ = 0;
    for (const Json& script : scripts) {
        const std::vector<Json> parts = items(script);
        if (parts.size() < 3 || !isArray(parts[2])) {
            conversion_.warn("a script that is no list of blocks was left out");
            continue;
        }
        made_.clear();
        const std::vector<std::size_t> list = convertList(items(parts[2]), Kind::Branch, std::nullopt);
        if (conversion_.tooLarge()) return;
        if (list.empty()) continue;
        Block& first = made_[list.front()];
        first.topLevel = true;
        first.x = numberOf(parts[0]).value_or(0) * kWorkspaceX;
        first.y = numberOf(parts[1]).value_or(0) * kWorkspaceY;
        if (made_.size() == 1 && isVariableReporter(first.opcode) && !first.comment) {
            const Field name = first.fields.front();
            first.primitive = Primitive{first.opcode == Opcode::data_variable ? 12 : 13, name.value,
                                        name.id.value_or(""), first.x, first.y};
            first.fields.clear();
        }
        for (Block& block : made_) blocks.add(std::move(block));
    }
}

std::vector<std::size_t> ScriptConverter::convertList(const std::vector<Json>& list, Kind slot,
                                                      const std::optional<std::string>& parent) {
    std::vector<std::size_t> converted;
    for (const Json& item : list) {
        const std::size_t index = convertBlock(items(item), slot);
        if (index == kNone) continue;
        if (converted.empty()) {
            made_[index].parent = parent;
        } else {
            Block& previous = made_[converted.back()];
            made_[index].parent = previous.id;
            previous.next = made_[index].id;
        }
        converted.push_back(index);
    }
    return converted;
}

const Mapping* ScriptConverter::mappingOf(const std::vector<Json>& parts) const {
    std::string_view name;
    if (parts.empty() || !parts[0].get(name)) return nullptr;
    const Mapping* mapping = findMapping(name);
    if (mapping && mapping->opcode == Opcode::event_whengreaterthan && parts.size() > 1 &&
        isText(parts[1], "video motion"))
        return &kVideoMotionHat;
    return mapping;
}

std::size_t ScriptConverter::convertBlock(const std::vector<Json>& parts, Kind slot) {
    const std::size_t number = blockNumber_++;
    const Mapping* mapping = mappingOf(parts);
    if (!mapping || !conversion_.mayMakeObject()) {
        tieComments(number, std::nullopt);
        if (!mapping && !parts.empty())
            conversion_.warn("the Scratch 2 block \"" + textOf(parts[0]).substr(0, 80) +
                             "\" does not exist in Scratch 3 and was left out");
        return kNone;
    }
    Block block = makeBlock(conversion_.freshId(), mapping->opcode);
    if (isStage_ && block.opcode == Opcode::event_whenthisspriteclicked)
        block = makeBlock(std::move(block.id), Opcode::event_whenstageclicked);
    conversion_.useExtension(block.opcodeText);
    block.comment = tieComments(number, block.id);

    const std::size_t place = made_.size();  // before what is in its slots
    made_.emplace_back();
    switch (block.opcode) {
        case Opcode::procedures_definition: fillDefinition(block, parts); break;
        case Opcode::procedures_call: fillCall(block, parts); break;
        case Opcode::argument_reporter_string_number: fillParameter(block, parts, slot); break;
        default: fillArguments(block, *mapping, parts);
    }
    made_[place] = std::move(block);
    return place;
}

void ScriptConverter::fillArguments(Block& block, const Mapping& mapping, const std::vector<Json>& parts) {
    const Row& row = blockRow(mapping.opcode);
    std::size_t position = &mapping == &kVideoMotionHat ? 2 : 1;
    for (std::size_t i = 0; i < row.argumentCount; i++) {
        const Argument& argument = row.arguments[i];
        if (argument.name == mapping.addedField) continue;
        const Json* given = at(parts, position++);
        if (isField(argument.kind)) {
            block.fields.push_back(field(argument, given));
        } else {
            addInput(block, argument.name, shadowKind(mapping.opcode, argument), argument.shadow, given);
        }
    }
    if (!mapping.addedField.empty()) {
        block.fields.push_back(
            {std::string(mapping.addedField), std::string(mapping.addedValue), std::nullopt, true});
    }
    // Below "stop other scripts" blocks may follow, and the editor knows that from this mutation.
    const bool goesOn = parts.size() > 1 && (isText(parts[1], "other scripts in sprite") ||
                                             isText(parts[1], "other scripts in stage"));
    if (block.opcode == Opcode::control_stop && goesOn)
        block.otherMutation = R"({"tagName":"mutation","children":[],"hasnext":"true"})";
}

void ScriptConverter::fillParameter(Block& block, const std::vector<Json>& parts, Kind slot) {
    const bool isBoolean = slot == Kind::Condition || (parts.size() > 2 && isText(parts[2], "b"));
    if (isBoolean)
        block = [&] {
            Block boolean = makeBlock(std::move(block.id), Opcode::argument_reporter_boolean);
            boolean.comment = std::move(block.comment);
            return boolean;
        }();
    block.fields.push_back(field(blockRow(block.opcode).arguments[0], at(parts, 1)));
}

void ScriptConverter::fillCall(Block& block, const std::vector<Json>& parts) {
    ProcedureMutation& mutation = block.mutation.emplace();
    mutation.proccode = parts.size() > 1 ? textOf(parts[1]) : "";
    std::size_t position = 2;
    for (const SpecArgument& argument : argumentsOf(mutation.proccode)) {
        mutation.argumentIds.push_back(argument.id);
        addInput(block, argument.id, argument.kind, {}, at(parts, position++));
    }
}

void ScriptConverter::fillDefinition(Block& block, const std::vector<Json>& parts) {
    Block prototype = makeBlock(conversion_.freshId(), Opcode::procedures_prototype);
    prototype.shadow = true;
    prototype.parent = block.id;
    ProcedureMutation& mutation = prototype.mutation.emplace();
    mutation.proccode = parts.size() > 1 ? textOf(parts[1]) : "";
    for (SpecArgument& argument : argumentsOf(mutation.proccode))
        mutation.argumentIds.push_back(std::move(argument.id));
    if (parts.size() > 2) {
        for (const Json& name : items(parts[2])) mutation.argumentNames.push_back(textOf(name));
    }
    if (parts.size() > 3) {
        for (const Json& value : items(parts[3])) mutation.argumentDefaults.push_back(scalarOf(value));
    }
    bool warp = false;
    mutation.warp = parts.size() > 4 && ((parts[4].get(warp) && warp) || isText(parts[4], "true"));
    block.inputs.push_back({"custom_block", 1, prototype.id, {}});
    made_.push_back(std::move(prototype));
}

void ScriptConverter::addInput(Block& block, std::string_view name, Kind kind, std::string_view shadow,
                               const Json* given) {
    std::string shadowId = conversion_.freshId();  // before those of what covers it, also if it has no shadow
    Input input{std::string(name), 1, {}, {}};
    const bool covered = given && isCompound(*given);
    if (covered) input.block = convertInside(*given, kind, block.id);
    const bool filled = !std::holds_alternative<std::monostate>(input.block);
    Slot below;
    // A slot that the file does not mention stays empty: reading it gives the same as official Scratch's
    // shadow without a value.
    if (hasShadow(kind) && (given || kind == Kind::Message))
        below = shadowSlot(block, std::move(shadowId), name, kind, shadow, covered ? nullptr : given);
    const bool hasBelow = !std::holds_alternative<std::monostate>(below);
    if (!filled && !hasBelow) return;
    if (filled) {
        input.status = hasBelow ? 3 : 2;
        input.shadow = std::move(below);
    } else {
        input.block = std::move(below);
    }
    block.inputs.push_back(std::move(input));
}

Slot ScriptConverter::convertInside(const Json& given, Kind kind, const std::string& parent) {
    const std::vector<Json> parts = items(given);
    if (!parts.empty() && isCompound(parts.front())) {
        const std::vector<std::size_t> list = convertList(parts, kind, parent);
        return list.empty() ? Slot{} : Slot{made_[list.front()].id};
    }
    if (auto primitive = asPrimitive(parts)) return std::move(*primitive);
    const std::size_t index = convertBlock(parts, kind);
    if (index == kNone) return {};
    made_[index].parent = parent;
    return made_[index].id;
}

// A variable in a slot needs no block of its own, unless a comment hangs on it.
std::optional<Primitive> ScriptConverter::asPrimitive(const std::vector<Json>& parts) {
    const Mapping* mapping = mappingOf(parts);
    if (!mapping || !isVariableReporter(mapping->opcode) || parts.size() < 2) return std::nullopt;
    if (comments_ && comments_->contains(static_cast<double>(blockNumber_))) return std::nullopt;
    blockNumber_++;
    conversion_.freshId();
    Field name = field(blockRow(mapping->opcode).arguments[0], &parts[1]);
    return Primitive{mapping->opcode == Opcode::data_variable ? 12 : 13,
                     std::move(name.value),
                     name.id.value_or(""),
                     {},
                     {}};
}

Slot ScriptConverter::shadowSlot(const Block& owner, std::string id, std::string_view name, Kind kind,
                                 std::string_view shadow, const Json* given) {
    if (kind == Kind::Message) {
        std::string message = given ? textOf(*given) : "";
        std::string messageId = conversion_.messageId(message);
        return Primitive{11, std::move(message), std::move(messageId), {}, {}};
    }
    Scalar value = given ? shadowValue(kind, shadow, *given) : coveredValue(kind, shadow);
    const auto code = primitiveCode(kind);
    if (code && isLiteral(kind, value)) return Primitive{*code, std::move(value), {}, {}, {}};
    const Opcode opcode =
        kind == Kind::Note ? Opcode::note : findOpcode(code ? primitiveOpcode(*code) : shadow);
    Block block = makeBlock(id, opcode);
    block.shadow = true;
    block.parent = owner.id;
    const std::string_view fieldName = code ? blockRow(opcode).arguments[0].name : name;
    block.fields.push_back({std::string(fieldName), std::move(value), std::nullopt, true});
    made_.push_back(std::move(block));
    return id;
}

Field ScriptConverter::field(const Argument& argument, const Json* given) {
    Field result{std::string(argument.name), given ? scalarOf(*given) : Scalar{nullptr}, std::nullopt, false};
    switch (argument.kind) {
        case Kind::Variable:
        case Kind::List: {
            const std::string name = given ? textOf(*given) : "undefined";
            result.id = conversion_.variableId(owner_, isStage_, name, argument.kind == Kind::List);
            result.value = name;
            break;
        }
        case Kind::MessageField: {
            std::string message = given ? textOf(*given) : "";
            result.id = conversion_.messageId(message);
            result.value = std::move(message);
            break;
        }
        default:
            result.hasNullId = true;
            if (argument.name == "CURRENTMENU" && given)
                result.value = isText(*given, "day of week") ? "DAYOFWEEK" : upperCase(textOf(*given));
    }
    return result;
}

std::vector<Field> ScriptConverter::fieldsOf(const Mapping& mapping, const std::vector<Json>& arguments) {
    Block block;
    for (const Argument& argument : blockRow(mapping.opcode).arguments) {
        if (argument.name.empty()) break;
        if (argument.name == mapping.addedField) {
            block.fields.push_back({std::string(argument.name), std::string(mapping.addedValue), {}, true});
        } else if (isField(argument.kind)) {
            block.fields.push_back(field(argument, at(arguments, 0)));
        }
    }
    return block.fields;
}

// Only one comment can hang on a block: the last. The others, and those of blocks that were left out, lie in
// the corner of the workspace. Gives the id of the comment that hangs.
std::optional<std::string> ScriptConverter::tieComments(std::size_t number,
                                                        const std::optional<std::string>& blockId) {
    if (!comments_) return std::nullopt;
    auto here = comments_->find(static_cast<double>(number));
    if (here == comments_->end()) return std::nullopt;
    std::optional<std::string> hanging;
    for (Comment* comment : here->second) {
        if (blockId && comment == here->second.back()) {
            comment->blockId = blockId;
            hanging = comment->id;
        } else {
            comment->x = comment->y = 0;
        }
    }
    return hanging;
}

}  // namespace ounce::sb2
