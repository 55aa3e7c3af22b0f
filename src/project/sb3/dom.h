// A parsed JSON text and the few questions that the readers ask it. Includes simdjson: for .cpp files only.
#pragma once

#include <memory>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ounce::dom {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::element_type;
using simdjson::dom::object;

struct Document {
    std::string text;  // the parser refers to it
    std::unique_ptr<simdjson::dom::parser> parser;
    element root;
    std::vector<std::string> warnings;
};

// Refuses what is no JSON or too much of it.
Result<Document> parse(std::string json);

struct Member {
    std::string_view key;
    element value;
};

// The members of an object in the order in which JavaScript walks through them: keys that look like a list
// position first, ascending, then the others as they stand; a repeated key keeps its first place and its last
// value. A list is an object with the keys 0, 1, …; anything else has no members, as in JavaScript.
std::vector<Member> members(element container);

bool isContainer(element value);  // an object or a list
std::string minified(element value);
std::string_view typeName(element value);  // "a number", "a list", …

// The member of an object; false if there is none or `value` is no object.
bool find(element value, std::string_view key, element& found);

}  // namespace ounce::dom
