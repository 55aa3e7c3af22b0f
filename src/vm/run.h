// What a statement does: run<opcode>, one specialisation per row of the table that is a statement, in the
// run_*.cpp of its category. What a reporter gives: report<opcode>, in report_*.cpp. A missing one is a link
// error.
#pragma once

#include "vm/machine.h"
#include "vm/program.h"

namespace ounce {

template <Opcode>
void run(Machine& m, const Statement& s);

template <Opcode>
Value report(Machine& m, const Expression& x);

#define BLOCK(opcode, row)                                     \
    template <>                                                \
    void run<Opcode::opcode>(Machine & m, const Statement& s); \
    template <>                                                \
    Value report<Opcode::opcode>(Machine & m, const Expression& x);
#include "blocks/blocks.def"
#undef BLOCK

}  // namespace ounce
