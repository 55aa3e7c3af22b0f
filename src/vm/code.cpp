#include "vm/code.h"

#include <algorithm>

#include "base/cast.h"
#include "vm/interpreter.h"
#include "vm/options.h"
#include "vm/specialize.h"

namespace ounce {
namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

// Evaluates the inputs that draw random numbers, then runs the statement.
void prepareAndRun(Interpreter& m, const Instruction& s) {
    m.prepare(s.preparation);
    if (m.stepFailed() || m.thread->stack.empty()) return;  // a custom block was called, but not entered
    s.runPrepared(m, s);
}

bool isAppending(const Program& program, const Statement& s) {
    if (s.opcode != Opcode::data_setvariableto || s.arguments[0] == kNone) return false;
    const Expression& x = program.expressions[at(s.arguments[0])];
    if (x.node != Node::Join || x.draws) return false;
    const Expression& first = program.expressions[at(x.a)];
    return first.slot == s.slot && first.node == (s.onStage ? Node::StageVariable : Node::OwnVariable);
}

// Blocks in which official Scratch throws an error when they lack something; a step can end there.
bool canFail(const Program& program, const Statement& s) {
    if (s.opcode == Opcode::event_broadcast) return s.slot == kNoInput;
    if (s.opcode != Opcode::looks_switchbackdropto && s.opcode != Opcode::looks_switchcostumeto) return false;
    if (s.arguments[0] == kNone) return true;
    const Expression& name = program.expressions[at(s.arguments[0])];
    return name.node != Node::Constant || name.constant.type() == Type::Undefined;
}

// Whether an input calls a custom block, which touches the stack.
bool calls(const Program& program, ExpressionIndex e) {
    if (e == kNone || !program.expressions[at(e)].draws) return false;
    const Expression& x = program.expressions[at(e)];
    return x.opcode == Opcode::procedures_call || calls(program, x.a) || calls(program, x.b);
}

bool inputsCall(const Program& program, const Statement& s) {
    if (s.preparation == kNone) return false;
    const auto& steps = program.preparations[at(s.preparation)].steps;
    return std::any_of(steps.begin(), steps.end(),
                       [&](const auto& step) { return calls(program, step.first); });
}

// Which statements are plain. Chains and branches can be long and deep, so each is decided once: blocks of a
// branch come behind their owner in the table, or belong to a script that was compiled before.
class Plainness {
  public:
    explicit Plainness(const Program& program)
        : program_(program), known_(program.statements.size(), kUnknown) {
        // What an input has called finds its level used by the block that asked; it is left the usual way.
        for (const Expression& e : program.expressions) {
            if (e.opcode != Opcode::procedures_call || e.slot == kNone) continue;
            const Procedure& called = program.procedures[at(program.calls[at(e.slot)].procedure)];
            if (called.definition != kNone) known_[at(called.definition)] = 0;
        }
    }

    bool isPlain(StatementIndex index) {
        std::int8_t& known = known_[at(index)];
        if (known != kUnknown) return known == 1;
        known = 0;  // a script that comes back to itself is not plain
        const Statement& s = program_.statements[at(index)];
        const Flow flow = blockRow(s.opcode).flow;
        const bool plain = ((flow == Flow::Runs && !canFail(program_, s)) ||
                            (flow == Flow::Branches && chain(s.branch) && chain(s.branch2))) &&
                           !inputsCall(program_, s);
        known_[at(index)] = plain ? 1 : 0;
        return plain;
    }
    bool chain(StatementIndex first) {
        for (StatementIndex i = first; i != kNone; i = program_.statements[at(i)].next) {
            if (!isPlain(i)) return false;
        }
        return true;
    }

  private:
    static constexpr std::int8_t kUnknown = -1;
    const Program& program_;
    std::vector<std::int8_t> known_;
};

}  // namespace

Code makeCode(const Program& program) {
    Code code;
    code.operations.reserve(program.expressions.size());
    for (const Expression& e : program.expressions) {
        Operation& operation = code.operations.emplace_back();
        static_cast<Expression&>(operation) = e;
        if (e.node == Node::Constant) operation.number = toNumber(e.constant);
        specialize(program, operation);
    }
    nameConstants(program, code);
    Plainness plainness(program);
    code.instructions.reserve(program.statements.size());
    for (std::size_t i = 0; i < program.statements.size(); i++) {
        const Statement& s = program.statements[i];
        Instruction& instruction = code.instructions.emplace_back();
        static_cast<Statement&>(instruction) = s;
        instruction.run = runFunction(s.opcode);
        if (s.preparation != kNone) instruction.runPrepared = std::exchange(instruction.run, prepareAndRun);
        instruction.isPlain = plainness.isPlain(static_cast<StatementIndex>(i));
        instruction.branchIsPlain = plainness.chain(s.branch) && !inputsCall(program, s);
        instruction.appends = isAppending(program, s);
        if (s.arguments[0] == kNone) continue;
        const Expression& first = program.expressions[at(s.arguments[0])];
        instruction.hasNumber = first.node == Node::Constant;
        if (instruction.hasNumber) instruction.number = toNumber(first.constant);
    }
    code.readsCodes =
        std::any_of(program.expressions.begin(), program.expressions.end(),
                    [](const Expression& e) { return e.opcode == Opcode::makeymakey_whenCodePressed; });
    weigh(program, code);
    return code;
}

}  // namespace ounce
