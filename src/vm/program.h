// A program ready to run: immutable, shared by any number of states and threads.
//
// Statements and expressions of all sprites lie in two flat tables and refer to each other by index. Whatever
// the file decides is resolved while compiling: variables to slots, messages and keys to lists of scripts,
// menu texts to numbers.
//
// Official Scratch evaluates all inputs of a block each time it executes the block, in the order of the file.
// That is only visible when an input draws a random number. Such inputs are evaluated first, in that order,
// into scratch cells
// (`preparation`), and the statement reads the cells. All other inputs are pure, so a statement may read them
// when and if it needs them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/list.h"
#include "base/result.h"
#include "base/value.h"
#include "blocks/table.h"
#include "project/project.h"
#include "stage/stage.h"

namespace ounce {

struct Code;

using StatementIndex = std::int32_t;
using ExpressionIndex = std::int32_t;
constexpr std::int32_t kNone = -1;

// What kind of node an expression is: the ones that programs are full of by name, the rest by their opcode.
enum class Node : std::uint8_t {
    Constant,
    OwnVariable,
    StageVariable,
    Parameter,
    Cell,
    Add,
    Subtract,
    Multiply,
    Divide,
    Mod,
    Round,
    Less,
    Equal,
    Greater,
    And,
    Or,
    Not,
    Join,
    LetterOf,
    LengthOf,
    Contains,
    Random,
    MathOperator,
    ItemOfList,
    ItemNumberOfList,
    LengthOfList,
    ListContains,
    ListContents,
    Report,  // anything else
};

// What the program says. How it is run fast is said beside it, in code.h.
struct Expression {
    Node node = Node::Constant;
    bool draws = false;     // asks for a random number somewhere inside: evaluate always, once, in order
    bool reversed = false;  // the file has the second input first
    bool onStage = false;   // lists: the stage's, not the sprite's own
    Opcode opcode = Opcode::Unknown;
    ExpressionIndex a = kNone, b = kNone;
    std::int32_t slot = kNone;  // variable, list, parameter, cell, or what the opcode's function keeps here
    Value constant;             // a constant's value, or what a field says
};

struct Statement {
    StatementIndex next = kNone;
    StatementIndex branch = kNone, branch2 = kNone;
    std::array<ExpressionIndex, kMostInputs> arguments{kNone, kNone, kNone};  // in the order of the row
    std::int32_t slot = kNone;         // variable, list, effect, message, option: what the fields say
    std::int32_t preparation = kNone;  // index into Program::preparations
    Opcode opcode = Opcode::Unknown;
    std::int16_t sprite = 0;
    bool onStage = false;  // the slot is the stage's
    bool nextIsMissing =
        false;  // the file has no `next` at all; official Scratch then resumes promises differently
    bool isGoal = false;
};

// Inputs that draw random numbers, in evaluation order, and the cells they go to (kNone: only for the
// effect).
struct Preparation {
    std::vector<std::pair<ExpressionIndex, std::int32_t>> steps;
};

struct Procedure {
    std::string proccode;
    StatementIndex definition = kNone;
    bool hasPrototype = false;
    bool warp = false;
    std::vector<std::string> names, ids;
    std::vector<Value> defaults;
};

// What a call has found while compiling: the values of the parameters, in the order of the procedure's names.
struct Call {
    std::int32_t procedure = kNone;          // index into Program::procedures; kNone: no such block
    std::vector<ExpressionIndex> arguments;  // kNone: the default
};

struct Script {
    StatementIndex hat = kNone;
    std::int16_t sprite = 0;
    Opcode opcode = Opcode::Unknown;
    ExpressionIndex condition = kNone;  // edge-activated hats
    std::int32_t edgeSlot = kNone;      // where a target remembers the condition's last value
};

// The scripts that one happening starts, by sprite.
struct HatGroup {
    std::vector<std::vector<std::int32_t>> scripts;  // [sprite] → script indices in file order
    bool empty = true;
};

struct SpriteCostume {
    std::string name;
    String nameText;
    SkinId skin = -1;
};

struct SpriteSound {
    std::string name;
    double seconds = 0;
};

struct VariableSlot {
    std::string id, name;
    bool cloud = false;
};

struct SpriteProgram {
    std::string name;
    bool isStage = false;
    std::vector<SpriteCostume> costumes;
    std::vector<SpriteSound> sounds;
    std::vector<VariableSlot> variables, lists;
    std::vector<Value> initialVariables;
    std::vector<List> initialLists;
    std::vector<std::int32_t> scripts;
    std::int32_t edgeSlots = 0;
    std::int32_t firstPlayer =
        0;  // players of this sprite's sounds are [firstPlayer, firstPlayer + sounds.size())
};

// Cells that hold a value shown on the stage.
struct ProgramMonitor {
    std::string id, opcode, mode;
    std::int32_t sprite = 0;
    std::int32_t slot = kNone;  // variable or list
    bool isList = false;
    bool visible = true;
    double x = 0, y = 0, width = 0, height = 0;
    std::string label;
    std::string parameters;
};

struct Program {
    Project project;  // settled; kept for names and positions
    std::shared_ptr<const Stage> stage;

    std::vector<SpriteProgram> sprites;  // in the order of project.targets, the stage first
    std::vector<Statement> statements;
    std::vector<Expression> expressions;
    std::shared_ptr<const Code> code;  // both once more, ready to run; code.h
    std::vector<Preparation> preparations;
    std::vector<Procedure> procedures;
    std::vector<Call> calls;
    std::vector<Script> scripts;
    std::int32_t cellCount = 0;
    std::int32_t playerCount = 0;
    std::vector<std::string> statementIds;    // block id of each statement, for traces and reports
    std::vector<std::int32_t> initialLayers;  // sprites from back to front

    HatGroup flagHats, spriteClickHats, stageClickHats, cloneHats;
    std::vector<HatGroup> edgeHats;                     // in the order in which they are evaluated
    std::vector<HatGroup> messageHats, backdropHats;    // by message; by backdrop of the stage
    std::map<std::string, HatGroup> keyHats;            // by upper-case key name, "ANY" included
    std::vector<std::string> messages;                  // names as broadcast
    std::map<std::string, std::int32_t> messageByName;  // lower-case name → message, for computed names
    std::map<std::string, std::int32_t> spriteByName;   // first sprite of that name, never the stage
    std::vector<ProgramMonitor> monitors;
    std::vector<std::string> warnings;

    [[nodiscard]] int goalCount() const;
};

// Compiles a project (settled here). Fails only on programs that no machine could run (nesting without end).
Result<std::shared_ptr<const Program>> compile(Project project);
// Compiles a variant of a program that is compiled already: its settled project with other blocks. Costumes,
// sounds, variables and lists are the original's, whatever `variant` says of them. The two share the stage,
// and a state of the original fits the variant once its places in scripts are translated.
Result<std::shared_ptr<const Program>> compileVariant(Project variant, const Program& original);

}  // namespace ounce
