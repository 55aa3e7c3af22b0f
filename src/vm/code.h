// The program made ready to run: the statements and expressions of program.h again, in the same places, each
// with the functions that were chosen for it while compiling and what those need at hand. What a program
// means is said there; here is only how to be quick about it.
#pragma once

#include <string>
#include <vector>

#include "vm/program.h"

namespace ounce {

class Interpreter;
class Reading;
struct Instruction;
struct Operation;

using RunFunction = void (*)(Interpreter&, const Instruction&);
using ValueFunction = Value (*)(Reading&, const Operation&);
using NumberFunction = double (*)(Reading&, const Operation&);  // NaN stays NaN
using TestFunction = bool (*)(Reading&, const Operation&);

struct Operation : Expression {
    std::int32_t slot2 = kNone;         // the second operand's variable; the first one's is in `slot`
    std::int32_t named = kNone;         // what a constant operand of a sensing block names, see constants.h
    std::int32_t named2 = kNone;        // and the second operand
    double number = 0;                  // a constant's value as a number (NaN counts as 0)
    double reciprocal = 0;              // of a constant divisor; 0: there is none to multiply with
    NumberFunction toNumber = nullptr;  // chosen by the kinds of the operands, see specialize.h
    TestFunction test = nullptr;
    ValueFunction evaluate = nullptr;
};

struct Instruction : Statement {
    RunFunction run = nullptr;
    RunFunction runPrepared = nullptr;  // with a preparation, `run` does that first and then this
    // Only does something: neither waits nor stops nor touches the stack. An `if` with such branches is
    // plain, too.
    bool isPlain = false;
    bool branchIsPlain = false;  // every block of the (first) branch is plain
    bool hasNumber = false;      // the first argument is a constant, and this is its number:
    bool appends = false;        // set [v] to (join (v) […]): the usual way to build a text
    double number = 0;
    std::uint32_t work = 1;  // how many blocks it is, with those in its inputs
};

struct Code {
    std::vector<Instruction> instructions;
    std::vector<Operation> operations;
    std::vector<std::string> keys;  // those that constants name
    bool readsCodes = false;        // somebody listens to sequences of keys, so they are worth keeping
};

// Which function runs or reports an opcode; run_table.cpp.
RunFunction runFunction(Opcode opcode);
ValueFunction reportFunction(Opcode opcode);

// How much each instruction counts towards the work of a step; work.cpp.
void weigh(const Program& program, Code& code);

// Looks up once what the constants of sensing blocks name; constants.cpp.
void nameConstants(const Program& program, Code& code);

// Chooses everything for a program whose tables are complete.
Code makeCode(const Program& program);

}  // namespace ounce
