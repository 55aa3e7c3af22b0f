#include "project/text/templates.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "base/text.h"

namespace ounce::text {
namespace {

constexpr std::size_t kCount = static_cast<std::size_t>(Opcode::Count);

struct Template {
    std::vector<TemplatePiece> pieces;
    std::string_view mark;
};

// Other words for the same block with its arguments in the same order: older Scratch, scratchblocks' own
// spellings, British English. % stands for a slot.
constexpr std::pair<std::string_view, Opcode> kAliases[] = {
    {"when green flag clicked", Opcode::event_whenflagclicked},
    {"when gf clicked", Opcode::event_whenflagclicked},
    {"when @greenflag clicked", Opcode::event_whenflagclicked},
    {"when ⚑ clicked", Opcode::event_whenflagclicked},
    {"when the flag is clicked", Opcode::event_whenflagclicked},
    {"when i am clicked", Opcode::event_whenthisspriteclicked},
    {"turn cw % degrees", Opcode::motion_turnright},
    {"turn ccw % degrees", Opcode::motion_turnleft},
    {"turn @turnright % degrees", Opcode::motion_turnright},
    {"turn @turnleft % degrees", Opcode::motion_turnleft},
    {"turn ↻ % degrees", Opcode::motion_turnright},
    {"turn ↺ % degrees", Opcode::motion_turnleft},
    {"glide % seconds to %", Opcode::motion_glideto},
    {"glide % seconds to x: % y: %", Opcode::motion_glidesecstoxy},
    {"glide % secs to x: % y: %", Opcode::motion_glidesecstoxy},
    {"if on edge bounce", Opcode::motion_ifonedgebounce},
    {"say % for % secs", Opcode::looks_sayforsecs},
    {"think % for % secs", Opcode::looks_thinkforsecs},
    {"play sound %", Opcode::sound_play},
    {"start sound % until done", Opcode::sound_playuntildone},
    {"wait % secs", Opcode::control_wait},
    {"wait % second", Opcode::control_wait},
    {"wait % sec", Opcode::control_wait},
    {"touching colour % ?", Opcode::sensing_touchingcolor},
    {"colour % is touching % ?", Opcode::sensing_coloristouchingcolor},
    {"color % is touching color % ?", Opcode::sensing_coloristouchingcolor},
    {"user name", Opcode::sensing_username},
    {"% × %", Opcode::operator_multiply},
    {"% ÷ %", Opcode::operator_divide},
    {"pick random % to %", Opcode::operator_random},
    {"clear", Opcode::pen_clear},
    {"set pen colour to %", Opcode::pen_setPenColorToColor},
};

// Most keys are plain ASCII, and every line asks for its key more than once.
std::string smallLetters(std::string key) {
    if (std::any_of(key.begin(), key.end(), [](char c) { return (c & 0x80) != 0; })) return lowerCase(key);
    for (char& c : key) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 32) : c;
    return key;
}

// A slot in a key. No word contains it: control characters are written as escapes.
constexpr char kSlot = '\x01';

int argumentIndex(const Row& row, std::string_view name) {
    for (int i = 0; i < row.argumentCount; i++) {
        if (row.arguments[static_cast<std::size_t>(i)].name == name) return i;
    }
    return -1;
}

Template takeApart(const Row& row) {
    Template result;
    std::string_view text = row.text;
    if (auto mark = text.find(" :: "); mark != std::string_view::npos) {
        result.mark = text.substr(mark + 4);
        text = text.substr(0, mark);
    }
    std::size_t at = 0;
    while (at < text.size()) {
        if (text[at] == ' ') {
            at++;
            continue;
        }
        const auto open = std::string_view("([<").find(text[at]);
        const auto close = open == std::string_view::npos ? open : text.find(")]>"[open], at);
        if (close != std::string_view::npos && at + 1 < text.size() && text[at + 1] != ' ') {
            std::string_view name = text.substr(at + 1, close - at - 1);
            name = name.substr(0, name.find(' '));
            result.pieces.push_back({{}, argumentIndex(row, name)});
            at = close + 1;
        } else {
            const std::size_t begin = at++;
            while (at < text.size() && text[at] != ' ' && text[at] != '(' && text[at] != '[') at++;
            result.pieces.push_back({std::string(text.substr(begin, at - begin)), -1});
        }
    }
    return result;
}

std::string aliasKey(std::string_view alias) {
    std::string key(alias);
    std::replace(key.begin(), key.end(), '%', kSlot);
    return key;
}

struct Index {
    std::vector<Template> templates{kCount};
    std::unordered_map<std::string, std::vector<Opcode>> byKey;

