#include "project/text/phrase.h"

#include <algorithm>
#include <optional>

#include "project/text/words.h"

namespace ounce::text {
namespace {

bool isSpace(char c) { return c == ' ' || c == '\t'; }

// Words after `::` that belong to a literal; with any other word `(10 :: variables)` is a name.
bool isLiteralMark(std::string_view mark) {
    static constexpr std::string_view kMarks[] = {"number", "positive", "whole", "integer",
                                                  "angle",  "colour",   "text",  "json"};
    return std::find(std::begin(kMarks), std::end(kMarks), mark) != std::end(kMarks);
}
bool isMenuMark(std::string_view mark) {
    static constexpr std::string_view kMarks[] = {"global", "missing", "json", "message", "variable", "list"};
    return mark[0] == '#' || std::find(std::begin(kMarks), std::end(kMarks), mark) != std::end(kMarks);
}

// "a v :: global" → "a v" and {"global"}; nothing is split off unless every word is known to `isMark`.
template <class IsMark>
std::vector<std::string> splitMarks(std::string_view& content, IsMark isMark) {
    std::size_t at = content.size();
    const auto markCharacter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '#' || c == '-' || c == ' ';
    };
    while (at > 0 && markCharacter(content[at - 1])) at--;
    const bool colons = at >= 2 && content.substr(at - 2, 2) == "::";
    if (!colons || (at > 2 && content[at - 3] != ' ')) return {};
    std::vector<std::string> marks;
    std::string_view rest = trimSpaces(content.substr(at));
    while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        if (!isMark(word)) return {};
        marks.emplace_back(word);
        rest = trimSpaces(rest.substr(word.size()));
    }
    if (!marks.empty()) content = content.substr(0, at > 2 ? at - 3 : 0);
    return marks;
}

class PhraseParser {
  public:
    PhraseParser(std::string_view line, int lineNumber) : line_(line), number_(lineNumber) {}

    Result<Phrase> parse() {
        if (line_.size() > kLineLimit) return error(0, "this line is longer than a million characters");
        OUNCE_TRY(Phrase phrase, parsePhrase(0, 0));
        if (at_ < line_.size()) return error(at_, std::string("this «") + line_[at_] + "» closes nothing");
        return phrase;
    }

  private:
    static constexpr std::size_t kLineLimit = 1000000;
    static constexpr std::string_view kMutation = " mutation=";

    [[nodiscard]] std::unexpected<Error> error(std::size_t at, std::string what,
                                               std::string advice = {}) const {
        return std::unexpected(errorAt(number_, columnOf(line_, at), std::move(what), std::move(advice)));
    }
    [[nodiscard]] bool is(std::size_t at, char c) const { return at < line_.size() && line_[at] == c; }
    [[nodiscard]] bool atSpace(std::size_t at) const { return at >= line_.size() || isSpace(line_[at]); }
    [[nodiscard]] bool afterSpace(std::size_t at) const { return at == 0 || isSpace(line_[at - 1]); }
    void skipSpaces() {
        while (at_ < line_.size() && isSpace(line_[at_])) at_++;
    }
    // Columns are counted forwards only: counting each from the line's start would be quadratic.
    int column(std::size_t at) {
        if (at < counted_) return columnOf(line_, at);
        column_ += columnOf(line_.substr(counted_, at - counted_), at - counted_) - 1;
        counted_ = at;
        return column_;
    }

    // In <…> a > with space on both sides is the comparison, any other closes.
    [[nodiscard]] bool closes(char close) const {
        if (close == 0 || !is(at_, close)) return false;
        return close != '>' || !afterSpace(at_) || !(at_ + 1 < line_.size() && isSpace(line_[at_ + 1]));
    }
    // `<` opens a condition unless it is the comparison, which has a space behind it.
    [[nodiscard]] bool opens() const {
        if (is(at_, '(') || is(at_, '[')) return true;
        return is(at_, '<') && (!atSpace(at_ + 1) || isEmptyAngle());
    }
    [[nodiscard]] bool isEmptyAngle() const {
        std::size_t at = at_ + 1;
        while (at < line_.size() && isSpace(line_[at])) at++;
        return is(at, '>');
    }

