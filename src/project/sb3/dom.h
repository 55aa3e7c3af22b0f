// A parsed JSON text and the few questions that the readers ask it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"
#include "base/result.h"

namespace ounce::dom {

struct Document {
    JsonDocument json;
    JsonElement root;
    std::vector<std::string> warnings;
};

// Refuses what is no JSON or too much of it.
Result<Document> parse(std::string json);

// The members of an object in the order in which JavaScript walks through them: keys that look like a list
// position first, ascending, then the others as they stand; a repeated key keeps its first place and its last
// value. A list is an object with the keys 0, 1, …; anything else has no members, as in JavaScript.
std::vector<JsonMember> members(JsonElement container);

bool isContainer(JsonElement value);  // an object or a list
std::string minified(JsonElement value);
std::string_view typeName(JsonElement value);  // "a number", "a list", …

// The member of an object; false if there is none or `value` is no object.
bool find(JsonElement value, std::string_view key, JsonElement& found);

}  // namespace ounce::dom
