#include "spec/parse.h"

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "project/load.h"
#include "spec/formula_parser.h"
#include "spec/words.h"

namespace ounce::spec {
namespace {

bool isBlank(std::string_view line) { return trimWhiteSpace(line).empty(); }

std::string_view withoutBlanks(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

// Lines that belong together: from one that begins at the margin to the next that does.
struct Entry {
    std::size_t begin = 0, end = 0;
    std::string explanation{};
};

Result<std::vector<Entry>> entriesOf(const Spec& spec) {
    std::vector<Entry> entries;
    std::string explanation;
    const std::string_view source = spec.source;
    for (std::size_t begin = 0; begin < source.size();) {
        const std::size_t end = std::min(source.find('\n', begin), source.size());
        const std::string_view line = source.substr(begin, end - begin);
        if (isBlank(line)) {
            explanation.clear();
        } else if (line[0] == '#') {
            const std::string_view words = withoutBlanks(line.substr(1));
            if (!explanation.empty()) explanation += ' ';
            explanation += words;
        } else if (line[0] != ' ' && line[0] != '\t') {
            entries.push_back({begin, end, std::move(explanation)});
            explanation.clear();
        } else if (entries.empty()) {
            if (withoutBlanks(line)[0] != '#')
                return fail("a property begins at the start of a line",
                            fmt::format("{}: {}", spec.file, spec.placeOf(begin)));
        } else {
            entries.back().end = end;
        }
        begin = end + 1;
    }
    return entries;
}

// Where the name of a property ends: a colon on its first line, not in quotation marks.
std::size_t colonIn(std::string_view source, const Entry& entry) {
    bool quoted = false;
    for (std::size_t i = entry.begin; i < entry.end && source[i] != '\n'; i++) {
        if (source[i] == '"') quoted = !quoted;
        if (source[i] == ':' && !quoted) return i;
    }
    return std::string_view::npos;
}

class Reader {
  public:
    explicit Reader(Spec& spec) : spec_(spec) {}

    Result<void> read(const Entry& entry) {
        const std::string_view source = spec_.source;
        if (source.substr(entry.begin, 4) == "let ") return readLet(entry);
        const std::size_t colon = colonIn(source, entry);
        if (colon == std::string_view::npos)
            return problem(entry.begin, "expected a property, «name: formula», or «let name = …»");
        const std::string name(withoutBlanks(source.substr(entry.begin, colon - entry.begin)));
        if (name.empty()) return problem(entry.begin, "the property has no name before the colon");
        if (!names_.insert(name).second)
            return problem(entry.begin, fmt::format("there is a property «{}» already", name));
        OUNCE_TRY(const TermIndex term, FormulaParser(spec_, colon + 1, entry.end).property());
        spec_.properties.push_back({name, entry.explanation, term, colon + 1, entry.end, {}});
        return {};
    }

  private:
    Result<void> readLet(const Entry& entry) {
        const std::string_view source = spec_.source;
        const std::size_t equals = source.find('=', entry.begin);
        if (equals >= entry.end) return problem(entry.begin, "expected «let name = …»");
        const std::string name(withoutBlanks(source.substr(entry.begin + 4, equals - entry.begin - 4)));
        auto token = Lexer(source, entry.begin + 4, equals).next();
        if (!token || token->kind != Token::Kind::Name || token->text != name)
            return problem(entry.begin + 4,
                           fmt::format("expected a name of letters and digits, found «{}»", name));
        if (findWord(name) || isConnector(name))
            return problem(entry.begin + 4, fmt::format("«{}» is a word of the language", name));
        for (const Let& let : spec_.lets) {
            if (let.name == name)
                return problem(entry.begin + 4, fmt::format("«{}» has a meaning already", name));
        }
        OUNCE_TRY(const TermIndex term, FormulaParser(spec_, equals + 1, entry.end).expression());
        spec_.lets.push_back({name, term});
        return {};
    }

    [[nodiscard]] std::unexpected<Error> problem(std::size_t offset, std::string what) const {
        return fail(std::move(what), fmt::format("{}: {}", spec_.file, spec_.placeOf(offset)));
    }

    Spec& spec_;
    std::set<std::string> names_;
};

bool startsWith(std::string_view text, std::string_view word) {
    return text.substr(0, word.size()) == word &&
           (text.size() == word.size() || isWhiteSpace(static_cast<unsigned char>(text[word.size()])));
}

// The pieces of a comment that begin with @property or @let, each as a line with indented ones below it.
std::vector<std::string> piecesOf(const std::string& comment) {
    std::vector<std::string> pieces;
    const std::string_view text = comment;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = withoutBlanks(text.substr(begin, end - begin));
        if (startsWith(line, "@property")) {
            pieces.emplace_back(withoutBlanks(line.substr(9)));
        } else if (startsWith(line, "@let")) {
            pieces.push_back(fmt::format("{}", line.substr(1)));
        } else if (!pieces.empty()) {
            // Nothing behind @property: the next line has the name.
            pieces.back() += pieces.back().empty() ? "" : "\n  ";
            pieces.back() += line;
        }
        begin = end + 1;
    }
    return pieces;
}

}  // namespace

std::string Spec::oneLine(std::size_t begin, std::size_t end) const {
    std::string text;
    for (std::size_t i = begin; i < end; i++) {
        const char c = source[i];
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!blank) {
            text += c;
        } else if (!text.empty() && text.back() != ' ') {
            text += ' ';
        }
    }
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

std::string Spec::placeOf(std::size_t offset) const {
    std::size_t line = 1, column = 1;
    for (std::size_t i = 0; i < std::min(offset, source.size()); i++) {
        if (source[i] == '\n') {
            line++;
            column = 1;
        } else if ((static_cast<unsigned char>(source[i]) & 0xC0) != 0x80) {
            column++;  // letters, not bytes
        }
    }
    return fmt::format("line {}, column {}", line, column);
}

Result<Spec> parse(std::string_view text, const std::string& name) {
    Spec spec{.file = name, .source = std::string(text)};
    if (!isValidUtf8(text)) return fail("is no text in UTF-8", name);
    OUNCE_TRY(const std::vector<Entry> entries, entriesOf(spec));
    Reader reader(spec);
    for (const Entry& entry : entries) OUNCE_CHECK(reader.read(entry));
    return spec;
}

Spec parseComments(const Project& project, const std::string& name) {
    Spec spec{.file = name};
    Reader reader(spec);
    for (const Target& target : project.targets) {
        for (const Comment& comment : target.comments) {
            if (!startsWith(trimWhiteSpace(comment.text), "@property") &&
                !startsWith(trimWhiteSpace(comment.text), "@let"))
                continue;
            spec.file = fmt::format("{}: comment of {}", name, target.name);
            for (const std::string& piece : piecesOf(comment.text)) {
                Entry entry{.begin = spec.source.size()};
                spec.source += piece;
                entry.end = spec.source.size();
                spec.source += '\n';
                if (auto read = reader.read(entry); !read) {
                    const std::string_view title = withoutBlanks(
                        std::string_view(piece).substr(0, std::min(piece.find(':'), piece.find('\n'))));
                    spec.properties.push_back({.name = std::string(title), .error = read.error().message()});
                    spec.source.resize(entry.begin);  // what is left can be read again
                }
            }
        }
    }
    spec.file = name;
    return spec;
}

namespace {

// By its name, or by how its bytes begin.
bool looksLikeProject(const std::string& path) {
    const std::string ending = lowerCase(std::filesystem::path(path).extension().string());
    for (const std::string_view known : {".sb3", ".sb2", ".sb", ".json", ".scratch"}) {
        if (ending == known) return true;
    }
    std::array<char, 8> head{};
    std::ifstream(path, std::ios::binary).read(head.data(), head.size());
    const std::string_view bytes(head.data(), head.size());
    return bytes.starts_with("PK") || bytes.starts_with("ScratchV");
}

}  // namespace

Result<Spec> load(const std::string& path) {
    if (looksLikeProject(path)) {
        OUNCE_TRY(const Project project, loadProject(path));
        Spec spec = parseComments(project, path);
        if (spec.properties.empty())
            return fail("holds no property", path,
                        "give a .props file, or a project with comments that begin with @property");
        return spec;
    }
    OUNCE_TRY(const std::string text, readFile(path, kMaxSpecBytes));
    auto spec = parse(text, path);
    if (!spec) {
        Error error = std::move(spec).error();
        // Somebody has given another file by mistake.
        if (std::filesystem::path(path).extension() != ".props")
            error.what = fmt::format("this is no file of properties: {}", error.what);
        return std::unexpected(std::move(error));
    }
    if (spec->properties.empty())
        return fail("holds no property", path, "write one as «name: always score >= 0»");
    return spec;
}

}  // namespace ounce::spec
