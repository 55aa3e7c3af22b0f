// A generated program: calls one after the other, each with its result in a variable. Expressions inside
// calls are variables, constants, and lists and records of them; functions and objects that a program makes
// are statements, too, so that whatever was made once can be used again (§4.6 of the paper).
#pragma once

#include <cstdint>
#include <vector>

#include "contracts/core/types.h"

namespace ounce::contracts {

using VariableId = std::int32_t;

struct Expression {
    enum class Kind : std::uint8_t { Constant, Variable, Array, Record };
    Kind kind = Kind::Constant;
    VariableId variable = kNone;
    Constant constant{};
    std::vector<Expression> parts{};
    std::vector<std::string> names{};  // of a record
    bool operator==(const Expression&) const = default;

    static Expression of(Constant constant) { return {.constant = std::move(constant)}; }
    static Expression of(VariableId variable) { return {.kind = Kind::Variable, .variable = variable}; }
};

struct Statement;

struct Block {
    std::vector<Statement> statements{};
    Expression result{};
    bool operator==(const Block&) const = default;
};

// What a generated function does, or a generated method that overrides another.
struct Body {
    SignatureId signature = kNone;
    std::vector<VariableId> parameters{};
    VariableId self = kNone;  // of a method
    Block block{};
    bool callsSuper = false;  // the method of the superclass decides the result, after the block is done
    bool operator==(const Body&) const = default;
};

struct Statement {
    enum class Kind : std::uint8_t {
        Call,      // signature; callee: the receiver, or the variable that holds the function
        New,       // signature: the constructor, or kNone for an interface; bodies: overridden methods
        Function,  // bodies[0]
        Let,       // callee: what is given a name
    };
    Kind kind = Kind::Call;
    VariableId variable = kNone;
    TypeId type = World::kVoid;
    SignatureId signature = kNone;
    ClassId madeFrom = kNone;  // New
    Expression callee{};       // constant undefined: there is no receiver
    // Arguments; those after the first are tried when the pre-condition does not allow the ones before.
    std::vector<std::vector<Expression>> attempts{};
    Expression backup{};  // what the variable holds when no attempt is allowed
    std::vector<Body> bodies{};
    bool operator==(const Statement&) const = default;
};

struct Program {
    Block block{};
    VariableId variables = 0;  // how many there are
    bool operator==(const Program&) const = default;
};

// Calls in a program, those inside callbacks and `new` included: its size as people see it.
std::size_t callCount(const Block& block);
// How often a variable is read.
std::size_t useCount(const Block& block, VariableId variable);

// Calls visit(expression) for each expression that reads something, nested blocks included.
template <class B, class Visit>
void eachExpression(B& block, Visit&& visit);
template <class E, class Visit>
void eachPart(E& expression, Visit&& visit) {
    visit(expression);
    for (auto& part : expression.parts) eachPart(part, visit);
}
template <class B, class Visit>
void eachExpression(B& block, Visit&& visit) {
    for (auto& statement : block.statements) {
        eachPart(statement.callee, visit);
        eachPart(statement.backup, visit);
        for (auto& attempt : statement.attempts)
            for (auto& argument : attempt) eachPart(argument, visit);
        for (auto& body : statement.bodies) eachExpression(body.block, visit);
    }
    eachPart(block.result, visit);
}

}  // namespace ounce::contracts
