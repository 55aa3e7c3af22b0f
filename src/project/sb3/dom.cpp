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

void dropRepeated(std::vector<JsonMember>& members) {
    auto keepLast = [&](auto&& firstPlace) {
        std::size_t kept = 0;
        for (const JsonMember& member : members) {
            const std::size_t place = firstPlace(member.key, kept);
            members[place] = member;
            if (place == kept) ++kept;
        }
        members.resize(kept, JsonMember{{}, {}});
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

std::vector<JsonMember> listMembers(JsonArray list) {
    // Keys of lists are short numbers; their text lives as long as the program.
    static const std::vector<std::string> kPositions = [] {
        std::vector<std::string> texts;
        for (int i = 0; i < 1000; ++i) texts.push_back(std::to_string(i));
        return texts;
    }();
    std::vector<JsonMember> result;
    for (JsonElement value : list) {
        if (result.size() == kPositions.size()) break;
        result.push_back({kPositions[result.size()], value});
    }
    return result;
}

void write(JsonWriter& writer, JsonElement value) {
    switch (value.type()) {
        case JsonType::Array:
            writer.beginArray();
            for (JsonElement item : value.array()) write(writer, item);
            writer.endArray();
            break;
        case JsonType::Object:
            writer.beginObject();
            for (auto [key, member] : value.object()) {
                writer.key(key);
                write(writer, member);
            }
            writer.endObject();
            break;
        case JsonType::Text: writer.string(value.text()); break;
        case JsonType::Boolean: writer.boolean(value.boolean()); break;
        case JsonType::Null: writer.null(); break;
        case JsonType::Number: writer.number(value.number()); break;
    }
}

}  // namespace

Result<Document> parse(std::string json) {
    if (json.size() > kLargestJson) return fail("is larger than 64 MB, more than Ounce reads");
    if (json.size() > kMostNodes && countJsonNodes(json) > kMostNodes) {
        return fail("has more than 4 million values, more than Ounce reads");
    }
    Document document;
    if (hasBackspaceEscape(json)) json = repairJson(json, document.warnings);
    JsonProblem problem = document.json.parse(std::move(json));
    if (problem == JsonProblem::BadText || problem == JsonProblem::BadNumber)
        problem = document.json.parse(repairJson(document.json.takeText(), document.warnings));
    if (problem != JsonProblem::None)
        return fail(std::string(reasonOf(problem)), {}, "save it again in Scratch 3");
    document.root = document.json.root();
    return document;
}

std::vector<JsonMember> members(JsonElement container) {
    if (container.isArray()) return listMembers(container.array());
    std::vector<JsonMember> result;
    if (!container.isObject()) return result;
    const JsonObject items = container.object();
    result.reserve(items.size());
    bool hasPositions = false;
    for (auto [key, value] : items) {
        result.push_back({key, value});
        hasPositions = hasPositions || listPosition(key) != kNoPosition;
    }
    dropRepeated(result);
    if (hasPositions) {
        std::stable_sort(result.begin(), result.end(), [](const JsonMember& a, const JsonMember& b) {
            return listPosition(a.key) < listPosition(b.key);
        });
    }
    return result;
}

bool isContainer(JsonElement value) { return value.isObject() || value.isArray(); }

std::string minified(JsonElement value) {
    JsonWriter writer;
    write(writer, value);
    return writer.take();
}

std::string_view typeName(JsonElement value) {
    switch (value.type()) {
        case JsonType::Array: return "a list";
        case JsonType::Object: return "an object";
        case JsonType::Text: return "a text";
        case JsonType::Boolean: return "true or false";
        case JsonType::Null: return "null";
        case JsonType::Number: return "a number";
    }
    return "";
}

bool find(JsonElement value, std::string_view key, JsonElement& found) {
    bool any = false;
    if (!value.isObject()) return false;
    for (auto [name, member] : value.object()) {
        if (name != key) continue;
        found = member;  // the last of its name, as in JavaScript
        any = true;
    }
    return any;
}

}  // namespace ounce::dom
