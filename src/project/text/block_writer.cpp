#include "project/text/block_writer.h"

#include <algorithm>

#include "project/text/head_reader.h"
#include "project/text/words.h"

namespace ounce::text {
namespace {

bool isFieldKind(Kind kind) { return kind >= Kind::Field; }

// Whether the table's words can say everything that this block has.
bool fitsRow(const Block& block, const Row& row) {
    if (row.text.empty() || row.isShadow() || block.shadow || block.mutation) return false;
    if (!block.otherMutation.empty() && block.opcode != Opcode::control_stop) return false;
    const auto knows = [&](std::string_view name, bool field) {
        const Argument* argument = row.find(name);
        return argument != nullptr && isFieldKind(argument->kind) == field;
    };
    const bool inputs = std::all_of(block.inputs.begin(), block.inputs.end(),
                                    [&](const Input& input) { return knows(input.name, false); });
    return inputs && std::all_of(block.fields.begin(), block.fields.end(),
                                 [&](const Field& field) { return knows(field.name, true); });
}

bool isHat(const Block& block) { return blockRow(block.opcode).shape == Shape::Hat; }

}  // namespace

BlockWriter::BlockWriter(const Project& project, const Target& target, const Names& own, const Names& stage)
    : target_(target), scope_(own, stage) {
    for (const Target& one : project.targets) {
        for (const Broadcast& message : one.broadcasts) messageNames_.add(message.name, message.id);
    }
    for (const Comment& comment : target.comments) {
        if (comment.blockId) comments_[*comment.blockId].push_back(&comment);
    }
    std::vector<std::string> ids;
    for (const Block& block : target.blocks.all()) {
        if (block.opcode != Opcode::procedures_definition) continue;
        std::optional<CustomBlock> custom = block.topLevel ? customOf(block) : std::nullopt;
        if (custom) {
            ids.push_back(block.id);
            scope_.addCustom(std::move(*custom));
        } else if (const Input* input = block.input("custom_block")) {
            const auto* id = std::get_if<std::string>(&input->block);
            const Block* prototype = id != nullptr ? target.blocks.find(*id) : nullptr;
            if (prototype != nullptr && prototype->mutation)
                rawDefinitions_.emplace(prototype->mutation->proccode, 0);
        }
    }
    for (std::size_t i = 0; i < ids.size(); i++) definitions_.emplace(ids[i], &scope_.customs()[i]);
}

// Nothing if the definition is not just what the editor makes: then it is written raw.
std::optional<CustomBlock> BlockWriter::customOf(const Block& definition) const {
    if (definition.inputs.size() != 1 || !definition.fields.empty() || definition.shadow) return std::nullopt;
    const Input* input = definition.input("custom_block");
    const auto* id = input != nullptr ? std::get_if<std::string>(&input->block) : nullptr;
    const Block* prototype = id != nullptr ? target_.blocks.find(*id) : nullptr;
    if (prototype == nullptr || !prototype->mutation || prototype->opcode != Opcode::procedures_prototype)
        return std::nullopt;
    const ProcedureMutation& mutation = *prototype->mutation;
    CustomBlock custom{mutation.proccode,      parameterKinds(mutation.proccode), mutation.argumentIds,
                       mutation.argumentNames, mutation.argumentDefaults,         mutation.warp};
    const std::size_t count = custom.kinds.size();
    if (custom.ids.size() != count || custom.names.size() != count || custom.defaults.size() < count)
        return std::nullopt;
    return custom;
}

void BlockWriter::use(const Block& block) {
    const std::string_view category = categoryOf(block.opcodeText);
    if (category != block.opcodeText && isExtensionCategory(category)) extensions_.emplace(category);
    if (const auto at = comments_.find(block.id); at != comments_.end()) {
        for (const Comment* comment : at->second) {
            if (attached_.insert(comment).second) written_.push_back(comment);
        }
    }
}

std::vector<const Comment*> BlockWriter::takeComments() { return std::exchange(written_, {}); }

std::vector<const Comment*> BlockWriter::freeComments() const {
    std::vector<const Comment*> free;
    for (const Comment& comment : target_.comments) {
        if (!attached_.contains(&comment)) free.push_back(&comment);
    }
    return free;
}

void BlockWriter::startScript(const Block& first) {
    const auto at = definitions_.find(first.id);
    scope_.setParameters(at == definitions_.end() ? std::vector<std::string>{} : at->second->names);
}

BlockWriter::Statement BlockWriter::looseReference(const Primitive& primitive) {
    Statement result;
    result.category = "data";
    Piece piece = newPiece(Piece::Kind::Block, '(');
    piece.block.push_back(referencePhrase(primitive));
    result.phrase.pieces.push_back(std::move(piece));
    return result;
}

Result<BlockWriter::Statement> BlockWriter::statement(const Block& block, bool first) {
    Statement result;
    result.category = categoryOf(block.opcodeText);
    const Row& row = blockRow(block.opcode);
    std::optional<Phrase> phrase;
    if (block.primitive && block.primitive->code >= 12) {
        use(block);
        return looseReference(*block.primitive);
    }
    const auto definition = definitions_.find(block.id);
    const bool value = row.isValue() && !block.shadow;
    if (first && definition != definitions_.end()) {
        use(block);
        if (const Block* prototype = target_.blocks.find(std::get<std::string>(block.inputs[0].block)))
            use(*prototype);
        phrase = writeDefinition(*definition->second);
    } else if (value) {
        phrase.emplace();
        phrase->pieces.push_back(valuePiece(block, 0));
    } else if (block.opcode == Opcode::procedures_call) {
        phrase = callPhrase(block, Position::Statement, 0);
    } else if (first || !isHat(block)) {
        phrase = tablePhrase(block, Position::Statement, 0);
        if (phrase) {
            for (int i = 0; i < row.argumentCount; i++) {
                const Argument& argument = row.arguments[static_cast<std::size_t>(i)];
                if (argument.kind == Kind::Branch) result.branches.push_back(block.input(argument.name));
            }
            result.needsEnd = !result.branches.empty();
        }
    }
    if (!phrase) {
        phrase = rawPhrase(block, true, 0, &result.branches);
        result.needsEnd = result.namesBranches = !result.branches.empty();
    }
    result.phrase = std::move(*phrase);
    if (tooDeep_) return fail("blocks are nested more than 500 deep, which the text form does not allow");
    return result;
}

std::optional<Phrase> BlockWriter::tablePhrase(const Block& block, Position position, int depth) {
    const Row& row = blockRow(block.opcode);
    if (!fitsRow(block, row)) return std::nullopt;
    for (const Input& input : block.inputs) {
        if (row.find(input.name)->kind != Kind::Branch) continue;
        const auto* primitive = std::get_if<Primitive>(&input.block);
        if (primitive != nullptr && primitive->code < 12) return std::nullopt;
    }
    use(block);
    Phrase phrase;
    for (const TemplatePiece& part : templateOf(block.opcode)) {
        if (part.argument < 0) {
            phrase.addWord(part.word);
            continue;
        }
        const Argument& argument = row.arguments[static_cast<std::size_t>(part.argument)];
        std::optional<Piece> piece = isFieldKind(argument.kind)
                                         ? fieldPiece(block.field(argument.name), argument)
                                         : inputPiece(block.input(argument.name), argument, depth);
        if (!piece) return std::nullopt;
        phrase.pieces.push_back(std::move(*piece));
    }
    if (const std::string_view mark = templateMark(block.opcode); !mark.empty())
        phrase.marks.emplace_back(mark);
    if (phrase.onlyWords()) phrase.plain = keyOf(phrase);
    const Opcode expected = block.opcode == Opcode::control_if_else ? Opcode::control_if : block.opcode;
    const auto readsBack = [&] {
        const Resolved found = position == Position::Value ? scope_.value(phrase) : scope_.statement(phrase);
        return found.meaning == Meaning::Table && found.match.opcode == expected && !found.match.ambiguous;
    };
    if (readsBack()) return phrase;
    phrase.marks.assign(1, markFor(block.opcode));
    if (readsBack()) return phrase;
    return std::nullopt;
}

std::optional<Phrase> BlockWriter::callPhrase(const Block& block, Position position, int depth) {
    if (!block.mutation || !block.fields.empty() || block.shadow) return std::nullopt;
    const std::string& proccode = block.mutation->proccode;
    CustomBlock undefined;
    const CustomBlock* custom = scope_.customNamed(proccode);
    if (custom == nullptr) {
        if (rawDefinitions_.contains(proccode)) return std::nullopt;
        undefined = {.proccode = proccode,
                     .kinds = parameterKinds(proccode),
                     .ids = block.mutation->argumentIds,
                     .names = {},
                     .defaults = {}};
        if (undefined.ids.size() != undefined.kinds.size()) return std::nullopt;
        custom = &undefined;
    }
    // Inputs that the definition does not have (any more) are never evaluated: they are left out.
    use(block);
    std::vector<Piece> slots;
    for (std::size_t i = 0; i < custom->kinds.size(); i++) {
        const Argument argument = custom->argument(i);
        std::optional<Piece> piece = inputPiece(block.input(argument.name), argument, depth);
        if (!piece) return std::nullopt;
        slots.push_back(std::move(*piece));
    }
    Phrase phrase = wordsOf(proccode);
    std::size_t next = 0;
    for (Piece& piece : phrase.pieces) {
        if (piece.kind != Piece::Kind::Word && next < slots.size()) piece = slots[next++];
    }
    const auto readsBack = [&] {
        const Resolved found = position == Position::Value ? scope_.value(phrase) : scope_.statement(phrase);
        return found.meaning == Meaning::Custom && found.custom == custom;
    };
    if (phrase.onlyWords()) phrase.plain = keyOf(phrase);
    const bool oneSlot = phrase.pieces.size() == 1 && phrase.pieces[0].kind != Piece::Kind::Word;
    const bool reserved = phrase.pieces.empty() || (phrase.pieces[0].kind == Piece::Kind::Word &&
                                                    isReservedWord(phrase.pieces[0].text));
    if (next == slots.size() && !oneSlot && !reserved && proccodeOf(phrase, custom->kinds) == proccode) {
        if (readsBack()) return phrase;
        phrase.marks.emplace_back("custom");
        if (readsBack()) return phrase;
    }
    phrase = {};
    phrase.addWord("call");
    phrase.quoted = proccode;
    phrase.hasQuoted = true;
    for (Piece& slot : slots) phrase.pieces.push_back(std::move(slot));
    return phrase;
}

Piece BlockWriter::valuePiece(const Block& block, int depth) {
    Piece piece = newPiece(Piece::Kind::Block, '(');
    if (depth >= kDepthLimit) {
        tooDeep_ = true;
        piece.kind = Piece::Kind::Text;
        return piece;
    }
    piece.block.push_back(valuePhrase(block, piece.bracket, depth + 1));
    std::string& category = piece.block.back().category;
    if (category.empty()) category = categoryOf(block.opcodeText);
    return piece;
}

Phrase BlockWriter::valuePhrase(const Block& block, char& bracket, int depth) {
    if (block.primitive && block.primitive->code >= 12) return referencePhrase(*block.primitive);
    const bool boolean = blockRow(block.opcode).shape == Shape::Boolean && !block.shadow;
    const auto* name =
        block.fields.size() == 1 && block.inputs.empty() && !block.shadow && block.otherMutation.empty()
            ? std::get_if<std::string>(&block.fields[0].value)
            : nullptr;
    const std::string_view field = name != nullptr ? block.fields[0].name : std::string_view{};
    const bool parameter = block.opcode == Opcode::argument_reporter_boolean ||
                           block.opcode == Opcode::argument_reporter_string_number;
    if (parameter && field == "VALUE") {
        use(block);
        bracket = boolean ? '<' : '(';
        Phrase phrase;
        phrase.plain = *name;
        const bool literal = bracket == '(' && (isNumberText(*name) || isColourText(*name));
        if (name->empty() || literal || scope_.value(phrase).meaning != Meaning::Parameter)
            phrase.marks.emplace_back("custom");
        return phrase;
    }
    const bool list = block.opcode == Opcode::data_listcontents;
    if ((list && field == "LIST") || (block.opcode == Opcode::data_variable && field == "VARIABLE")) {
        use(block);
        return referencePhrase(
            {.code = list ? 13 : 12, .value = *name, .id = block.fields[0].id.value_or("")});
    }
    // Some mods of Scratch have custom blocks that report.
    if (block.opcode == Opcode::procedures_call && !block.next) {
        if (std::optional<Phrase> phrase = callPhrase(block, Position::Value, depth))
            return std::move(*phrase);
    }
    if (std::optional<Phrase> phrase = tablePhrase(block, Position::Value, depth)) {
        bracket = boolean ? '<' : '(';
        return std::move(*phrase);
    }
    return rawPhrase(block, false, depth, nullptr);
}

Phrase BlockWriter::referencePhrase(const Primitive& primitive) {
    const bool list = primitive.code == 13;
    const auto* name = std::get_if<std::string>(&primitive.value);
    Scope::Reference reference =
        scope_.referenceTo(primitive.id, name != nullptr ? *name : scalarToText(primitive.value), list);
    Phrase phrase;
    phrase.category = "data";
    phrase.plain = std::move(reference.name);
    phrase.marks = std::move(reference.marks);
    const bool literal = phrase.plain.empty() || isNumberText(phrase.plain) || isColourText(phrase.plain);
    const Meaning wanted = list ? Meaning::List : Meaning::Variable;
    if (scope_.value(phrase).meaning != wanted || (literal && phrase.marks.empty())) {
        phrase.marks.insert(phrase.marks.begin(), list ? "list" : "variables");
    }
    return phrase;
}

}  // namespace ounce::text
