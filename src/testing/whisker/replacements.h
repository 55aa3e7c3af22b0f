// Blocks that a test replaces by a function of its own (runtime._primitives), on a copy of the program.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>

#include "vm/machine.h"

namespace ounce {

// Rides on the machine as its Choices: that is how the stand-in functions find their way back here.
class Replacements final : public Choices {
  public:
    using Implementation = std::function<Value(Machine&, std::span<const Value> arguments)>;

    explicit Replacements(const Program& program);
    [[nodiscard]] const Program& program() const { return *program_; }

    void replace(Opcode opcode, Implementation implementation);
    // What the block does by itself, while a replaced block is executing. `arguments` count where another
    // block than the executing one is asked for.
    Value runOriginal(Machine& m, Opcode opcode, std::span<const Value> arguments);

    double random(double drawn, std::int32_t statement) override {
        return numbers ? numbers->random(drawn, statement) : drawn;
    }
    Choices* numbers = nullptr;  // whoever is asked instead

  private:
    Value reportOriginal(Machine& m, const Expression& x);
    static void runReplaced(Machine& m, const Statement& s);
    static Value reportReplaced(Machine& m, const Expression& x);
    static double numberReplaced(Machine& m, const Expression& x);
    static bool testReplaced(Machine& m, const Expression& x);

    std::unique_ptr<Program> program_;
    std::map<Opcode, Implementation> implementations_;
    struct Functions {
        NumberFunction toNumber;
        TestFunction test;
        ValueFunction evaluate;
    };
    std::map<const Expression*, Functions> originals_;  // of replaced reporters
    const Statement* statement_ = nullptr;              // what is executing
    const Expression* expression_ = nullptr;
    ExpressionIndex firstArgument_;  // constants of the copy, for calls with other arguments
};

}  // namespace ounce
