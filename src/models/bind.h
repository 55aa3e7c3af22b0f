// Models bound to a program: every name looked up once, ready to be played. Immutable, shared by any number
// of runs; what changes in a run is a ModelPlay (play.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/arguments.h"
#include "models/expression.h"
#include "models/model.h"
#include "spec/monitor.h"
#include "vm/program.h"

namespace ounce::models {

struct BindOptions {
    bool strict = false;         // as Whisker does it, also where that is odd
    bool caseSensitive = false;  // names and texts
};

// What can change in the middle of a step.
enum Aspect : std::uint8_t { Movement = 1, Appearance = 2, Speech = 4, Variables = 8, Everything = 15 };

// A check hears when this changes.
struct Hearing {
    std::int32_t sprite = kNone;  // kNone: any
    std::uint8_t aspects = 0;
    std::int32_t slot = kNone;  // the variable; kNone: any
};

// Something of a sprite that a check or an expression reads.
struct Subject {
    enum class Kind : std::uint8_t { Missing, Attribute, Variable };
    Kind kind = Kind::Missing;
    std::int32_t sprite = kNone;  // whose; its original has the same place among the targets
    SpriteAttribute attribute{};
    std::int32_t slot = kNone;
    bool old = false;
};

// A check without its negation; equal checks of all models are one.
struct BoundCheck {
    CheckKind kind = CheckKind::Function;
    std::string text{};   // "AttrChange(Bowl,x,+)"
    std::string error{};  // why it can never hold in this program
    std::int32_t sprite = kNone, other = kNone;
    std::string namePart{};  // strict: clones are counted by a part of the name
    Subject subject{};
    Change change{};
    Comparison comparison = Comparison::Equal;
    double number = 0;
    double steps = 0;  // of a time
    Color color{};
    std::string name{};                            // key, backdrop
    bool constant = false, constantValue = false;  // Function: true or false
    std::int32_t function = kNone;                 // place in BoundModels::functions
    std::int32_t property = kNone;                 // place in BoundModels::properties
    Expression expression{};
    std::vector<Subject> references{};  // of the expression
    std::vector<Hearing> hearings{};
    bool changes = false;  // its value may differ each time it is asked, or with the model
    bool speech = false;   // has to do with what is said
    // A value to be compared with, if it is not an expression with references.
    Value value{};
};

struct Use {
    std::int32_t check = 0;
    bool negated = false;
};

struct BoundInput {
    InputKind kind = InputKind::Key;
    std::int32_t sprite = kNone;
    std::string name{};
    bool down = false;
    std::vector<Expression> expressions{};
    std::vector<std::vector<Subject>> references{};
};

struct BoundEdge {
    std::size_t model = 0, index = 0;  // in BoundModels::models, Model::edges
    std::size_t from = 0, to = 0;
    std::vector<Use> conditions{}, effects{};
    std::vector<BoundInput> inputs{};
    double forceAt = -1, forceAfter = -1;  // steps
    bool always = false;                   // no condition but true
    std::vector<Hearing> hearings{};       // what can make it be taken in the middle of a step
};

struct BoundModel {
    std::vector<BoundEdge> edges{};
    std::vector<std::vector<std::size_t>> leaving{};  // by node: edges in order of priority
    std::vector<std::uint8_t> stop{}, stopAll{};      // by node
};

struct BindError {
    std::size_t model = 0, edge = 0;
    std::string message{};
};

struct BoundModels {
    BindOptions options{};
    std::vector<Model> models{};
    std::vector<BoundModel> bound{};
    std::vector<BoundCheck> checks{};
    std::vector<std::string> functions{};  // JavaScript
    std::vector<spec::Monitor> properties{};
    std::vector<BindError> errors{};
    std::vector<std::uint8_t> tracked{};  // by sprite: its attributes before the step are asked for
    std::vector<std::pair<std::int32_t, std::int32_t>> trackedVariables{};  // sprite, slot
    std::uint8_t heardAspects = 0;

    [[nodiscard]] bool needsScript() const { return !functions.empty(); }
};

// Never fails: what a program lacks is an error of the model's edge, and the check is false.
std::shared_ptr<const BoundModels> bind(std::vector<Model> models, const Program& program,
                                        const BindOptions& options);

}  // namespace ounce::models
