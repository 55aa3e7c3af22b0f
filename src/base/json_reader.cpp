#include "base/json_reader.h"

#include <bit>
#include <simdjson.h>
#include <type_traits>

namespace ounce {
namespace {

using simdjson::dom::element_type;
using Element = simdjson::dom::element;
using Array = simdjson::dom::array;
using Object = simdjson::dom::object;

// An element of simdjson is a pointer to its document and a number; so is a JsonPlace. The bytes of one are
// taken for the other, so that headers need not know simdjson.
template <class T>
T as(const JsonPlace& place) {
    static_assert(sizeof(T) == sizeof(JsonPlace) && std::is_trivially_copyable_v<T>);
    return std::bit_cast<T>(place);
}

template <class T>
JsonPlace placeOf(const T& value) {
    static_assert(sizeof(T) == sizeof(JsonPlace) && std::is_trivially_copyable_v<T>);
    return std::bit_cast<JsonPlace>(value);
}

template <class T>
bool read(const JsonPlace& place, T& value) {
    return as<Element>(place).get(value) == simdjson::SUCCESS;
}

JsonProblem problemOf(simdjson::error_code error) {
    switch (error) {
        case simdjson::SUCCESS: return JsonProblem::None;
        case simdjson::EMPTY: return JsonProblem::Empty;
        case simdjson::UTF8_ERROR: return JsonProblem::NoUtf8;
        case simdjson::DEPTH_ERROR: return JsonProblem::TooDeep;
        case simdjson::UNCLOSED_STRING: return JsonProblem::UnclosedText;
        case simdjson::STRING_ERROR: return JsonProblem::BadText;
        case simdjson::NUMBER_ERROR: return JsonProblem::BadNumber;
        case simdjson::MEMALLOC:
        case simdjson::CAPACITY: return JsonProblem::TooLarge;
        default: return JsonProblem::BadSyntax;
    }
}

}  // namespace

JsonType JsonElement::type() const {
    switch (as<Element>(place_).type()) {
        case element_type::ARRAY: return JsonType::Array;
        case element_type::OBJECT: return JsonType::Object;
        case element_type::STRING: return JsonType::Text;
        case element_type::BOOL: return JsonType::Boolean;
        case element_type::NULL_VALUE: return JsonType::Null;
        default: return JsonType::Number;
    }
}

bool JsonElement::get(bool& value) const { return read(place_, value); }
bool JsonElement::get(double& value) const { return read(place_, value); }
bool JsonElement::get(std::int64_t& value) const { return read(place_, value); }
bool JsonElement::get(std::uint64_t& value) const { return read(place_, value); }
bool JsonElement::get(std::string_view& value) const { return read(place_, value); }

bool JsonElement::get(JsonArray& value) const {
    Array list;
    if (!read(place_, list)) return false;
    value = JsonArray(placeOf(list));
    return true;
}

bool JsonElement::get(JsonObject& value) const {
    Object members;
    if (!read(place_, members)) return false;
    value = JsonObject(placeOf(members));
    return true;
}

bool JsonElement::boolean() const {
    bool value = false;
    return get(value) && value;
}

double JsonElement::number() const {
    double value = 0;
    get(value);
    return value;
}

std::string_view JsonElement::text() const {
    std::string_view value;
    get(value);
    return value;
}

JsonArray JsonElement::array() const {
    JsonArray value;
    get(value);
    return value;
}

JsonObject JsonElement::object() const {
    JsonObject value;
    get(value);
    return value;
}

JsonArray::Iterator& JsonArray::Iterator::operator++() {
    place_ = placeOf(++as<Array::iterator>(place_));
    return *this;
}

JsonArray::Iterator JsonArray::begin() const {
    return Iterator(place_.document ? placeOf(as<Array>(place_).begin()) : JsonPlace{});
}
JsonArray::Iterator JsonArray::end() const {
    return Iterator(place_.document ? placeOf(as<Array>(place_).end()) : JsonPlace{});
}
std::size_t JsonArray::size() const { return place_.document ? as<Array>(place_).size() : 0; }

std::optional<JsonElement> JsonArray::at(std::size_t index) const {
    for (const JsonElement item : *this) {
        if (index-- == 0) return item;
    }
    return std::nullopt;
}

JsonMember JsonObject::Iterator::operator*() const {
    const auto [key, value] = *as<Object::iterator>(place_);
    return {key, JsonElement(placeOf(value))};
}

JsonObject::Iterator& JsonObject::Iterator::operator++() {
    place_ = placeOf(++as<Object::iterator>(place_));
    return *this;
}

JsonObject::Iterator JsonObject::begin() const {
    return Iterator(place_.document ? placeOf(as<Object>(place_).begin()) : JsonPlace{});
}
JsonObject::Iterator JsonObject::end() const {
    return Iterator(place_.document ? placeOf(as<Object>(place_).end()) : JsonPlace{});
}
std::size_t JsonObject::size() const { return place_.document ? as<Object>(place_).size() : 0; }

std::optional<JsonElement> JsonObject::find(std::string_view key) const {
    Element found;
    if (!place_.document || as<Object>(place_)[key].get(found) != simdjson::SUCCESS) return std::nullopt;
    return JsonElement(placeOf(found));
}

struct JsonDocument::Parser {
    std::string text;
    simdjson::dom::parser parser;
};

JsonDocument::JsonDocument() = default;
JsonDocument::~JsonDocument() = default;
JsonDocument::JsonDocument(JsonDocument&&) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&&) noexcept = default;

JsonProblem JsonDocument::parse(std::string text) {
    parser_ = std::make_unique<Parser>();
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // some editors begin so
    // simdjson reads whole words, so a few bytes behind the text must be readable.
    text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    parser_->text = std::move(text);
    Element root;
    const auto error = parser_->parser.parse(parser_->text.data(), parser_->text.size(), false).get(root);
    if (!error) root_ = JsonElement(placeOf(root));
    return problemOf(error);
}

const std::string& JsonDocument::text() const { return parser_->text; }
std::string JsonDocument::takeText() { return std::move(parser_->text); }

std::string_view reasonOf(JsonProblem problem) {
    switch (problem) {
        case JsonProblem::Empty: return "is empty";
        case JsonProblem::NoUtf8: return "holds bytes that are no UTF-8 text";
        case JsonProblem::TooDeep: return "is nested too deeply";
        case JsonProblem::UnclosedText: return "ends in the middle of a text";
        case JsonProblem::TooLarge: return "needs too much memory";
        default: return "is not valid JSON";
    }
}

}  // namespace ounce