    Result<Phrase> parsePhrase(char close, int depth) {
        if (depth > kDepthLimit) return error(at_, "brackets are nested more than 500 deep");
        Phrase phrase;
        skipSpaces();
        phrase.column = column(at_);
        if (is(at_, '@')) {
            if (auto raw = parseRaw(phrase, close, depth); !raw) return std::unexpected(raw.error());
            return phrase;
        }
        const std::size_t begin = at_;
        std::size_t end = at_;
        while (at_ < line_.size() && !closes(close)) {
            if (line_.substr(at_, 2) == "::" && (afterSpace(at_) || at_ == begin)) {
                parseMarks(phrase, close);
                break;
            }
            if (close == 0 && startsComment()) break;
            if (close == 0 && (is(at_, ')') || is(at_, ']'))) return phrase;
            if (close != 0 && (is(at_, ')') || is(at_, ']'))) {
                return error(at_, std::string("this «") + line_[at_] + "» comes before the «" + close +
                                      "» that is missing");
            }
            if (is(at_, '"') && takesQuoted(phrase)) {
                OUNCE_TRY(phrase.quoted, parseQuoted());
                phrase.hasQuoted = true;
            } else {
                OUNCE_TRY(Piece piece, parsePiece(close, depth));
                phrase.pieces.push_back(std::move(piece));
            }
            end = at_;
            skipSpaces();
        }
        if (phrase.onlyWords()) phrase.plain = unescape(line_.substr(begin, end - begin));
        if (close == 0) parseComment(phrase);
        return phrase;
    }

    [[nodiscard]] static bool takesQuoted(const Phrase& phrase) {
        if (phrase.pieces.size() != 1 || phrase.hasQuoted) return false;
        const std::string& word = phrase.pieces[0].text;
        return phrase.pieces[0].kind == Piece::Kind::Word && (word == "define" || word == "call");
    }

    [[nodiscard]] bool startsComment() const { return line_.substr(at_, 2) == "//" && afterSpace(at_); }
    void parseComment(Phrase& phrase) {
        skipSpaces();
        if (!startsComment()) return;
        phrase.hasComment = true;
        std::string_view text = line_.substr(at_ + 2);
        if (!text.empty() && text[0] == ' ') text.remove_prefix(1);
        phrase.comment = text;
        at_ = line_.size();
    }

    void parseMarks(Phrase& phrase, char close) {
        at_ += 2;
        for (;;) {
            skipSpaces();
            if (at_ >= line_.size() || closes(close) || (close == 0 && startsComment())) return;
            const std::size_t begin = at_;
            while (!atSpace(at_) && !is(at_, ')') && !is(at_, '>') && !is(at_, ']')) at_++;
            if (at_ == begin) return;  // a bracket that closes nothing; the caller says so
            phrase.marks.emplace_back(line_.substr(begin, at_ - begin));
        }
    }

    // A quoted string; at_ stands on the opening quote.
    Result<std::string> parseQuoted() {
        const std::size_t open = at_++;
        const std::size_t begin = at_;
        while (at_ < line_.size() && line_[at_] != '"') at_ += line_[at_] == '\\' ? 2 : 1;
        if (at_ >= line_.size()) return error(open, "this quotation mark is not closed");
        std::string text = unescape(line_.substr(begin, at_ - begin));
        at_++;
        return text;
    }

    Result<Piece> parsePiece(char close, int depth) {
        if (is(at_, '[')) return parseSquare();
        if (is(at_, '(')) return parseRound(depth);
        if (opens()) return parseAngle(depth);
        Piece word;
        word.column = column(at_);
        const std::size_t begin = at_;
        // A lone comparison sign would otherwise be taken for a bracket.
        do {
            at_ += is(at_, '\\') && at_ + 1 < line_.size() ? 2 : 1;
        } while (at_ < line_.size() && !isSpace(line_[at_]) && !opens() && !closes(close) && !is(at_, ')') &&
                 !is(at_, ']'));
        word.text = unescape(line_.substr(begin, at_ - begin));
        return word;
    }

