#include "stage/svg/tree.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>

namespace ounce {

namespace {

constexpr int kDeepest = 200;                      // deeper elements become siblings; nobody draws that deep
constexpr std::size_t kMostAttributes = 200;       // SVG itself knows fewer
constexpr std::size_t kLongestEntities = 1 << 20;  // what all expansions together may add

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

void appendUtf8(std::uint32_t c, std::string& out) {
    if (c == 0 || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) c = 0xFFFD;
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0 | c >> 6);
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0 | c >> 12);
        out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else {
        out += static_cast<char>(0xF0 | c >> 18);
        out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
        out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    }
}

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {}

    SvgNode read() {
        SvgNode document;
        std::vector<SvgNode*> open{&document};
        while (at_ < text_.size()) {
            if (text_[at_] != '<') {
                const std::size_t end = std::min(text_.find('<', at_), text_.size());
                addText(*open.back(), unescape(text_.substr(at_, end - at_)));
                at_ = end;
            } else if (starts("<!--")) {
                skipPast("-->");
            } else if (starts("<![CDATA[")) {
                at_ += 9;
                const std::size_t end = std::min(text_.find("]]>", at_), text_.size());
                addText(*open.back(), std::string(text_.substr(at_, end - at_)));
                at_ = std::min(end + 3, text_.size());
            } else if (starts("<!")) {
                readDeclaration();
            } else if (starts("<?")) {
                skipPast(">");
            } else if (starts("</")) {
                close(open);
            } else {
                openTag(open);
            }
        }
        for (SvgNode& child : document.children)
            if (!child.name.empty()) return std::move(child);
        return {};
    }

  private:
    [[nodiscard]] bool starts(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
    void skipPast(std::string_view what) {
        const std::size_t end = text_.find(what, at_);
        at_ = end == std::string_view::npos ? text_.size() : end + what.size();
    }
    void skipSpace() {
        while (at_ < text_.size() && isSpace(text_[at_])) at_++;
    }
    std::string name() {
        const std::size_t start = at_;
        while (at_ < text_.size() && !isSpace(text_[at_]) && text_[at_] != '>' && text_[at_] != '/' &&
               text_[at_] != '=')
            at_++;
        return std::string(text_.substr(start, at_ - start));
    }

    static void addText(SvgNode& parent, std::string text) {
        if (text.empty()) return;
        SvgNode node;
        node.text = std::move(text);
        parent.children.push_back(std::move(node));
    }

    // <!DOCTYPE svg [ <!ENTITY name "value"> … ]>
    void readDeclaration() {
        int brackets = 0;
        while (at_ < text_.size()) {
            if (starts("<!ENTITY")) {
                at_ += 8;
                skipSpace();
                std::string entity = name();
                skipSpace();
                if (at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'')) {
                    const char quote = text_[at_++];
                    const std::size_t end = std::min(text_.find(quote, at_), text_.size());
                    if (entities_.size() < 1000)
                        entities_.emplace(std::move(entity), text_.substr(at_, end - at_));
                    at_ = end;
                }
                skipPast(">");
                continue;
            }
            const char c = text_[at_++];
            if (c == '[') brackets++;
            if (c == ']') brackets--;
            if (c == '>' && brackets <= 0) return;
        }
    }

    void openTag(std::vector<SvgNode*>& open) {
        at_++;
        SvgNode node;
        node.name = name();
        if (node.name.empty()) {
            addText(*open.back(), "<");
            return;
        }
        bool closed = false;
        while (at_ < text_.size()) {
            skipSpace();
            if (at_ >= text_.size()) break;
            if (text_[at_] == '>') {
                at_++;
                break;
            }
            if (text_[at_] == '/') {
                at_++;
                closed = at_ < text_.size() && text_[at_] == '>';
                continue;
            }
            std::string attribute = name();
            skipSpace();
            std::string value;
            if (at_ < text_.size() && text_[at_] == '=') {
                at_++;
                skipSpace();
                value = attributeValue();
            } else if (attribute.empty()) {
                at_++;
            }
            // Looking through many for each new one would take for ever, here and in every library after
            // this.
            if (!attribute.empty() && node.attributes.size() < kMostAttributes && !node.find(attribute))
                node.attributes.emplace_back(std::move(attribute), std::move(value));
        }
        SvgNode& parent = *open.back();
        parent.children.push_back(std::move(node));
        if (!closed && open.size() < kDeepest) open.push_back(&parent.children.back());
    }

    std::string attributeValue() {
        if (at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'')) {
            const char quote = text_[at_++];
            const std::size_t end = std::min(text_.find(quote, at_), text_.size());
            std::string value = unescape(text_.substr(at_, end - at_));
            at_ = std::min(end + 1, text_.size());
            return value;
        }
        const std::size_t start = at_;
        while (at_ < text_.size() && !isSpace(text_[at_]) && text_[at_] != '>') at_++;
        return unescape(text_.substr(start, at_ - start));
    }

    void close(std::vector<SvgNode*>& open) {
        at_ += 2;
        const std::string closing = name();
        skipPast(">");
        for (std::size_t i = open.size(); i-- > 1;)
            if (open[i]->name == closing) {
                open.resize(i);
                return;
            }
    }

    std::string unescape(std::string_view raw) {
        std::string out;
        out.reserve(raw.size());
        for (std::size_t i = 0; i < raw.size(); i++) {
            const std::size_t end = raw[i] == '&' ? raw.find(';', i) : std::string_view::npos;
            if (end == std::string_view::npos || end - i > 64) {
                out += raw[i];
                continue;
            }
            if (expand(raw.substr(i + 1, end - i - 1), out))
                i = end;
            else
                out += raw[i];
        }
        return out;
    }

    bool expand(std::string_view entity, std::string& out) {
        if (entity.starts_with('#')) {
            const bool hex = entity.size() > 1 && (entity[1] == 'x' || entity[1] == 'X');
            const std::string digits(entity.substr(hex ? 2 : 1));
            if (digits.empty()) return false;
            appendUtf8(static_cast<std::uint32_t>(std::strtoul(digits.c_str(), nullptr, hex ? 16 : 10)), out);
            return true;
        }
        static const std::map<std::string_view, std::string_view> known{
            {"lt", "<"}, {"gt", ">"}, {"amp", "&"}, {"quot", "\""}, {"apos", "'"}, {"nbsp", "\xC2\xA0"}};
        if (const auto it = known.find(entity); it != known.end()) {
            out += it->second;
            return true;
        }
        const auto it = entities_.find(std::string(entity));
        if (it == entities_.end()) return false;
        expanded_ += it->second.size();
        if (expanded_ < kLongestEntities) out += it->second;
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::map<std::string, std::string> entities_;
    std::size_t expanded_ = 0;
};

