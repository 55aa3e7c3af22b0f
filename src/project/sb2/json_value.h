// Small questions to JSON, answered the way JavaScript would: a member that stands twice counts last,
// anything has a text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"
#include "project/project.h"

namespace ounce::sb2 {

using Json = JsonElement;

std::optional<Json> member(const Json& object, std::string_view name);
std::vector<Json> items(const Json& array);  // none when it is no array
// The items of a member that is an array; none when it is missing or something else.
std::vector<Json> memberItems(const Json& object, std::string_view name);

bool isArray(const Json& value);
bool isCompound(const Json& value);  // array or object
bool isText(const Json& value, std::string_view text);

std::string textOf(const Json& value);  // JavaScript's String(value)
Scalar scalarOf(const Json& value);     // compound values as their text
std::optional<double> numberOf(const Json& value);
double memberNumber(const Json& object, std::string_view name, double otherwise);
bool memberFlag(const Json& object, std::string_view name, bool otherwise);
std::string memberText(const Json& object, std::string_view name);  // empty when missing

}  // namespace ounce::sb2
