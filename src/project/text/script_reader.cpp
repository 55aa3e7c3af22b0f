#include "project/text/script_reader.h"

#include "project/text/words.h"

namespace ounce::text {
namespace {

// Whether a line is this word, alone or with a comment behind it.
bool isKeyword(std::string_view line, std::string_view word) {
    if (!line.starts_with(word)) return false;
    const std::string_view rest = trimSpaces(line.substr(word.size()));
    return rest.empty() || (rest.starts_with("//") && line[word.size()] == ' ');
}

std::string_view commentText(std::string_view line) {
    line.remove_prefix(2);
    if (!line.empty() && line[0] == ' ') line.remove_prefix(1);
    return line;
}

// Declares what a phrase and the phrases inside it use.
void declareNames(const Phrase& phrase, Position position, Scope& scope, Target& stage, Names& stageNames) {
    for (const Piece& piece : phrase.pieces) {
        if (piece.kind == Piece::Kind::Block)
            declareNames(piece.block[0], Position::Value, scope, stage, stageNames);
    }
    if (phrase.isRaw() || phrase.hasMark("custom")) return;
    const Match match = matchTable(phrase, position);
    if (match.opcode == Opcode::Unknown) return;
    auto piece = phrase.pieces.begin();
    for (const TemplatePiece& part : templateOf(match.opcode)) {
        if (part.argument < 0) continue;
        while (piece->kind == Piece::Kind::Word) ++piece;
        const Kind kind = blockRow(match.opcode).arguments[static_cast<std::size_t>(part.argument)].kind;
        const bool names = (kind == Kind::Variable || kind == Kind::List) && piece->kind == Piece::Kind::Menu;
        const bool list = kind == Kind::List;
        if (names && piece->marks.empty() && scope.idOf(piece->text, {}, list) == nullptr) {
            if (list) {
                stage.lists.push_back({"list" + std::to_string(stage.lists.size() + 1), piece->text, {}});
                stageNames.lists.add(piece->text, stage.lists.back().id);
            } else {
                stage.variables.push_back(
                    {"variable" + std::to_string(stage.variables.size() + 1), piece->text, 0.0});
                stageNames.variables.add(piece->text, stage.variables.back().id);
            }
        }
        ++piece;
    }
}

}  // namespace

Result<void> declare(const std::vector<Line>& lines, const std::string& prefix, Scope& scope, Target& stage,
                     Names& stageNames) {
    for (const Line& line : lines) {
        const std::string_view text = trimSpaces(line.text);
        if (text.empty() || text.starts_with("//") || isKeyword(text, "end") || isKeyword(text, "else") ||
            text.starts_with("else "))
            continue;
        OUNCE_TRY(const Phrase phrase, parsePhrase(line.text, line.number));
        const bool define = !phrase.pieces.empty() && phrase.pieces[0].text == "define";
        if (define && scope.statement(phrase).meaning == Meaning::Define) {
            OUNCE_TRY(CustomBlock custom, readDefinition(phrase, line.number));
            for (std::size_t i = 0; i < custom.kinds.size(); i++) {
                custom.ids.push_back(prefix + std::to_string(scope.customs().size() + 1) + "input" +
                                     std::to_string(i + 1));
            }
            scope.addCustom(std::move(custom));
        } else {
            declareNames(phrase, Position::Statement, scope, stage, stageNames);
        }
    }
    return {};
}

Result<void> ScriptReader::read(std::string_view line, int number) {
    const std::string_view text = trimSpaces(line);
    if (text.empty()) {
        if (open_.empty()) endScript();
        return {};
    }
    if (text.starts_with("//")) {
        if (hasNotes_) notes_ += '\n';
        notes_ += commentText(text);
        hasNotes_ = true;
        return {};
    }
    if (isKeyword(text, "end")) return end(text, number);
    if (isKeyword(text, "else") || (text.starts_with("else ") && !open_.empty() && open_.back().raw)) {
        return otherwise(text, number);
    }
    return statement(line, number);
}

Result<void> ScriptReader::finish() {
    if (!open_.empty()) {
        return std::unexpected(
            errorAt(open_.back().line, 1, "this block has no «end»", "write «end» after its last line"));
    }
    endScript();
    return {};
}

// Comments at the end of a branch belong to its last block, those behind `end` and `else` to the whole block.
void ScriptReader::closeBranch(std::string_view keywordLine) {
    const Open& open = open_.back();
    if (hasNotes_) comment(open.last.empty() ? open.block : open.last, notes_);
    hasNotes_ = false;
    notes_.clear();
    const auto behind = keywordLine.find(" //");
    if (behind != std::string_view::npos) {
        comment(open.block, std::string(commentText(keywordLine.substr(behind + 1))));
    }
}

Result<void> ScriptReader::end(std::string_view line, int number) {
    if (open_.empty())
        return std::unexpected(errorAt(number, 1, "this «end» has no block that it could end"));
    closeBranch(line);
    open_.pop_back();
    return {};
}

Result<void> ScriptReader::otherwise(std::string_view line, int number) {
    const bool raw = !open_.empty() && open_.back().raw;
    std::string branch;
    if (!open_.empty()) {
        const std::string label = raw ? unquote(trimSpaces(line.substr(4))) : std::string();
        branch = blocks_.openElse(open_.back().block, label);
    }
    if (branch.empty()) {
        return std::unexpected(errorAt(number, 1, "this «else» has no «if … then» before it"));
    }
    closeBranch(raw ? std::string_view{} : line);
    open_.back().branch = branch;
    open_.back().last.clear();
    return {};
}

Result<void> ScriptReader::statement(std::string_view line, int number) {
    OUNCE_TRY(const Phrase phrase, parsePhrase(line, number));
    if (open_.empty() && last_.empty()) blocks_.startScript();
    OUNCE_TRY(BlockReader::Statement one, blocks_.statement(phrase, number));
    if (one.startsScript) {
        if (!open_.empty()) {
            return std::unexpected(errorAt(number, phrase.column,
                                           "a new script starts here, but the block in line " +
                                               std::to_string(open_.back().line) + " has no «end»"));
        }
        last_.clear();
        y_ += 60;
    }
    link(one.id);
    std::string text = std::exchange(notes_, {});
    if (phrase.hasComment) text += (hasNotes_ ? "\n" : "") + phrase.comment;
    if (hasNotes_ || phrase.hasComment) comment(one.id, text);
    hasNotes_ = false;
    if (!one.branches.empty()) {
        if (open_.size() >= kDepthLimit)
            return std::unexpected(errorAt(number, 1, "blocks are nested more than 500 deep"));
        open_.push_back({one.id, one.branches.front(), {}, number, phrase.isRaw()});
    }
    return {};
}

void ScriptReader::endScript() {
    if (hasNotes_) comment({}, notes_);
    hasNotes_ = false;
    notes_.clear();
    if (!last_.empty()) y_ += 60;
    last_.clear();
}

void ScriptReader::link(const std::string& id) {
    std::string& last = open_.empty() ? last_ : open_.back().last;
    Block& block = *target_.blocks.find(id);
    if (!last.empty()) {
        target_.blocks.find(last)->next = id;
        block.parent = last;
    } else if (!open_.empty()) {
        target_.blocks.find(open_.back().block)->inputs.push_back({open_.back().branch, 2, id, {}});
        block.parent = open_.back().block;
    } else {
        block.topLevel = true;
        block.x = 0;
        block.y = y_;
        const bool list = block.opcode == Opcode::data_listcontents;
        if ((list || block.opcode == Opcode::data_variable) && block.fields.size() == 1) {
            block.primitive =
                Primitive{list ? 13 : 12, block.fields[0].value, block.fields[0].id.value_or(""), 0.0, y_};
            block.fields.clear();
        }
    }
    y_ += 40;
    last = id;
}

void ScriptReader::comment(const std::string& blockId, const std::string& text) {
    Block* block = blockId.empty() ? nullptr : target_.blocks.find(blockId);
    const auto [at, isNew] = commented_.try_emplace(blockId, target_.comments.size());
    if (block != nullptr && !isNew) {
        target_.comments[at->second].text += '\n' + text;
        return;
    }
    Comment one;
    one.id = shared_.newId();
    one.text = text;
    one.x = 400;
    one.y = y_;
    one.width = 200;
    one.height = 200;
    if (block != nullptr) {
        one.blockId = blockId;
        block->comment = one.id;
    } else {
        y_ += 240;
    }
    target_.comments.push_back(std::move(one));
}

}  // namespace ounce::text
