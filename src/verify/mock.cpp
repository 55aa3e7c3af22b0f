#include "verify/mock.h"

namespace ounce::verify {
namespace {

bool picksRandom(const Program& program, ExpressionIndex index) {
    if (index == kNone) return false;
    const Expression& expression = program.expressions[static_cast<std::size_t>(index)];
    if (!expression.draws) return false;
    return expression.node == Node::Random || picksRandom(program, expression.a) ||
           picksRandom(program, expression.b);
}

// Inputs that draw stand among the preparations; a statement without them leaves chance to its own block.
bool picksRandom(const Program& program, const Statement& statement) {
    if (statement.preparation != kNone) {
        for (const auto& step : program.preparations[static_cast<std::size_t>(statement.preparation)].steps) {
            if (picksRandom(program, step.first)) return true;
        }
    }
    for (const ExpressionIndex argument : statement.arguments) {
        if (picksRandom(program, argument)) return true;
    }
    return false;
}

}  // namespace

std::string_view mockName(MockedFunction function) {
    switch (function) {
        case MockedFunction::RandomBetween: return "randomBetween";
        case MockedFunction::GoToRandomPosition: return "goToRandomPosition";
        case MockedFunction::GlideToRandomPosition: return "glideToRandomPosition";
    }
    return {};
}

bool mockedFunctionOf(const Program& program, std::int32_t statement, const Domain& domain,
                      MockedFunction& function) {
    if (statement == kNone) return false;
    const Statement& asked = program.statements[static_cast<std::size_t>(statement)];
    if (domain.kind == Domain::Kind::Rounded) {
        if (asked.opcode == Opcode::motion_goto) {
            function = MockedFunction::GoToRandomPosition;
        } else if (asked.opcode == Opcode::motion_glideto) {
            function = MockedFunction::GlideToRandomPosition;
        } else {
            return false;
        }
        return true;
    }
    function = MockedFunction::RandomBetween;
    return picksRandom(program, asked);
}

}  // namespace ounce::verify
