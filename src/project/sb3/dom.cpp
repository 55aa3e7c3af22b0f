#include "project/sb3/dom.h"

#include <algorithm>
#include <unordered_map>

#include "base/json_writer.h"
#include "project/sb3/json_repair.h"
#include "project/sb3/key_order.h"

namespace ounce::dom {
namespace {

constexpr std::size_t kLargestJson = std::size_t{64} << 20;
constexpr std::size_t kMostNodes = 4'000'000;  // bounds the parser's memory; a 5 MB project has 0.6 million

// simdjson reads whole words, so a few bytes behind the text must be readable.
void pad(std::string& json) { json.reserve(json.size() + simdjson::SIMDJSON_PADDING); }

std::string_view reasonOf(simdjson::error_code error) {
    switch (error) {
        case simdjson::EMPTY: return "is empty";
        case simdjson::UTF8_ERROR: return "holds bytes that are no UTF-8 text";
        case simdjson::DEPTH_ERROR: return "is nested too deeply";
        case simdjson::UNCLOSED_STRING: return "ends in the middle of a text";
        case simdjson::MEMALLOC:
        case simdjson::CAPACITY: return "needs too much memory";
        default: return "is not valid JSON";
    }
}

void dropRepeated(std::vector<Member>& members) {
    auto keepLast = [&](auto&& firstPlace) {
        std::size_t kept = 0;
        for (const Member& member : members) {
            const std::size_t place = firstPlace(member.key, kept);
            members[place] = member;
            if (place == kept) ++kept;
        }
        members.resize(kept, Member{{}, {}});
    };
    if (members.size() <= 8) {
        keepLast([&](std::string_view key, std::size_t kept) {
            std::size_t place = 0;
            while (place < kept && members[place].key != key) ++place;
            return place;
        });
        return;
    }
    std::unordered_map<std::string_view, std::size_t> places;
    places.reserve(members.size());
    keepLast(
        [&](std::string_view key, std::size_t kept) { return places.try_emplace(key, kept).first->second; });
}

std::vector<Member> listMembers(array list) {
    // Keys of lists are short numbers; their text lives as long as the program.
    static const std::vector<std::string> kPositions = [] {
        std::vector<std::string> texts;
        for (int i = 0; i < 1000; ++i) texts.push_back(std::to_string(i));
        return texts;
    }();
    std::vector<Member> result;
    for (element value : list) {
        if (result.size() == kPositions.size()) break;
        result.push_back({kPositions[result.size()], value});
    }
    return result;
}

void write(JsonWriter& writer, element value) {
    switch (value.type()) {
        case element_type::ARRAY:
            writer.beginArray();
            for (element item : array(value)) write(writer, item);
            writer.endArray();
            break;
        case element_type::OBJECT:
            writer.beginObject();
            for (auto [key, member] : object(value)) {
                writer.key(key);
                write(writer, member);
            }
            writer.endObject();
            break;
        case element_type::STRING: writer.string(std::string_view(value)); break;
        case element_type::BOOL: writer.boolean(bool(value)); break;
        case element_type::NULL_VALUE: writer.null(); break;
        default: writer.number(double(value));
    }
}

}  // namespace

Result<Document> parse(std::string json) {
    if (json.size() > kLargestJson) return fail("is larger than 64 MB, more than Ounce reads");
    if (json.starts_with("\xEF\xBB\xBF")) json.erase(0, 3);
    if (json.size() > kMostNodes && countJsonNodes(json) > kMostNodes) {
        return fail("has more than 4 million values, more than Ounce reads");
    }
    Document document;
    if (hasBackspaceEscape(json)) json = repairJson(json, document.warnings);
    pad(json);
    document.text = std::move(json);
    document.parser = std::make_unique<simdjson::dom::parser>();
    auto attempt = [&] {
        return document.parser->parse(document.text.data(), document.text.size(), false).get(document.root);
    };
    auto error = attempt();
    if (error == simdjson::STRING_ERROR || error == simdjson::NUMBER_ERROR) {
        document.text = repairJson(document.text, document.warnings);
        pad(document.text);
        error = attempt();
    }
    if (error) return fail(std::string(reasonOf(error)), {}, "save it again in Scratch 3");
    return document;
}

std::vector<Member> members(element container) {
    if (container.is_array()) return listMembers(array(container));
    std::vector<Member> result;
    if (!container.is_object()) return result;
    const object items(container);
    result.reserve(items.size());
    bool hasPositions = false;
    for (auto [key, value] : items) {
        result.push_back({key, value});
        hasPositions = hasPositions || listPosition(key) != kNoPosition;
    }
    dropRepeated(result);
    if (hasPositions) {
        std::stable_sort(result.begin(), result.end(), [](const Member& a, const Member& b) {
            return listPosition(a.key) < listPosition(b.key);
        });
    }
    return result;
}

bool isContainer(element value) { return value.is_object() || value.is_array(); }

std::string minified(element value) {
    JsonWriter writer;
    write(writer, value);
    return writer.take();
}

std::string_view typeName(element value) {
    switch (value.type()) {
        case element_type::ARRAY: return "a list";
        case element_type::OBJECT: return "an object";
        case element_type::STRING: return "a text";
        case element_type::BOOL: return "true or false";
        case element_type::NULL_VALUE: return "null";
        default: return "a number";
    }
}

bool find(element value, std::string_view key, element& found) {
    bool any = false;
    if (!value.is_object()) return false;
    for (auto [name, member] : object(value)) {
        if (name != key) continue;
        found = member;  // the last of its name, as in JavaScript
        any = true;
    }
    return any;
}

}  // namespace ounce::dom
