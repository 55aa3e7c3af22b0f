// What a statement does: run<opcode>, one specialisation per row of the table that is a statement, in the
// run_*.cpp of its category. What a reporter gives: report<opcode>, in report_*.cpp. A missing one is a link
// error.
#pragma once

#include "vm/interpreter.h"
#include "vm/program.h"

namespace ounce {

template <Opcode>
void run(Interpreter& m, const Instruction& s);

template <Opcode>
Value report(Reading& m, const Operation& x);

#define BLOCK(opcode, row)                                           \
    template <>                                                      \
    void run<Opcode::opcode>(Interpreter & m, const Instruction& s); \
    template <>                                                      \
    Value report<Opcode::opcode>(Reading & m, const Operation& x);
#include "blocks/blocks.def"
#undef BLOCK

}  // namespace ounce
