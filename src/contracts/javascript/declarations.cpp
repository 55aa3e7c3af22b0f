#include "contracts/javascript/declarations.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

#include "contracts/javascript/scanner.h"

namespace ounce::contracts {
namespace {

constexpr std::size_t kMostConstants = 64;
constexpr std::size_t kLongestText = 40;

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

constexpr std::array<std::string_view, 14> kTags{"requires",  "ensures", "invariant",  "param",    "returns",
                                                 "return",    "final",   "imperative", "pure",     "private",
                                                 "protected", "throws",  "type",       "interface"};

// Where the next tag begins in a line: also behind another one, as in `@returns {int} @final`.
std::size_t nextTag(std::string_view line, std::size_t from) {
    for (std::size_t at = line.find(" @", from); at != line.npos; at = line.find(" @", at + 1)) {
        const std::string_view word = line.substr(at + 2);
        const bool known = std::any_of(kTags.begin(), kTags.end(), [&](std::string_view tag) {
            return word.substr(0, tag.size()) == tag &&
                   (word.size() == tag.size() || !std::isalpha(static_cast<unsigned char>(word[tag.size()])));
        });
        if (known) return at + 1;
    }
    return line.size();
}

// The tags of one comment. The first of a line stands behind an optional star.
std::vector<DocTag> tagsOf(std::string_view doc, std::size_t docBegin) {
    std::vector<DocTag> tags;
    const auto add = [&](std::string_view text) {
        std::size_t nameEnd = 1;
        while (nameEnd < text.size() && std::isalpha(static_cast<unsigned char>(text[nameEnd]))) nameEnd++;
        const std::string_view rest = trimmed(text.substr(nameEnd));
        tags.push_back(
            {.name = std::string(text.substr(1, nameEnd - 1)),
             .text = std::string(rest),
             .place = docBegin + static_cast<std::size_t>((rest.empty() ? text : rest).data() - doc.data())});
    };
    std::size_t at = 0;
    while (at < doc.size()) {
        const std::size_t end = std::min(doc.find('\n', at), doc.size());
        std::size_t begin = at;
        while (begin < end && (doc[begin] == ' ' || doc[begin] == '\t')) begin++;
        if (begin < end && doc[begin] == '*') begin++;
        const std::string_view line = trimmed(doc.substr(begin, end - begin));
        at = end + 1;
        if (line.empty()) continue;
        std::size_t next = line[0] == '@' ? 0 : nextTag(line, 0);
        if (next > 0 && !tags.empty()) {
            // More of the tag before.
            tags.back().text += tags.back().text.empty() ? "" : "\n";
            tags.back().text += trimmed(line.substr(0, next));
        }
        while (next < line.size()) {
            const std::size_t after = nextTag(line, next + 1);
            add(trimmed(line.substr(next, after - next)));
            next = after;
        }
    }
    return tags;
}

class Reader {
  public:
    explicit Reader(std::string_view source) : tokens_(scanJavaScript(source)) { found_.body = source; }

    JsDeclarations run() {
        constants();
        while (!ended()) {
            if (!declaration()) skipOne();
        }
        return std::move(found_);
    }

  private:
    [[nodiscard]] const JsToken& token(std::size_t ahead = 0) const {
        return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
    }
    [[nodiscard]] bool ended() const { return token().kind == JsToken::Kind::End; }

    void constants() {
        for (const JsToken& token : tokens_) {
            if (token.kind == JsToken::Kind::Number && found_.numbers.size() < kMostConstants) {
                double value = 0;
                const char* end = token.text.data() + token.text.size();
                const auto read = std::from_chars(token.text.data(), end, value);
                if (read.ec == std::errc() && read.ptr == end &&
                    std::find(found_.numbers.begin(), found_.numbers.end(), value) == found_.numbers.end())
                    found_.numbers.push_back(value);
            } else if (token.kind == JsToken::Kind::Text && found_.texts.size() < kMostConstants &&
                       token.text.size() >= 2 && token.text.size() <= kLongestText &&
                       token.text.find('\\') == token.text.npos) {
                std::string text(token.text.substr(1, token.text.size() - 2));
                if (std::find(found_.texts.begin(), found_.texts.end(), text) == found_.texts.end())
                    found_.texts.push_back(std::move(text));
            }
        }
    }

