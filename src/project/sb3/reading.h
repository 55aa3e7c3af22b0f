// What goes along while a project is read: where the reader is, what was odd, what makes it stop.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "project/project.h"
#include "project/sb3/dom.h"

namespace ounce {

// The readers of single members are forgiving in one way everywhere: null means "not there", a text that says
// a number is a number (with a warning), but a list where a number belongs refuses the project.
class Reading {
  public:
    // Only the first refusal counts; readers go on until the next loop asks refused().
    void refuse(std::string what);
    void warn(std::string what);
    [[nodiscard]] bool refused() const { return error_.has_value(); }

    void number(JsonElement value, std::string_view member, double& result);
    void number(JsonElement value, std::string_view member, std::optional<double>& result);
    void truth(JsonElement value, std::string_view member, bool& result);
    void text(JsonElement value, std::string_view member, std::string& result);
    void text(JsonElement value, std::string_view member, std::optional<std::string>& result);
    Scalar scalar(JsonElement value, std::string_view member);
    void extra(std::string_view key, JsonElement value, Extra& extra);
    // An object or, as some programs write an empty one, a list; null has no members; the rest is refused.
    std::vector<JsonMember> members(JsonElement value, std::string_view member);
    bool isList(JsonElement value, std::string_view member);
    bool isObject(JsonElement value, std::string_view member);

    // Bounds the memory of the tree: a few bytes of JSON can ask for a lot of it.
    void spend(std::size_t bytes);

    void setTarget(std::string place) { target_ = std::move(place); }
    void setPart(std::string_view kind, std::string_view id) { kind_ = kind, part_ = id; }

    std::vector<std::string> takeWarnings();
    Error takeError() { return std::move(*error_); }

  private:
    [[nodiscard]] std::string place() const;
    void wrongType(JsonElement value, std::string_view member, std::string_view wanted);
    bool numberOf(JsonElement value, std::string_view member, double& result);
    bool textOf(JsonElement value, std::string_view member, std::string& result);

    std::string target_;     // "sprite Cat"
    std::string_view kind_;  // "block"
    std::string_view part_;  // its id
    std::size_t spent_ = 0;
    std::size_t warningCount_ = 0;
    std::vector<std::string> warnings_;
    std::optional<Error> error_;
};

// A primitive, wherever it stands; empty when official Scratch would drop it.
Slot readPrimitive(Reading& reading, JsonArray list);
void readMutation(Reading& reading, JsonElement value, Block& block);
void readBlocks(Reading& reading, JsonElement blocks, BlockMap& result);
void readTarget(Reading& reading, JsonElement value, std::size_t position, Target& target);

}  // namespace ounce
