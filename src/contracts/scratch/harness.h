// What is added to a project so that generated programs can call its custom blocks: for each block a script
// that calls it when a message comes, with arguments from variables. Everything is made of real blocks, so
// that a finding can be opened in Scratch as it is.
#pragma once

#include <string>
#include <vector>

#include "project/project.h"

namespace ounce::contracts {

// A custom block of a project.
struct CustomBlock {
    std::size_t target = 0;  // index into Project::targets
    std::string proccode{};
    std::string label{};  // "withdraw"
    std::vector<std::string> names{}, ids{};
    std::vector<bool> isCondition{};  // parameters that take a condition
    std::string comment{};            // attached to its definition; empty: none
    std::string definition{};         // the id of the block that defines it
};

std::vector<CustomBlock> customBlocksOf(const Project& project);

// Several calls can be under way: one by the generated script, the others by generated receivers of messages.
constexpr int kLines = 4;

// The message that makes a block be called, and the variable that holds an argument; `line` is below kLines.
std::string callMessage(const Project& project, const CustomBlock& block, int line);
std::string argumentName(std::size_t argument, int line);

// A generated script has so many steps: each makes one call, on a line of its own.
constexpr int kSteps = kLines - 1;
// Which message a step sends next, and whether a custom block ends after its steps; both are set by whoever
// runs generated programs, right before they are read.
constexpr const char* kNextCall = "Ounce call";
constexpr const char* kEndsHere = "Ounce ends";

struct Wire {
    std::size_t block = 0;  // index into the custom blocks
    int line = 0;
};

// Adds the scripts, and variables for `arguments` arguments on each line.
void addWires(Project& project, const std::vector<CustomBlock>& blocks, const std::vector<Wire>& wires,
              std::size_t arguments);

// For programs that are only run: a sprite with a script of steps for each message, and steps at the
// beginning of those custom blocks, which make it possible to replace them.
void addSteps(Project& project, const std::vector<std::string>& messages,
              const std::vector<const CustomBlock*>& open);
// The name of a sprite that a project does not have yet.
std::string addedSpriteName(const Project& project);

// ---- for whoever adds scripts of his own ----
// Appends blocks to a target one below the other.
class ScriptWriter {
  public:
    ScriptWriter(Project& project, Target& target, std::string prefix)
        : project_(project), target_(target), prefix_(std::move(prefix)) {}

    void hat(Opcode opcode, const char* name, std::vector<Field> fields);
    void add(Opcode opcode, const char* name, std::vector<Input> inputs, std::vector<Field> fields);
    void call(const CustomBlock& block, std::vector<Input> inputs);
    void setVariable(const std::string& name, const Scalar& value);
    void setVariableToParameter(const std::string& name, const std::string& parameter);
    // broadcast (variable) and wait
    void broadcastVariable(const std::string& variable);
    // if <(variable) = (1)> then stop this script
    void endIf(const std::string& variable);
    // Goes on below a block that is there already; what was below it comes behind all that is added.
    void insertBelow(const std::string& block);
    void finishInsertion();
    void broadcast(const std::string& message, bool waits);
    [[nodiscard]] Field messageField(const std::string& message);

  private:
    Block& append(Block block);
    std::string messageId(const std::string& name);
    Project& project_;
    Target& target_;
    std::string prefix_;
    Block& inner(Block block, const std::string& parent);
    std::string last_{};
    std::string below_{};  // what was below the block under which things are inserted
    int number_ = 0;
    double y_ = 0;
};

}  // namespace ounce::contracts