    // From one bracket behind its partner.
    void skipBrackets() {
        int depth = 0;
        do {
            const JsToken& now = token();
            if (now.kind == JsToken::Kind::Symbol) {
                if (now.text == "(" || now.text == "[" || now.text == "{") depth++;
                if (now.text == ")" || now.text == "]" || now.text == "}") depth--;
            }
            at_++;
        } while (depth > 0 && !ended());
    }
    void skipOne() {
        const JsToken& now = token();
        if (now.kind == JsToken::Kind::Symbol && !now.doc.empty() && now.text == ";") typeName(now);
        // Inside brackets nothing is declared that others could see.
        if (now.is("{") || now.is("(") || now.is("[")) {
            skipBrackets();
        } else {
            at_++;
        }
    }

    void blank(const JsToken& token) {
        std::fill_n(found_.body.begin() + static_cast<std::ptrdiff_t>(token.begin), token.text.size(), ' ');
    }

    void typeName(const JsToken& now) {
        Declaration made{.kind = Declaration::Kind::TypeName, .hasDoc = true, .place = now.docBegin};
        made.tags = tagsOf(now.doc, now.docBegin);
        found_.all.push_back(std::move(made));
    }

    void document(Declaration& made, const JsToken& from) {
        made.hasDoc = !from.doc.empty();
        made.tags = tagsOf(from.doc, from.docBegin);
        made.place = from.begin;
    }

    bool declaration() {
        const JsToken first = token();
        bool isExported = false, isDefault = false;
        if (token().is("export")) {
            found_.isModule = true;
            blank(token());
            at_++;
            isExported = true;
            if (token().is("default")) {
                blank(token());
                at_++;
                isDefault = true;
                const bool named = (token().is("class") || token().is("function") || token().is("async")) &&
                                   token(1).kind == JsToken::Kind::Word && !token(1).is("extends");
                if (!named) {
                    // An expression: it is given a name.
                    found_.defaultExport = "$default";
                    const std::string name = "$default=";
                    const std::size_t place = first.begin;  // "export default" is longer than this
                    std::copy(name.begin(), name.end(),
                              found_.body.begin() + static_cast<std::ptrdiff_t>(place));
                    if (token().is("class") || token().is("function")) return anonymous(first);
                    return true;
                }
            }
            if (token().is("{")) {
                const std::size_t begin = token().begin;
                at_++;
                while (!ended() && !token().is("}")) {
                    if (token().kind == JsToken::Kind::Word) found_.exported.emplace_back(token().text);
                    if (token(1).is("as")) at_ += 2;
                    at_++;
                }
                const std::size_t end = std::min(token().begin + 1, found_.body.size());
                std::fill(found_.body.begin() + static_cast<std::ptrdiff_t>(begin),
                          found_.body.begin() + static_cast<std::ptrdiff_t>(end), ' ');
                at_++;
                return true;
            }
        }
        const std::size_t known = found_.all.size();
        bool read = false;
        if (token().is("class") && token(1).kind == JsToken::Kind::Word && !token(1).is("extends")) {
            const std::string name(token(1).text);
            at_ += 2;
            classBody(name, first);
            read = true;
        } else if (token().is("function") || (token().is("async") && token(1).is("function"))) {
            read = functionDeclaration(first);
        } else if (token().is("const") || token().is("let") || token().is("var")) {
            read = variable(first);
        } else if (token().kind == JsToken::Kind::Word && !first.doc.empty()) {
            read = assignment(first);
        }
        if (known < found_.all.size()) {
            found_.all[known].isExported = isExported;
            if (isDefault) found_.defaultExport = found_.all[known].name;
        }
        return read;
    }

