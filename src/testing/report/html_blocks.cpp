#include "testing/report/html_blocks.h"

#include <fmt/format.h>
#include <span>

#include "html/page.h"
#include "project/text/words.h"

namespace ounce::html {
namespace {

using text::Phrase;
using text::Piece;

std::string_view categoryClass(std::string_view category) {
    constexpr std::string_view kKnown[] = {"motion",  "looks",    "sound", "event",      "control",
                                           "sensing", "operator", "data",  "procedures", "argument"};
    for (const std::string_view known : kKnown) {
        if (known == category) return known;
    }
    return "other";
}

std::string wordsOf(const Phrase& phrase);

// A slot and what is in it. Marks settle for a reader of text which block is meant; a drawn block says it by
// its colour.
std::string slot(const Piece& piece) {
    switch (piece.kind) {
        case Piece::Kind::Word: return escape(piece.text);
        case Piece::Kind::Nothing: return "<span class=\"hole\"></span>";
        case Piece::Kind::Menu: return fmt::format("<span class=\"menu\">{} ▾</span>", escape(piece.text));
        case Piece::Kind::Block:
            return fmt::format("<span class=\"{} {}\">{}</span>",
                               piece.bracket == '<' ? "boolean" : "reporter",
                               categoryClass(piece.block.front().category), wordsOf(piece.block.front()));
        case Piece::Kind::Text: break;
    }
    if (text::isColourText(piece.text))
        return fmt::format("<span class=\"colour\" style=\"background:{0}\" title=\"{0}\"></span>",
                           piece.text);
    return fmt::format("<span class=\"{}\">{}</span>", piece.bracket == '(' ? "number" : "words",
                       escape(piece.text));
}

std::string wordsOf(const Phrase& phrase) {
    std::string out;
    if (phrase.isRaw()) out = escape(phrase.opcode);
    if (phrase.pieces.empty() && !phrase.isRaw()) out = escape(phrase.plain);
    for (const Piece& piece : phrase.pieces) {
        if (!out.empty()) out += ' ';
        out += slot(piece);
        if (phrase.hasQuoted && &piece == &phrase.pieces.front()) out += ' ' + escape(phrase.quoted);
    }
    return out;
}

bool isStatement(const ProgramLine& line) { return line.phrase != nullptr; }

using Lines = std::span<const ProgramLine>;

class Script {
  public:
    explicit Script(Lines lines) : lines_(lines) {}

    std::string draw() {
        std::string out;
        while (at_ < lines_.size()) {
            const std::size_t before = at_;
            out += stack(lines_[at_].depth, before == 0);
            if (at_ == before) at_++;  // a line that belongs nowhere
        }
        return "<div class=\"blocks\">" + out + "</div>\n";
    }

  private:
    // The statements of one branch.
    std::string stack(int depth, bool first) {
        std::string out;
        while (at_ < lines_.size() && lines_[at_].depth == depth) {
            const ProgramLine& line = lines_[at_];
            if (line.category == "comment") {
                out += fmt::format("<div class=\"note\">{}</div>", escape(line.text));
                at_++;
            } else if (isStatement(line)) {
                out += statement(depth, first);
            } else {
                break;  // else, end
            }
            first = false;
        }
        return out;
    }

    std::string statement(int depth, bool first) {
        const ProgramLine& line = lines_[at_++];
        const std::string_view category = categoryClass(line.category);
        const bool missed = line.reach == ProgramLine::Reach::Uncovered;
        const std::string attributes = missed ? " title=\"no test came here\"" : "";
        std::string words = (missed ? "<i class=\"missed\">✗</i> " : "") + wordsOf(*line.phrase);
        // A script with a single block says already whether it was reached.
        if (line.script.total > 1)
            words +=
                fmt::format("<span class=\"script\">{} of {}</span>", line.script.covered, line.script.total);
        if (line.phrase->hasComment)
            words += fmt::format("<span class=\"note\">{}</span>", escape(line.phrase->comment));
        const bool value =
            line.phrase->pieces.size() == 1 && line.phrase->pieces[0].kind == Piece::Kind::Block;
        const bool hat = first && !value && line.reach != ProgramLine::Reach::NotCounted;
        const bool opens = at_ < lines_.size() && (lines_[at_].depth > depth ||
                                                   (lines_[at_].depth == depth && isEndOrElse(lines_[at_])));
        if (value) return fmt::format("<div class=\"loose\">{}</div>", words);
        if (!opens)
            return fmt::format("<div class=\"block {}{}{}\"{}>{}</div>", category, hat ? " hat" : "",
                               missed ? " no" : "", attributes, words);
        std::string out = fmt::format("<div class=\"mouths {0}{1}\"><div class=\"block {0}{1}\"{2}>{3}</div>",
                                      category, missed ? " no" : "", attributes, words);
        for (;;) {
            out += "<div class=\"mouth\">" + stack(depth + 1, false) + "</div>";
            if (at_ >= lines_.size() || lines_[at_].depth != depth || !isEndOrElse(lines_[at_])) break;
            const bool end = isEnd(lines_[at_++]);
            out += fmt::format("<div class=\"block {}{}\">{}</div>", category, end ? " foot" : "",
                               end ? "" : "else");
            if (end) break;
        }
        return out + "</div>";
    }

    static bool isEnd(const ProgramLine& line) { return text::trimSpaces(line.text) == "end"; }
    static bool isEndOrElse(const ProgramLine& line) {
        return !isStatement(line) && (isEnd(line) || text::trimSpaces(line.text).starts_with("else"));
    }

    Lines lines_;
    std::size_t at_ = 0;
};

}  // namespace

std::string blocks(const std::vector<ProgramLine>& lines) {
    std::string out;
    for (std::size_t i = 0; i < lines.size();) {
        std::size_t end = i;
        while (end < lines.size() && !lines[end].text.empty()) end++;
        if (end > i) out += Script(Lines(lines).subspan(i, end - i)).draw();
        i = end + 1;
    }
    return out;
}

}  // namespace ounce::html