void escape(std::string_view text, std::string& out) {
    for (const char c : text) {
        switch (c) {
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '&': out += "&amp;"; break;
            case '"': out += "&quot;"; break;
            case '\n': out += "&#10;"; break;
            case '\t': out += "&#9;"; break;
            default:
                if (static_cast<unsigned char>(c) >= 0x20) out += c;  // XML has no other control characters
        }
    }
}

void write(const SvgNode& node, std::string& out) {
    if (node.name.empty()) {
        escape(node.text, out);
        return;
    }
    out += '<' + node.name;
    for (const auto& [name, value] : node.attributes) {
        out += ' ' + name + "=\"";
        escape(value, out);
        out += '"';
    }
    if (node.children.empty()) {
        out += "/>";
        return;
    }
    out += '>';
    for (const SvgNode& child : node.children) write(child, out);
    out += "</" + node.name + '>';
}

}  // namespace

const std::string* SvgNode::find(std::string_view attribute) const {
    for (const auto& [name_, value] : attributes)
        if (name_ == attribute) return &value;
    return nullptr;
}

std::string SvgNode::get(std::string_view attribute) const {
    const std::string* value = find(attribute);
    return value ? *value : std::string();
}

void SvgNode::set(std::string_view attribute, std::string value) {
    for (auto& [name_, old] : attributes)
        if (name_ == attribute) {
            old = std::move(value);
            return;
        }
    attributes.emplace_back(attribute, std::move(value));
}

void SvgNode::remove(std::string_view attribute) {
    std::erase_if(attributes, [&](const auto& a) { return a.first == attribute; });
}

SvgNode readSvgTree(std::string_view text) { return Reader(text).read(); }

std::string writeSvgTree(const SvgNode& root) {
    std::string out;
    write(root, out);
    return out;
}

}  // namespace ounce
