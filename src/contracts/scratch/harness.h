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
};

std::vector<CustomBlock> customBlocksOf(const Project& project);

// Several calls can be under way: one by the generated script, the others by generated receivers of messages.
constexpr int kLines = 4;

// The message that makes a block be called, and the variable that holds an argument; `line` is below kLines.
std::string callMessage(const Project& project, const CustomBlock& block, int line);
std::string argumentName(std::size_t argument, int line);

struct Wire {
    std::size_t block = 0;  // index into the custom blocks
    int line = 0;
};

// Adds the scripts, and variables for `arguments` arguments on each line.
void addWires(Project& project, const std::vector<CustomBlock>& blocks, const std::vector<Wire>& wires,
              std::size_t arguments);

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
    void broadcast(const std::string& message, bool waits);
    [[nodiscard]] Field messageField(const std::string& message);

  private:
    Block& append(Block block);
    std::string messageId(const std::string& name);
    Project& project_;
    Target& target_;
    std::string prefix_;
    std::string last_{};
    int number_ = 0;
    double y_ = 0;
};

}  // namespace ounce::contracts
