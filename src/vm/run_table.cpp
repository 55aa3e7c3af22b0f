// From opcodes to functions.
#include <array>

#include "blocks/all_rows.h"
#include "vm/code.h"
#include "vm/run.h"

namespace ounce {
namespace {

void runNothing(Interpreter&, const Instruction&) {}
Value reportNothing(Reading& m, const Operation& x) {
    // The inputs are evaluated all the same.
    if (x.a != kNone && x.draws) m.value(x.a);
    if (x.b != kNone && x.draws) m.value(x.b);
    return {};
}

constexpr bool isEmpty(const Row& row) {
    return row.support == Support::NoOp || row.support == Support::Absent;
}

// Reporters that evaluate.cpp knows by their node.
constexpr bool isNode(Opcode opcode) {
    const std::string_view name = rows::kAll[static_cast<std::size_t>(opcode)].text;
    return opcode == Opcode::data_variable || opcode == Opcode::argument_reporter_string_number ||
           opcode == Opcode::argument_reporter_boolean ||
           (opcode >= Opcode::operator_add && opcode <= Opcode::operator_mathop) ||
           (opcode >= Opcode::data_listcontents && opcode <= Opcode::data_listcontainsitem && !name.empty());
}

template <Opcode opcode>
constexpr RunFunction runFunctionOf() {
    constexpr const Row& row = rows::kAll[static_cast<std::size_t>(opcode)];
    if constexpr (row.isStatement() && !isEmpty(row)) {
        return &run<opcode>;
    } else {
        return &runNothing;
    }
}

template <Opcode opcode>
constexpr ValueFunction reportFunctionOf() {
    constexpr const Row& row = rows::kAll[static_cast<std::size_t>(opcode)];
    constexpr bool isCondition = row.shape == Shape::Hat && row.edge;
    constexpr bool isCall =
        opcode == Opcode::procedures_call;  // where a value belongs, it is made all the same
    if constexpr (isCall || ((row.isValue() || isCondition) && !isEmpty(row) && !isNode(opcode))) {
        return &report<opcode>;
    } else {
        return &reportNothing;
    }
}

constexpr RunFunction kRun[] = {
    &runNothing,
#define BLOCK(opcode, row) runFunctionOf<Opcode::opcode>(),
#include "blocks/blocks.def"
#undef BLOCK
};

constexpr ValueFunction kReport[] = {
    &reportNothing,
#define BLOCK(opcode, row) reportFunctionOf<Opcode::opcode>(),
#include "blocks/blocks.def"
#undef BLOCK
};

}  // namespace

RunFunction runFunction(Opcode opcode) { return kRun[static_cast<std::size_t>(opcode)]; }
ValueFunction reportFunction(Opcode opcode) { return kReport[static_cast<std::size_t>(opcode)]; }

}  // namespace ounce