    bool anonymous(const JsToken& first) {
        const bool isClass = token().is("class");
        at_++;
        if (isClass) {
            classBody("$default", first);
            return true;
        }
        Declaration made{.kind = Declaration::Kind::Function, .name = "$default"};
        document(made, first);
        made.parameters = parameters();
        found_.all.push_back(std::move(made));
        skipBody();
        return true;
    }

    bool functionDeclaration(const JsToken& first) {
        if (token().is("async")) at_++;
        at_++;
        if (token().is("*")) at_++;
        if (token().kind != JsToken::Kind::Word) return false;
        Declaration made{.kind = Declaration::Kind::Function, .name = std::string(token().text)};
        document(made, first);
        at_++;
        made.parameters = parameters();
        found_.all.push_back(std::move(made));
        skipBody();
        return true;
    }

    // const f = (a, b) => …, const f = function (a) { … }, const C = class { … }
    bool variable(const JsToken& first) {
        if (token(1).kind != JsToken::Kind::Word || !token(2).is("=")) return false;
        const std::string name(token(1).text);
        std::size_t ahead = 3;
        if (token(ahead).is("class")) {
            at_ += 4;
            if (token().kind == JsToken::Kind::Word && !token().is("extends")) at_++;
            classBody(name, first);
            return true;
        }
        if (token(ahead).is("async")) ahead++;
        const bool isFunction = token(ahead).is("function");
        if (isFunction) ahead++;
        if (isFunction && token(ahead).kind == JsToken::Kind::Word) ahead++;
        if (!token(ahead).is("(")) return false;
        const std::size_t back = at_;
        at_ += ahead;
        Declaration made{.kind = Declaration::Kind::Function, .name = name};
        document(made, first);
        made.parameters = parameters();
        if (!isFunction && !token().is("=>")) {
            at_ = back;
            return false;
        }
        found_.all.push_back(std::move(made));
        return true;
    }

    // exports.f = …, C.prototype.m = function …, with a comment above.
    bool assignment(const JsToken& first) {
        std::vector<std::string_view> path{token().text};
        std::size_t ahead = 1;
        while (token(ahead).is(".") && token(ahead + 1).kind == JsToken::Kind::Word) {
            path.push_back(token(ahead + 1).text);
            ahead += 2;
        }
        if (path.size() < 2 || !token(ahead).is("=")) return false;
        ahead++;
        if (token(ahead).is("class")) {
            at_ += ahead + 1;
            std::string name(path.back() == "exports" ? "$default" : path.back());
            if (token().kind == JsToken::Kind::Word && !token().is("extends")) {
                if (path.back() == "exports") name = token().text;
                at_++;
            }
            classBody(name, first);
            return true;
        }
        if (token(ahead).is("async")) ahead++;
        const bool isFunction = token(ahead).is("function");
        if (isFunction) ahead++;
        Declaration made{.kind = Declaration::Kind::Function, .name = std::string(path.back())};
        if (isFunction && token(ahead).kind == JsToken::Kind::Word) ahead++;
        if (path.size() == 3 && path[1] == "prototype") {
            made.kind = Declaration::Kind::Method;
            made.owner = path[0];
        } else if (path[0] != "exports" && path[0] != "module") {
            return false;
        }
        if (!token(ahead).is("(")) return false;
        const std::size_t back = at_;
        at_ += ahead;
        document(made, first);
        made.parameters = parameters();
        if (!isFunction && !token().is("=>")) {
            at_ = back;
            return false;
        }
        found_.all.push_back(std::move(made));
        return true;
    }

