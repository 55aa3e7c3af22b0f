#include <algorithm>
#include <array>

#include "project/text/block_writer.h"
#include "project/text/raw_mutation.h"
#include "project/text/words.h"

namespace ounce::text {
namespace {

constexpr std::array<std::string_view, 7> kCodeNames = {"number", "positive", "whole", "integer",
                                                        "angle",  "colour",   "text"};

constexpr std::array<Opcode, 7> kLiterals = {
    Opcode::math_number,  Opcode::math_positive_number, Opcode::math_whole_number,
    Opcode::math_integer, Opcode::math_angle,           Opcode::colour_picker,
    Opcode::text};

int codeOf(Kind kind) { return kind <= Kind::Text ? 4 + static_cast<int>(kind) : 0; }

// The value as it stands in brackets; a value that is no text gets the mark `json`.
std::string shownValue(const Scalar& value, std::vector<std::string>& marks) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    marks.emplace_back("json");
    return scalarToText(value);
}

Piece nothing() { return {.kind = Piece::Kind::Nothing, .bracket = '<', .column = 1, .text = {}}; }

}  // namespace

std::optional<Primitive> literalOf(const Block& block) {
    const auto at = std::find(kLiterals.begin(), kLiterals.end(), block.opcode);
    if (at == kLiterals.end() || block.fields.size() != 1 || !block.inputs.empty() || block.next)
        return std::nullopt;
    if (block.fields[0].name != blockRow(block.opcode).arguments[0].name) return std::nullopt;
    return Primitive{
        .code = 4 + static_cast<int>(at - kLiterals.begin()), .value = block.fields[0].value, .id = {}};
}

Piece BlockWriter::literalPiece(const Primitive& primitive, Kind kind) {
    Piece piece{.kind = Piece::Kind::Text, .bracket = '[', .column = 1, .text = {}};
    std::vector<std::string> json;
    piece.text = shownValue(primitive.value, json);
    const bool numeric = isNumberText(piece.text) || piece.text.empty();
    const int usual = codeOf(kind);
    const bool numberCode = primitive.code < 9;
    if (numeric && numberCode && (usual == primitive.code || (usual == 0 && primitive.code == 4)))
        piece.bracket = '(';
    const int read = usual != 0 ? usual : piece.bracket == '(' ? 4 : 10;
    // A note or a matrix is written like a number; there the code must always be said.
    if (read != primitive.code || kind == Kind::Note || kind == Kind::Matrix) {
        piece.marks.emplace_back(kCodeNames[static_cast<std::size_t>(primitive.code - 4)]);
    }
    for (std::string& mark : json) piece.marks.push_back(std::move(mark));
    return piece;
}

std::optional<Piece> BlockWriter::menuPiece(const Scalar& value, const Argument& options,
                                            char bracket) const {
    Piece piece{.kind = Piece::Kind::Menu, .bracket = bracket, .column = 1, .text = {}};
    piece.text = shownValue(value, piece.marks);
    if (!piece.marks.empty()) return piece;
    const std::string_view shown = shownOption(options, piece.text);
    piece.exact = storedOption(options, shown) != piece.text;
    if (!piece.exact) piece.text = std::string(shown);
    return piece;
}

Piece BlockWriter::messagePiece(const Scalar& value, std::string_view id, char bracket) {
    Piece piece{.kind = Piece::Kind::Menu, .bracket = bracket, .column = 1, .text = {}};
    const std::string* name = messageNames_.nameOf(id);
    piece.text = name != nullptr ? *name : shownValue(value, piece.marks);
    messages_.insert(piece.text);
    return piece;
}

std::optional<Piece> BlockWriter::inputPiece(const Input* input, const Argument& argument, int depth) {
    if (input == nullptr || std::holds_alternative<std::monostate>(input->block)) return nothing();
    if (const auto* primitive = std::get_if<Primitive>(&input->block)) {
        if (primitive->code >= 12) {
            if (argument.kind == Kind::Message) hidesMessage_ = true;
            Piece piece{.kind = Piece::Kind::Block, .bracket = '(', .column = 1, .text = {}};
            piece.block.push_back(referencePhrase(*primitive));
            return piece;
        }
        if (primitive->code == 11) {
            if (argument.kind != Kind::Message) return std::nullopt;
            return messagePiece(primitive->value, primitive->id, '(');
        }
        return literalPiece(*primitive, argument.kind);
    }
    const Block* block = target_.blocks.find(std::get<std::string>(input->block));
    if (block == nullptr) return nothing();
    if (const auto literal = literalOf(*block)) {
        use(*block);
        return literalPiece(*literal, argument.kind);
    }
    const bool oneField = block->shadow && block->fields.size() == 1 && block->inputs.empty() && !block->next;
    const Row& row = blockRow(block->opcode);
    if (oneField && row.isShadow() && row.argumentCount == 1 &&
        block->fields[0].name == row.arguments[0].name) {
        const Scalar& value = block->fields[0].value;
        if (argument.kind == Kind::Menu && block->opcodeText == argument.shadow) {
            use(*block);
            return menuPiece(value, row.arguments[0], '(');
        }
        if (argument.kind == Kind::Message && block->opcode == Opcode::event_broadcast_menu) {
            use(*block);
            return messagePiece(value, block->fields[0].id.value_or(""), '(');
        }
        const bool note = argument.kind == Kind::Note && block->opcode == Opcode::note;
        const bool matrix = argument.kind == Kind::Matrix && block->opcode == Opcode::matrix;
        if (note || matrix) {
            use(*block);
            Piece piece{.kind = Piece::Kind::Text, .bracket = '[', .column = 1, .text = {}};
            piece.text = shownValue(value, piece.marks);
            if (isNumberText(piece.text)) piece.bracket = '(';
            return piece;
        }
    }
    if (isBranch(*input)) return std::nullopt;
    if (argument.kind == Kind::Message) hidesMessage_ = true;
    return valuePiece(*block, depth);
}

