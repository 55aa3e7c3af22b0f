#include "contracts/core/program.h"

namespace ounce::contracts {

std::size_t callCount(const Block& block) {
    std::size_t count = 0;
    for (const Statement& statement : block.statements) {
        if (statement.kind == Statement::Kind::Call) count++;
        if (statement.kind == Statement::Kind::New && statement.signature != kNone) count++;
        for (const Body& body : statement.bodies) count += callCount(body.block);
    }
    return count;
}

std::size_t useCount(const Block& block, VariableId variable) {
    std::size_t count = 0;
    eachExpression(block, [&](const Expression& expression) {
        if (expression.kind == Expression::Kind::Variable && expression.variable == variable) count++;
    });
    return count;
}

}  // namespace ounce::contracts