    // At the parenthesis; behind it afterwards.
    std::vector<std::string> parameters() {
        std::vector<std::string> names;
        if (!token().is("(")) return names;
        at_++;
        int number = 0;
        while (!ended() && !token().is(")")) {
            std::string name;
            bool rest = false;
            while (token().is(".")) {
                rest = true;
                at_++;
            }
            if (token().kind == JsToken::Kind::Word) {
                name = token().text;
                at_++;
            } else if (token().is("{") || token().is("[")) {
                name = fmt::format("$parameter{}", number);
                skipBrackets();
            }
            bool optional = false;
            while (!ended() && !token().is(",") && !token().is(")")) {
                if (token().is("=")) optional = true;
                if (token().is("(") || token().is("{") || token().is("[")) {
                    skipBrackets();
                } else {
                    at_++;
                }
            }
            if (token().is(",")) at_++;
            number++;
            names.push_back(rest ? "..." + name : optional ? fmt::format("[{}]", name) : name);
        }
        at_++;
        return names;
    }
    void skipBody() {
        while (!ended() && !token().is("{") && !token().is(";")) at_++;
        if (token().is("{")) skipBrackets();
    }

    void classBody(const std::string& name, const JsToken& first) {
        Declaration made{.kind = Declaration::Kind::Class, .name = name};
        document(made, first);
        if (token().is("extends")) {
            at_++;
            while (!ended() && !token().is("{")) {
                made.super += token().text;
                at_++;
                if (token().is("(")) skipBrackets();
            }
        }
        found_.all.push_back(std::move(made));
        if (!token().is("{")) return;
        at_++;
        while (!ended() && !token().is("}")) member(name);
        at_++;
    }

    void member(const std::string& owner) {
        const JsToken first = token();
        if (token().is(";")) {
            at_++;
            return;
        }
        Declaration made{.kind = Declaration::Kind::Method, .owner = owner};
        const auto isModifier = [&](std::string_view word) {
            return token().is(word) && !token(1).is("(") && !token(1).is("=") && !token(1).is(";") &&
                   !token(1).is("}");
        };
        if (isModifier("static")) {
            made.isStatic = true;
            at_++;
        }
        if (made.isStatic && token().is("{")) {
            skipBrackets();
            return;
        }
        if (isModifier("async")) at_++;
        if (token().is("*")) at_++;
        if (isModifier("get")) {
            made.kind = Declaration::Kind::Getter;
            at_++;
        } else if (isModifier("set")) {
            made.kind = Declaration::Kind::Setter;
            at_++;
        }
        if (token().is("[")) {  // a computed name
            skipBrackets();
        } else {
            made.name = token().text;
            at_++;
        }
        document(made, first);
        if (token().is("(")) {
            made.parameters = parameters();
            if (made.name == "constructor") made.kind = Declaration::Kind::Constructor;
            if (token().is("{")) skipBrackets();
            if (!made.name.empty()) found_.all.push_back(std::move(made));
            return;
        }
        // A field: up to the semicolon, or to the line's end if the next line begins a member; brackets
        // whole.
        while (!ended() && !token().is(";") && !token().is("}")) {
            if (token().is("(") || token().is("{") || token().is("[")) {
                skipBrackets();
                continue;
            }
            if (!token(1).doc.empty()) {
                at_++;
                return;
            }
            at_++;
        }
    }

    std::vector<JsToken> tokens_;
    std::size_t at_ = 0;
    JsDeclarations found_;
};

}  // namespace

const DocTag* Declaration::find(std::string_view tag) const {
    for (const DocTag& known : tags) {
        if (known.name == tag) return &known;
    }
    return nullptr;
}

JsDeclarations declarationsOf(std::string_view source) { return Reader(source).run(); }

std::string placeIn(std::string_view source, std::size_t offset, const std::string& file) {
    std::size_t line = 1, column = 1;
    for (const char c : source.substr(0, std::min(offset, source.size()))) {
        column++;
        if (c == '\n') {
            line++;
            column = 1;
        }
    }
    return fmt::format("{}:{}:{}", file, line, column);
}

}  // namespace ounce::contracts