std::optional<Piece> BlockWriter::fieldPiece(const Field* field, const Argument& argument) {
    if (field == nullptr) return Piece{.kind = Piece::Kind::Text, .bracket = '[', .column = 1, .text = {}};
    const std::string id = field->id.value_or("");
    switch (argument.kind) {
        case Kind::Variable:
        case Kind::List: {
            Piece piece{.kind = Piece::Kind::Menu, .bracket = '[', .column = 1, .text = {}};
            std::vector<std::string> json;
            const std::string name = shownValue(field->value, json);
            Scope::Reference reference = scope_.referenceTo(id, name, argument.kind == Kind::List);
            piece.text = std::move(reference.name);
            piece.marks = std::move(reference.marks);
            return piece;
        }
        case Kind::MessageField: return messagePiece(field->value, id, '[');
        default: return menuPiece(field->value, argument, '[');
    }
}

Piece BlockWriter::rawFieldPiece(const Field& field) {
    const auto name = [&] {
        std::vector<std::string> json;
        return shownValue(field.value, json);
    };
    Piece piece{.kind = Piece::Kind::Menu, .bracket = '[', .column = 1, .text = {}};
    if (field.id && messageNames_.nameOf(*field.id) != nullptr) {
        piece = messagePiece(field.value, *field.id, '[');
        piece.marks.emplace_back("message");
    } else {
        for (const bool list : {false, true}) {
            if (!field.id) break;
            Scope::Reference reference = scope_.referenceTo(*field.id, name(), list);
            if (hasMark(reference.marks, "missing")) continue;
            piece.text = std::move(reference.name);
            piece.marks = std::move(reference.marks);
            piece.marks.emplace_back(list ? "list" : "variable");
            piece.label = field.name;
            return piece;
        }
        piece.text = shownValue(field.value, piece.marks);
    }
    piece.label = field.name;
    return piece;
}

bool BlockWriter::isBranch(const Input& input) const {
    const auto* id = std::get_if<std::string>(&input.block);
    const Block* block = id != nullptr ? target_.blocks.find(*id) : nullptr;
    if (block == nullptr || block->shadow) return false;
    const Shape shape = blockRow(block->opcode).shape;
    // A call may also be a value: some mods have custom blocks that report.
    const bool known = block->opcode != Opcode::Unknown && block->opcode != Opcode::procedures_call;
    const bool command = known && shape != Shape::Reporter && shape != Shape::Boolean &&
                         shape != Shape::Menu && shape != Shape::Literal;
    return command || block->next || input.name.starts_with("SUBSTACK");
}

Phrase BlockWriter::rawPhrase(const Block& block, bool asStatement, int depth,
                              std::vector<const Input*>* branches) {
    use(block);
    Phrase phrase;
    phrase.opcode = block.opcodeText;
    for (const Field& field : block.fields) phrase.pieces.push_back(rawFieldPiece(field));
    for (const Input& input : block.inputs) {
        if (asStatement && isBranch(input)) {
            if (branches->empty()) phrase.branch = input.name;
            branches->push_back(&input);
            continue;
        }
        const Argument argument{
            .name = input.name, .kind = Kind::Condition, .initial = {}, .shadow = {}, .options = {}};
        std::optional<Piece> piece;
        const auto* primitive = std::get_if<Primitive>(&input.block);
        const auto* id = std::get_if<std::string>(&input.block);
        if (primitive != nullptr && primitive->code == 11) {
            piece = messagePiece(primitive->value, primitive->id, '(');
            piece->marks.emplace_back("message");
        } else if (const Block* inner = id != nullptr ? target_.blocks.find(*id) : nullptr;
                   inner != nullptr && isBranch(input)) {
            piece = valuePiece(*inner, depth);
        } else {
            piece = inputPiece(&input, argument, depth);
        }
        if (piece->kind == Piece::Kind::Nothing) continue;
        piece->label = input.name;
        phrase.pieces.push_back(std::move(*piece));
    }
    if (block.shadow) phrase.marks.emplace_back("shadow");
    phrase.mutation = writeRawMutation(block);
    return phrase;
}

}  // namespace ounce::text