    Result<Piece> parseSquare() {
        Piece piece{.kind = Piece::Kind::Text, .bracket = '[', .column = column(at_), .text = {}};
        const std::size_t open = at_++;
        while (at_ < line_.size() && line_[at_] != ']') at_ += line_[at_] == '\\' ? 2 : 1;
        if (at_ >= line_.size()) return error(open, "this «[» has no «]»");
        std::string_view content = line_.substr(open + 1, at_ - open - 1);
        at_++;
        std::string_view base = content;
        std::vector<std::string> marks = splitMarks(base, isMenuMark);
        if (takeMenu(piece, base, std::move(marks))) return piece;
        piece.marks = splitMarks(content, isLiteralMark);
        piece.text = unescape(content);
        return piece;
    }

    // "score v" is a menu; also with quotes, "\"_mouse_\" v".
    static bool takeMenu(Piece& piece, std::string_view base, std::vector<std::string> marks) {
        if (base.size() < 2 || base.substr(base.size() - 2) != " v") return false;
        base.remove_suffix(2);
        piece.kind = Piece::Kind::Menu;
        piece.exact = base.size() >= 2 && base.front() == '"' && base.back() == '"';
        if (piece.exact) base = base.substr(1, base.size() - 2);
        piece.text = unescape(base);
        piece.marks = std::move(marks);
        return true;
    }

    Result<Piece> parseRound(int depth) {
        Piece piece{.kind = Piece::Kind::Text, .bracket = '(', .column = column(at_), .text = {}};
        const std::size_t open = at_;
        OUNCE_TRY(const std::size_t close, closingRound());
        std::string_view content = line_.substr(open + 1, close - open - 1), base = content;
        std::vector<std::string> marks = splitMarks(base, isMenuMark);
        if (takeMenu(piece, base, std::move(marks))) {
            at_ = close + 1;
            return piece;
        }
        base = content;
        piece.marks = splitMarks(base, isLiteralMark);
        base = trimSpaces(base);
        const bool json = hasMark(piece.marks, "json");
        if (base.empty() || json || isNumberText(base) || isColourText(base)) {
            piece.text = unescape(base);
            at_ = close + 1;
            return piece;
        }
        piece.marks.clear();
        return parseInner(std::move(piece), open, ')', depth);
    }

    Result<Piece> parseAngle(int depth) {
        Piece piece{.kind = Piece::Kind::Nothing, .bracket = '<', .column = column(at_), .text = {}};
        const std::size_t open = at_;
        if (isEmptyAngle()) {
            at_ = line_.find('>', at_) + 1;
            return piece;
        }
        return parseInner(std::move(piece), open, '>', depth);
    }

    Result<Piece> parseInner(Piece piece, std::size_t open, char close, int depth) {
        at_ = open + 1;
        piece.kind = Piece::Kind::Block;
        OUNCE_TRY(Phrase inner, parsePhrase(close, depth + 1));
        if (!is(at_, close)) {
            return error(open, std::string("this «") + line_[open] + "» has no «" + close + "»");
        }
        at_++;
        piece.block.push_back(std::move(inner));
        return piece;
    }

    // Which bracket closes which is found for the whole line at once, so that deep nesting stays linear.
    Result<std::size_t> closingRound() {
        if (closing_.empty()) {
            closing_.assign(line_.size(), 0);
            std::vector<std::size_t> open;
            for (std::size_t i = 0; i < line_.size(); i++) {
                if (line_[i] == '\\') {
                    i++;
                } else if (line_[i] == '[') {
                    while (i < line_.size() && line_[i] != ']') i += line_[i] == '\\' ? 2 : 1;
                } else if (line_[i] == '{' && line_.substr(0, i).ends_with(kMutation)) {
                    i = endOfJson(i) - 1;
                } else if (line_[i] == '(') {
                    open.push_back(i);
                } else if (line_[i] == ')' && !open.empty()) {
                    closing_[open.back()] = i;
                    open.pop_back();
                }
            }
        }
        if (closing_[at_] == 0) return error(at_, "this «(» has no «)»");
        return closing_[at_];
    }

