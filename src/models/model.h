// Models of a program, of its user, and of what holds after its end, as they are written: graphs whose edges
// have conditions and effects. Nothing is looked up in a program yet; bind.h does that.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ounce::models {

enum class Usage : std::uint8_t { Program, User, End };
constexpr std::string_view usageName(Usage usage) {
    constexpr std::string_view kNames[] = {"program", "user", "end"};
    return kNames[static_cast<std::size_t>(usage)];
}

enum class CheckKind : std::uint8_t {
#define OUNCE_MODEL_CHECK(kind, name, takes) kind,
#include "models/checks.def"
#undef OUNCE_MODEL_CHECK
};

enum class InputKind : std::uint8_t {
#define OUNCE_MODEL_INPUT(kind, name, takes) kind,
#include "models/inputs.def"
#undef OUNCE_MODEL_INPUT
};

// A row of checks.def or inputs.def; the place in the list is the kind.
struct Row {
    std::string_view name, takes;
};
std::span<const Row> checkRows();
std::span<const Row> inputRows();
inline const Row& rowOf(CheckKind kind) { return checkRows()[static_cast<std::size_t>(kind)]; }
inline const Row& rowOf(InputKind kind) { return inputRows()[static_cast<std::size_t>(kind)]; }

// A condition or an effect.
struct Check {
    CheckKind kind = CheckKind::Function;
    std::vector<std::string> args{};
    bool negated = false;
    bool operator==(const Check&) const = default;
};

// What a user does when an edge of a user model is taken.
struct Input {
    InputKind kind = InputKind::Key;
    std::vector<std::string> args{};
    bool operator==(const Input&) const = default;
};

// "AttrChange(Bowl,x,+)", with "!" before it if it is negated.
std::string textOf(const Check& check);
std::string textOf(const Input& input);

struct Node {
    std::string id{};
    std::string label{};   // what people see; the id if the file says nothing else
    bool stop = false;     // the model ends here
    bool stopAll = false;  // and all of its kind with it
    bool operator==(const Node&) const = default;
};

struct Edge {
    std::string id{};
    std::string label{};
    std::size_t from = 0, to = 0;     // places in Model::nodes
    double forceAt = -1;              // ms since the start by which it must be taken; -1: never
    double forceAfter = -1;           // ms since the model's last transition
    std::vector<Check> conditions{};  // all must hold
    std::vector<Check> effects{};     // what must be so then; none in a user model
    std::vector<Input> inputs{};      // user models only
    std::string explanation{};        // a sentence for people; the text form keeps it
    bool operator==(const Edge&) const = default;
};

struct Model {
    Usage usage = Usage::Program;
    std::string id{};
    std::string explanation{};
    std::vector<Node> nodes{};
    std::size_t start = 0;
    std::vector<Edge> edges{};  // in order of priority
    // The file says `nodes`, not `nodeIds`. Whisker then forgets which nodes stop.
    bool nodesAreObjects = false;
    bool operator==(const Model&) const = default;
};

}  // namespace ounce::models
