// Blocks that a test replaces by a function of its own (runtime._primitives), on a copy of the program.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>

#include "vm/choices.h"
#include "vm/code.h"

namespace ounce {

// Rides on the machine as its Choices: that is how the stand-in functions find their way back here.
class Replacements final : public Choices {
  public:
    using Implementation = std::function<Value(Interpreter&, std::span<const Value> arguments)>;

    explicit Replacements(const Program& program);
    [[nodiscard]] const Program& program() const { return *program_; }

    void replace(Opcode opcode, Implementation implementation);
    // What the block does by itself, while a replaced block is executing. `arguments` count where another
    // block than the executing one is asked for.
    Value runOriginal(Interpreter& m, Opcode opcode, std::span<const Value> arguments);

    double pick(const Domain& domain, double drawn, std::int32_t) override { return domain.outcome(drawn); }

  private:
    Value reportOriginal(Reading& m, const Operation& x);
    static void runReplaced(Interpreter& m, const Instruction& s);
    static Value reportReplaced(Reading& m, const Operation& x);
    static double numberReplaced(Reading& m, const Operation& x);
    static bool testReplaced(Reading& m, const Operation& x);

    std::unique_ptr<Program> program_;
    std::shared_ptr<Code> code_;  // the copy's
    std::map<Opcode, Implementation> implementations_;
    struct Functions {
        NumberFunction toNumber;
        TestFunction test;
        ValueFunction evaluate;
    };
    std::map<const Operation*, Functions> originals_;  // of replaced reporters
    const Instruction* statement_ = nullptr;           // what is executing
    const Operation* expression_ = nullptr;
    ExpressionIndex firstArgument_;  // constants of the copy, for calls with other arguments
};

}  // namespace ounce
