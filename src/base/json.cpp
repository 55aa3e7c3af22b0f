#include "base/json.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

#include "base/json_reader.h"
#include "base/json_writer.h"
#include "base/text.h"

namespace ounce {
namespace {

constexpr int kOneLine = -1;  // instead of a depth

void quote(std::string& out, const std::string& text) {
    JsonWriter writer;
    // Names come from files and from systems that take any bytes.
    writer.string(isValidUtf8(text) ? text : toUtf8(toUtf16(text)));
    out += writer.text();
}

void newLine(std::string& out, int depth) {
    if (depth == kOneLine) return;
    out += '\n';
    out.append(static_cast<std::size_t>(2 * depth), ' ');
}

Json copyOf(const JsonElement& element) {
    switch (element.type()) {
        case JsonType::Null: return nullptr;
        case JsonType::Boolean: return element.boolean();
        case JsonType::Text: return element.text();
        case JsonType::Number:
            if (std::int64_t whole = 0; element.get(whole)) return whole;
            if (std::uint64_t whole = 0; element.get(whole)) return whole;
            return element.number();
        case JsonType::Array: {
            Json list = Json::array();
            for (const JsonElement item : element.array()) list.push_back(copyOf(item));
            return list;
        }
        case JsonType::Object: {
            Json object = Json::object();
            for (const auto& [key, value] : element.object()) object[key] = copyOf(value);
            return object;
        }
    }
    return nullptr;
}

}  // namespace

Json::Json(double value) {
    if (!std::isfinite(value)) return;
    text_ = fmt::format("{}", value);
    // A number that may have a fraction shows it, so that readers with types take it for one.
    if (text_.find_first_of(".e") == std::string::npos) text_ += ".0";
}

Json::Json(const std::vector<std::string>& texts) : kind_(Kind::Array) {
    items_.assign(texts.begin(), texts.end());
}

Json::Json(std::initializer_list<Member> members) : kind_(Kind::Object) {
    for (const Member& member : members) (*this)[member.key] = member.value;
}

std::optional<Json> Json::parse(std::string_view text) {
    JsonDocument document;
    if (document.parse(std::string(text)) != JsonProblem::None) return std::nullopt;
    return copyOf(document.root());
}

Json& Json::operator[](std::string_view key) {
    if (isNull()) kind_ = Kind::Object;
    const auto found = std::find(keys_.begin(), keys_.end(), key);
    if (found != keys_.end()) return items_[static_cast<std::size_t>(found - keys_.begin())];
    keys_.emplace_back(key);
    return items_.emplace_back();
}

void Json::push_back(Json item) {
    if (isNull()) kind_ = Kind::Array;
    items_.push_back(std::move(item));
}

void Json::update(const Json& object) {
    for (std::size_t i = 0; i < object.keys_.size(); i++) (*this)[object.keys_[i]] = object.items_[i];
}

void Json::remove(std::string_view key) {
    const auto found = std::find(keys_.begin(), keys_.end(), key);
    if (found == keys_.end()) return;
    items_.erase(items_.begin() + (found - keys_.begin()));
    keys_.erase(found);
}

const Json* Json::find(std::string_view key) const {
    const auto found = std::find(keys_.begin(), keys_.end(), key);
    return found == keys_.end() ? nullptr : &items_[static_cast<std::size_t>(found - keys_.begin())];
}

double Json::number(std::string_view key) const {
    const Json* found = find(key);
    return found && found->kind_ == Kind::Plain ? std::strtod(found->text_.c_str(), nullptr) : 0;
}

std::string Json::text(std::string_view key) const {
    const Json* found = find(key);
    return found && found->kind_ == Kind::Text ? found->text_ : std::string();
}

void Json::write(std::string& out, int depth) const {
    if (kind_ == Kind::Plain) {
        out += text_;
        return;
    }
    if (kind_ == Kind::Text) return quote(out, text_);
    const bool isList = kind_ == Kind::Array;
    out += isList ? '[' : '{';
    const int inner = depth == kOneLine ? kOneLine : depth + 1;
    for (std::size_t i = 0; i < items_.size(); i++) {
        if (i > 0) out += ',';
        newLine(out, inner);
        if (!isList) {
            quote(out, keys_[i]);
            out += depth == kOneLine ? ":" : ": ";
        }
        items_[i].write(out, inner);
    }
    if (!items_.empty()) newLine(out, depth);
    out += isList ? ']' : '}';
}

std::string Json::dump() const {
    std::string out;
    write(out, 0);
    return out;
}

std::string Json::minified() const {
    std::string out;
    write(out, kOneLine);
    return out;
}

}  // namespace ounce