    // @opcode NAME=(10) FIELD=[forward v] mutation={…} begin SUBSTACK :: shadow
    Result<void> parseRaw(Phrase& phrase, char close, int depth) {
        const std::size_t begin = at_++;
        if (is(at_, '"')) {
            OUNCE_TRY(phrase.opcode, parseQuoted());
        } else {
            while (!atSpace(at_) && !is(at_, ')') && !(close == '>' && is(at_, '>'))) at_++;
            phrase.opcode = line_.substr(begin + 1, at_ - begin - 1);
        }
        if (phrase.opcode.empty()) return error(begin, "after «@» the name of a block is expected");
        for (;;) {
            skipSpaces();
            if (at_ >= line_.size() || closes(close) || (close == 0 && startsComment())) break;
            if (line_.substr(at_, 2) == "::") {
                parseMarks(phrase, close);
                break;
            }
            OUNCE_TRY(std::string label, parseLabel());
            if (label == "begin" && !is(at_, '=')) {
                skipSpaces();
                OUNCE_TRY(phrase.branch, parseLabel());
                continue;
            }
            if (!is(at_, '=')) return error(at_, "expected NAME=(value) here, as in «SPEED=(10)»");
            at_++;
            if (label == "mutation" && is(at_, '{')) {
                OUNCE_TRY(phrase.mutation, parseJsonObject());
                continue;
            }
            if (!opens()) return error(at_, "expected a bracket after «=»");
            OUNCE_TRY(Piece piece, parsePiece(close, depth));
            piece.label = std::move(label);
            phrase.pieces.push_back(std::move(piece));
        }
        if (close == 0) parseComment(phrase);
        return {};
    }

    Result<std::string> parseLabel() {
        if (is(at_, '"')) return parseQuoted();
        const std::size_t begin = at_;
        while (!atSpace(at_) && std::string_view("=()[]<>").find(line_[at_]) == std::string_view::npos) at_++;
        if (at_ == begin) return error(at_, "expected a name here");
        return std::string(line_.substr(begin, at_ - begin));
    }

    Result<std::string> parseJsonObject() {
        const std::size_t begin = at_;
        at_ = endOfJson(at_);
        if (at_ > line_.size()) return error(begin, "this mutation has no closing «}»");
        return std::string(line_.substr(begin, at_ - begin));
    }

    // Just behind the object that begins here; beyond the line if it does not end.
    [[nodiscard]] std::size_t endOfJson(std::size_t at) const {
        int depth = 0;
        for (bool quoted = false; at < line_.size(); at++) {
            const char c = line_[at];
            if (quoted && c == '\\') {
                at++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == '{' || c == '[')) {
                depth++;
            } else if (!quoted && (c == '}' || c == ']') && --depth == 0) {
                return at + 1;
            }
        }
        return line_.size() + 1;
    }

    std::string_view line_;
    int number_;
    std::size_t at_ = 0;
    std::size_t counted_ = 0;
    int column_ = 1;
    std::vector<std::size_t> closing_;
};

}  // namespace

bool hasMark(const std::vector<std::string>& marks, std::string_view mark) {
    return std::find(marks.begin(), marks.end(), mark) != marks.end();
}

bool Phrase::hasMark(std::string_view mark) const { return text::hasMark(marks, mark); }

bool Phrase::onlyWords() const {
    return opcode.empty() && !hasQuoted && std::all_of(pieces.begin(), pieces.end(), [](const Piece& p) {
               return p.kind == Piece::Kind::Word;
           });
}

void Phrase::addWord(std::string_view word) {
    Piece piece;
    piece.text = word;
    pieces.push_back(std::move(piece));
}

Result<Phrase> parsePhrase(std::string_view line, int lineNumber) {
    return PhraseParser(line, lineNumber).parse();
}

Error errorAt(int line, int column, std::string what, std::string advice) {
    return Error{std::move(what), "line " + std::to_string(line) + ", column " + std::to_string(column),
                 std::move(advice)};
}

}  // namespace ounce::text