    Index() {
        for (std::size_t i = 1; i < kCount; i++) {
            const auto opcode = static_cast<Opcode>(i);
            templates[i] = takeApart(blockRow(opcode));
            if (!hasWords(opcode)) continue;
            std::string key;
            for (const TemplatePiece& piece : templates[i].pieces) {
                if (!key.empty()) key += ' ';
                key += piece.argument >= 0 ? std::string(1, kSlot) : lowerCase(piece.word);
            }
            byKey[key].push_back(opcode);
        }
        for (const auto& [alias, opcode] : kAliases) {
            auto& found = byKey[aliasKey(alias)];
            if (std::find(found.begin(), found.end(), opcode) == found.end()) found.push_back(opcode);
        }
    }
};

const Index& index() {
    static const Index one;
    return one;
}

bool hasOption(const Argument& argument, std::string_view shown) {
    const std::string_view stored = storedOption(argument, shown);
    return stored != shown || shownOption(argument, stored) != stored ||
           ('|' + std::string(argument.options) + '|')
                   .find('|' + std::string(shown) + '=' + std::string(shown) + '|') != std::string::npos;
}

constexpr int kUnfit = -1000;

// How well a slot suits an argument; kUnfit if it cannot be meant.
int suits(const Piece& piece, const Argument& argument) {
    const bool menu = piece.kind == Piece::Kind::Menu;
    switch (argument.kind) {
        case Kind::Field:
        case Kind::Variable:
        case Kind::List:
        case Kind::MessageField: {
            const bool missing =
                piece.kind == Piece::Kind::Text && piece.bracket == '[' && piece.text.empty();
            if (!menu) return missing ? 1 : kUnfit;
            int points = piece.bracket == '[' ? 4 : 2;
            if (!argument.options.empty() && !piece.exact && !hasOption(argument, piece.text)) points -= 20;
            return points;
        }
        case Kind::Menu:
        case Kind::Message: return menu ? (piece.bracket == '(' ? 4 : 3) : 1;
        case Kind::Condition:
            if (menu) return kUnfit;
            return piece.bracket == '<' ? 4 : 1;
        default: return menu ? kUnfit : 3;
    }
}

int fit(const Phrase& phrase, Opcode opcode) {
    const auto& pieces = index().templates[static_cast<std::size_t>(opcode)].pieces;
    const Row& row = blockRow(opcode);
    std::vector<int> order;
    for (const TemplatePiece& piece : pieces) {
        if (piece.argument >= 0) order.push_back(piece.argument);
    }
    int points = 0;
    std::size_t slot = 0;
    for (const Piece& piece : phrase.pieces) {
        if (piece.kind == Piece::Kind::Word) continue;
        if (slot >= order.size()) return kUnfit;
        const int one = suits(piece, row.arguments[static_cast<std::size_t>(order[slot++])]);
        if (one == kUnfit) return kUnfit;
        points += one;
    }
    return points;
}

}  // namespace

bool hasWords(Opcode opcode) {
    const Row& row = blockRow(opcode);
    switch (opcode) {
        case Opcode::control_if_else:
        case Opcode::data_variable:
        case Opcode::data_listcontents:
        case Opcode::argument_reporter_string_number:
        case Opcode::argument_reporter_boolean:
        case Opcode::procedures_definition: return false;
        default: return !row.text.empty();
    }
}

const std::vector<TemplatePiece>& templateOf(Opcode opcode) {
    return index().templates[static_cast<std::size_t>(opcode)].pieces;
}
std::string_view templateMark(Opcode opcode) {
    return index().templates[static_cast<std::size_t>(opcode)].mark;
}

std::string keyOf(const Phrase& phrase) {
    if (phrase.pieces.empty()) return phrase.plain;
    std::string key;
    for (const Piece& piece : phrase.pieces) {
        if (!key.empty()) key += ' ';
        key += piece.kind == Piece::Kind::Word ? piece.text : std::string(1, kSlot);
    }
    return key;
}

Match matchTable(const Phrase& phrase, Position position) {
    const auto found = index().byKey.find(smallLetters(keyOf(phrase)));
    if (found == index().byKey.end()) return {};
    const std::string_view category = markedCategory(phrase);
    Match best;
    int bestPoints = kUnfit;
    for (Opcode opcode : found->second) {
        const Row& row = blockRow(opcode);
        if (!category.empty() && category != categoryOf(opcodeName(opcode))) continue;
        if (position == Position::Value && !row.isValue()) continue;
        int points = fit(phrase, opcode);
        if (points == kUnfit) continue;
        points = 4 * points + (row.isValue() == (position == Position::Value) ? 2 : 0) +
                 (templateMark(opcode).empty() ? 1 : 0);
        if (points == bestPoints) {
            best.ambiguous = true;
            best.other = opcode;
        } else if (points > bestPoints) {
            best = {opcode, false, Opcode::Unknown};
            bestPoints = points;
        }
    }
    return best;
}

std::string_view categoryOfMark(std::string_view mark) {
    static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
        {"events", "event"},      {"operators", "operator"},
        {"variables", "data"},    {"variable", "data"},
        {"list", "data"},         {"lists", "data"},
        {"custom", "procedures"}, {"custom-arg", "procedures"},
        {"tts", "text2speech"},   {"video", "videoSensing"},
    };
    for (const auto& [name, category] : kNames) {
        if (mark == name) return category;
    }
    static const std::vector<std::string_view> categories = [] {
        std::vector<std::string_view> all;
        for (std::size_t i = 1; i < kCount; i++) {
            const std::string_view one = categoryOf(opcodeName(static_cast<Opcode>(i)));
            if (all.empty() || all.back() != one) all.push_back(one);
        }
        return all;
    }();
    const auto at = std::find(categories.begin(), categories.end(), mark);
    return at == categories.end() ? std::string_view{} : *at;
}

std::string_view markedCategory(const Phrase& phrase) {
    for (const std::string& mark : phrase.marks) {
        if (auto category = categoryOfMark(mark); !category.empty()) return category;
    }
    return {};
}

std::string markFor(Opcode opcode) {
    const std::string_view category = categoryOf(opcodeName(opcode));
    if (category == "event") return "events";
    if (category == "operator") return "operators";
    if (category == "data") return "variables";
    return std::string(category);
}

}  // namespace ounce::text
