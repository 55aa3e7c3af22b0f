#include <algorithm>

#include "project/text/script_reader.h"
#include "project/text/words.h"

namespace ounce::text {
namespace {

constexpr std::pair<std::string_view, int> kCodes[] = {
    {"number", 4}, {"positive", 5}, {"whole", 6}, {"integer", 7}, {"angle", 8}, {"colour", 9}, {"text", 10}};

// sb3's code for what is typed into a slot of this kind; 0 where nothing can be typed.
int codeOf(Kind kind) { return kind <= Kind::Text ? 4 + static_cast<int>(kind) : 0; }

int literalCode(const Piece& piece, Kind kind) {
    for (const auto& [name, code] : kCodes) {
        if (hasMark(piece.marks, name)) return code;
    }
    if (const int code = codeOf(kind); code != 0) return code;
    return piece.bracket == '(' ? 4 : 10;
}

bool hasCodeMark(const Piece& piece) {
    return std::any_of(std::begin(kCodes), std::end(kCodes),
                       [&](const auto& one) { return hasMark(piece.marks, one.first); });
}

}  // namespace

Result<Scalar> BlockReader::literal(const Piece& piece) const {
    if (!hasMark(piece.marks, "json")) return Scalar(piece.text);
    Scalar result;
    if (!bareScalar(piece.text, result))
        return error(piece.column, "before «:: json» a number, true, false or null is expected");
    return result;
}

Slot BlockReader::menuShadow(std::string_view opcode, Scalar value, const std::string& parent) {
    const Opcode menu = findOpcode(opcode);
    auto id = add(menu, opcode, parent);
    if (!id) return {};
    Block& block = *target_.blocks.find(*id);
    block.shadow = true;
    block.fields.push_back({.name = std::string(blockRow(menu).arguments[0].name),
                            .value = std::move(value),
                            .hasNullId = true});
    return *id;
}

Slot BlockReader::shadowOf(const Argument& argument, const std::string& parent) {
    const std::string initial(argument.initial);
    if (const int code = codeOf(argument.kind); code != 0)
        return Primitive{.code = code, .value = initial, .id = {}};
    switch (argument.kind) {
        case Kind::Message: {
            const Broadcast& message = shared_.someMessage();
            return Primitive{.code = 11, .value = message.name, .id = message.id};
        }
        case Kind::Note: return menuShadow("note", initial, parent);
        case Kind::Matrix: return menuShadow("matrix", initial, parent);
        case Kind::Menu: return menuShadow(argument.shadow, initial, parent);
        default: return {};
    }
}

Result<std::optional<Input>> BlockReader::input(const Piece& piece, const Argument& argument,
                                                const std::string& parent) {
    Input result{.name = std::string(argument.name), .status = 1, .block = {}, .shadow = {}};
    const Kind kind = argument.kind;
    switch (piece.kind) {
        case Piece::Kind::Text: {
            OUNCE_TRY(Scalar content, literal(piece));
            const bool plain = !hasCodeMark(piece);
            if (plain && kind == Kind::Note) {
                result.block = menuShadow("note", std::move(content), parent);
            } else if (plain && kind == Kind::Matrix) {
                result.block = menuShadow("matrix", std::move(content), parent);
            } else {
                result.block =
                    Primitive{.code = literalCode(piece, kind), .value = std::move(content), .id = {}};
            }
            return result;
        }
        case Piece::Kind::Menu: {
            OUNCE_TRY(Scalar content, literal(piece));
            if (kind == Kind::Message || hasMark(piece.marks, "message")) {
                result.block = Primitive{.code = 11, .value = content, .id = shared_.messageId(piece.text)};
            } else if (kind == Kind::Menu) {
                const Argument& options = blockRow(findOpcode(argument.shadow)).arguments[0];
                const bool shown = std::holds_alternative<std::string>(content) && !piece.exact;
                if (shown) content = std::string(storedOption(options, piece.text));
                result.block = menuShadow(argument.shadow, std::move(content), parent);
            } else {
                return error(piece.column, "a menu does not fit here", "leave out the « v»");
            }
            return result;
        }
        case Piece::Kind::Block: {
            OUNCE_TRY(result.block, value(piece, parent));
            if (piece.block.front().isRaw() && piece.block.front().hasMark("shadow")) return result;
            result.shadow = shadowOf(argument, parent);
            result.status = std::holds_alternative<std::monostate>(result.shadow) ? 2 : 3;
            return result;
        }
        default: return std::nullopt;
    }
}

Result<Field> BlockReader::field(const Piece& piece, const Argument& argument) {
    Field result{.name = std::string(argument.name), .value = {}, .id = {}, .hasNullId = false};
    OUNCE_TRY(result.value, literal(piece));
    switch (argument.kind) {
        case Kind::Variable:
        case Kind::List: {
            const std::string* id = scope_.idOf(piece.text, piece.marks, argument.kind == Kind::List);
            result.id = id != nullptr ? *id : "missing-" + piece.text;
            break;
        }
        case Kind::MessageField: result.id = shared_.messageId(piece.text); break;
        default:
            result.hasNullId = true;
            if (!piece.exact && std::holds_alternative<std::string>(result.value)) {
                result.value = std::string(storedOption(argument, piece.text));
            }
    }
    return result;
}

}  // namespace ounce::text
