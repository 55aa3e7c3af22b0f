#include <algorithm>

#include "project/text/raw_mutation.h"
#include "project/text/script_reader.h"
#include "project/text/words.h"

namespace ounce::text {
namespace {

std::string shorten(std::string text) {
    if (text.size() <= 80) return text;
    std::size_t end = 77;
    while (end > 0 && (text[end] & 0xC0) == 0x80) end--;
    return text.substr(0, end) + "…";
}

}  // namespace

std::string Shared::newId() { return "b" + std::to_string(++count_); }

std::string Shared::messageId(const std::string& name) {
    auto& broadcasts = project_.targets.front().broadcasts;
    if (messages_.empty()) {
        for (const Broadcast& one : broadcasts) messages_.emplace(one.name, one.id);
    }
    auto [at, isNew] = messages_.try_emplace(name, "message" + std::to_string(broadcasts.size() + 1));
    if (isNew) broadcasts.push_back({at->second, name});
    return at->second;
}

const Broadcast& Shared::someMessage() {
    auto& broadcasts = project_.targets.front().broadcasts;
    if (broadcasts.empty()) messageId("message1");
    return broadcasts.front();
}

void Shared::useExtension(std::string_view opcodeName) {
    const std::string_view category = categoryOf(opcodeName);
    auto& extensions = project_.extensions;
    if (category == opcodeName || !isExtensionCategory(category)) return;
    if (std::find(extensions.begin(), extensions.end(), category) == extensions.end())
        extensions.emplace_back(category);
}

Result<std::string> BlockReader::add(Opcode opcode, std::string_view name, const std::string& parent) {
    if (shared_.full()) return error(1, "this program has more than 200000 blocks");
    Block block;
    block.id = shared_.newId();
    block.opcode = opcode;
    block.opcodeText = name;
    if (!parent.empty()) block.parent = parent;
    shared_.useExtension(name);
    return target_.blocks.add(std::move(block)).id;
}

std::unexpected<Error> BlockReader::unknown(const Phrase& phrase) const {
    Phrase bare = phrase;
    bare.hasComment = false;
    std::string what = "there is no block «" + shorten(printPhrase(bare)) + "»";
    if (phrase.onlyWords()) what = "there is no block, variable or list «" + shorten(phrase.plain) + "»";
    const std::string nearest = nearestBlock(phrase, scope_);
    if (!nearest.empty()) what += "; did you mean «" + nearest + "»?";
    return error(phrase.column, what);
}

Result<BlockReader::Statement> BlockReader::statement(const Phrase& phrase, int line) {
    line_ = line;
    Statement result;
    const bool single =
        phrase.pieces.size() == 1 && phrase.pieces[0].kind == Piece::Kind::Block && !phrase.isRaw();
    if (single) {
        OUNCE_TRY(Slot slot, value(phrase.pieces[0], {}));
        if (auto* id = std::get_if<std::string>(&slot)) {
            result.id = *id;
        } else {
            Primitive& primitive = std::get<Primitive>(slot);
            const Opcode opcode = primitive.code == 12 ? Opcode::data_variable : Opcode::data_listcontents;
            OUNCE_TRY(result.id, add(opcode, opcodeName(opcode), {}));
            const std::string_view name = primitive.code == 12 ? "VARIABLE" : "LIST";
            target_.blocks.find(result.id)->fields.push_back(
                {std::string(name), primitive.value, primitive.id});
        }
        return result;
    }
    const Resolved resolved = scope_.statement(phrase);
    switch (resolved.meaning) {
        case Meaning::Raw: {
            OUNCE_TRY(result.id, rawBlock(phrase, {}));
            if (!phrase.branch.empty()) result.branches.push_back(phrase.branch);
            break;
        }
        case Meaning::Define: {
            OUNCE_TRY(result.id, definition());
            result.startsScript = true;
            break;
        }
        case Meaning::Custom: {
            OUNCE_TRY(result.id, call(phrase, resolved.custom, {}));
            break;
        }
        case Meaning::Table: {
            const Opcode opcode = resolved.match.opcode;
            if (resolved.match.ambiguous) {
                return error(phrase.column, "this block could be one of several",
                             "write «:: " + markFor(opcode) + "» or «:: " + markFor(resolved.match.other) +
                                 "» behind it");
            }
            OUNCE_TRY(result.id, tableBlock(phrase, opcode, {}));
            const Row& row = blockRow(opcode);
            result.startsScript = row.shape == Shape::Hat;
            for (int i = 0; i < row.argumentCount; i++) {
                const Argument& argument = row.arguments[static_cast<std::size_t>(i)];
                if (argument.kind == Kind::Branch) result.branches.emplace_back(argument.name);
            }
            break;
        }
        default: return unknown(phrase);
    }
    return result;
}

std::string BlockReader::openElse(const std::string& id, const std::string& label) {
    Block& block = *target_.blocks.find(id);
    if (!label.empty()) return label;
    if (block.opcode != Opcode::control_if) return {};
    block.opcode = Opcode::control_if_else;
    block.opcodeText = opcodeName(block.opcode);
    return "SUBSTACK2";
}

Result<std::string> BlockReader::tableBlock(const Phrase& phrase, Opcode opcode, const std::string& parent) {
    OUNCE_TRY(std::string id, add(opcode, opcodeName(opcode), parent));
    const Row& row = blockRow(opcode);
    std::vector<Input> inputs;
    std::vector<Field> fields;
    auto piece = phrase.pieces.begin();
    for (const TemplatePiece& part : templateOf(opcode)) {
        if (part.argument < 0) continue;
        while (piece->kind == Piece::Kind::Word) ++piece;
        const Argument& argument = row.arguments[static_cast<std::size_t>(part.argument)];
        if (argument.kind >= Kind::Field) {
            const bool missing = piece->kind != Piece::Kind::Menu;
            if (!missing) {
                OUNCE_TRY(Field one, field(*piece, argument));
                fields.push_back(std::move(one));
            }
        } else {
            OUNCE_TRY(std::optional<Input> one, input(*piece, argument, id));
            if (one) inputs.push_back(std::move(*one));
        }
        ++piece;
    }
    Block& block = *target_.blocks.find(id);
    if (opcode == Opcode::control_stop) {
        const Field* option = fields.empty() ? nullptr : &fields[0];
        const auto* text = option != nullptr ? std::get_if<std::string>(&option->value) : nullptr;
        const bool goesOn = text != nullptr && text->starts_with("other scripts");
        block.otherMutation = std::string(R"({"tagName":"mutation","children":[],"hasnext":")") +
                              (goesOn ? "true" : "false") + "\"}";
    }
    block.inputs = std::move(inputs);
    block.fields = std::move(fields);
    return id;
}

Result<std::string> BlockReader::rawBlock(const Phrase& phrase, const std::string& parent) {
    OUNCE_TRY(std::string id, add(findOpcode(phrase.opcode), phrase.opcode, parent));
    std::vector<Input> inputs;
    std::vector<Field> fields;
    for (const Piece& piece : phrase.pieces) {
        Argument argument{
            .name = piece.label, .kind = Kind::Condition, .initial = {}, .shadow = {}, .options = {}};
        if (piece.kind == Piece::Kind::Menu && piece.bracket == '[') {
            argument.kind = hasMark(piece.marks, "message")    ? Kind::MessageField
                            : hasMark(piece.marks, "variable") ? Kind::Variable
                            : hasMark(piece.marks, "list")     ? Kind::List
                                                               : Kind::Field;
            OUNCE_TRY(Field one, field(piece, argument));
            fields.push_back(std::move(one));
        } else {
            OUNCE_TRY(std::optional<Input> one, input(piece, argument, id));
            if (one) inputs.push_back(std::move(*one));
        }
    }
    Block& block = *target_.blocks.find(id);
    block.inputs = std::move(inputs);
    block.fields = std::move(fields);
    block.shadow = phrase.hasMark("shadow");
    if (auto read = readRawMutation(phrase.mutation, block); !read) {
        return error(phrase.column, "the mutation cannot be read: " + read.error().message());
    }
    return id;
}

Result<std::string> BlockReader::definition() {
    const CustomBlock& custom = scope_.customs()[definitions_++];
    scope_.setParameters(custom.names);
    OUNCE_TRY(std::string id, add(Opcode::procedures_definition, "procedures_definition", {}));
    OUNCE_TRY(std::string prototype, add(Opcode::procedures_prototype, "procedures_prototype", id));
    target_.blocks.find(id)->inputs.push_back(
        {.name = "custom_block", .status = 1, .block = prototype, .shadow = {}});
    std::vector<Input> inputs;
    for (std::size_t i = 0; i < custom.kinds.size(); i++) {
        const Opcode opcode = custom.kinds[i] == 'b' ? Opcode::argument_reporter_boolean
                                                     : Opcode::argument_reporter_string_number;
        OUNCE_TRY(std::string reporter, add(opcode, opcodeName(opcode), prototype));
        Block& block = *target_.blocks.find(reporter);
        block.shadow = true;
        block.fields.push_back({.name = "VALUE", .value = custom.names[i], .hasNullId = true});
        inputs.push_back({.name = custom.ids[i], .status = 1, .block = reporter, .shadow = {}});
    }
    Block& block = *target_.blocks.find(prototype);
    block.shadow = true;
    block.inputs = std::move(inputs);
    block.mutation = ProcedureMutation{.proccode = custom.proccode,
                                       .argumentIds = custom.ids,
                                       .argumentNames = custom.names,
                                       .argumentDefaults = custom.defaults,
                                       .warp = custom.warp,
                                       .json = {}};
    return id;
}

Result<std::string> BlockReader::call(const Phrase& phrase, const CustomBlock* custom,
                                      const std::string& parent) {
    CustomBlock undefined;
    if (custom == nullptr) {
        undefined.proccode = phrase.quoted;
        undefined.kinds = parameterKinds(phrase.quoted);
        for (std::size_t i = 0; i < undefined.kinds.size(); i++)
            undefined.ids.push_back("input" + std::to_string(i));
        custom = &undefined;
    }
    OUNCE_TRY(std::string id, add(Opcode::procedures_call, "procedures_call", parent));
    std::vector<Input> inputs;
    std::size_t next = 0;
    for (const Piece& piece : phrase.pieces) {
        if (piece.kind == Piece::Kind::Word) continue;
        const std::size_t i = next++;
        if (i >= custom->kinds.size()) continue;
        const Argument argument = custom->argument(i);
        OUNCE_TRY(std::optional<Input> one, input(piece, argument, id));
        if (one) inputs.push_back(std::move(*one));
    }
    if (next != custom->kinds.size()) {
        return error(phrase.column, "this custom block needs " + std::to_string(custom->kinds.size()) +
                                        " inputs, not " + std::to_string(next));
    }
    Block& block = *target_.blocks.find(id);
    block.inputs = std::move(inputs);
    block.mutation = ProcedureMutation{.proccode = custom->proccode,
                                       .argumentIds = custom->ids,
                                       .argumentNames = {},
                                       .argumentDefaults = {},
                                       .warp = custom->warp,
                                       .json = {}};
    return id;
}

Primitive BlockReader::reference(const Phrase& phrase, bool list) const {
    const std::string* id = scope_.idOf(phrase.plain, phrase.marks, list);
    return Primitive{
        .code = list ? 13 : 12, .value = phrase.plain, .id = id != nullptr ? *id : "missing-" + phrase.plain};
}

Result<Slot> BlockReader::value(const Piece& piece, const std::string& parent) {
    const Phrase& phrase = piece.block.front();
    const Resolved resolved = scope_.value(phrase);
    switch (resolved.meaning) {
        case Meaning::Variable:
        case Meaning::List: {
            const bool list = resolved.meaning == Meaning::List;
            if (!phrase.hasMark("missing") && scope_.idOf(phrase.plain, phrase.marks, list) == nullptr) {
                return error(phrase.column, "there is no " + std::string(list ? "list" : "variable") + " «" +
                                                shorten(phrase.plain) + "»");
            }
            return Slot(reference(phrase, list));
        }
        case Meaning::Raw: {
            OUNCE_TRY(std::string id, rawBlock(phrase, parent));
            return Slot(std::move(id));
        }
        case Meaning::Parameter: {
            const Opcode opcode = piece.bracket == '<' ? Opcode::argument_reporter_boolean
                                                       : Opcode::argument_reporter_string_number;
            OUNCE_TRY(std::string id, add(opcode, opcodeName(opcode), parent));
            target_.blocks.find(id)->fields.push_back(
                {.name = "VALUE", .value = phrase.plain, .hasNullId = true});
            return Slot(std::move(id));
        }
        case Meaning::Table: {
            if (resolved.match.ambiguous) {
                return error(phrase.column, "this block could be one of several",
                             "write «:: " + markFor(resolved.match.opcode) + "» or «:: " +
                                 markFor(resolved.match.other) + "» behind it, inside the brackets");
            }
            OUNCE_TRY(std::string id, tableBlock(phrase, resolved.match.opcode, parent));
            return Slot(std::move(id));
        }
        case Meaning::Custom: {
            OUNCE_TRY(std::string id, call(phrase, resolved.custom, parent));
            return Slot(std::move(id));
        }
        default: return unknown(phrase);
    }
}

}  // namespace ounce::text
