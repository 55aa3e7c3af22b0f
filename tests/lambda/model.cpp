#include "model.h"

#include <cmath>

namespace ounce::contracts::lambda {
namespace {

enum Bases : std::int32_t { kInt, kBool };

}  // namespace

Model::Model() {
    world.exact = true;
    world.bases = {{"Int", kNone}, {"Bool", kNone}};
    int_ = world.add({.kind = contracts::Type::Kind::Base, .which = kInt});
    bool_ = world.add({.kind = contracts::Type::Kind::Base, .which = kBool});
}

TypeId Model::idOf(const TypeRef& type) {
    if (type->kind == Type::Kind::Int) return int_;
    if (type->kind == Type::Kind::Bool) return bool_;
    for (std::size_t i = 0; i < arrows_.size(); i++) {
        if (equal(arrows_[i], type)) return ids_[i];
    }
    const TypeId from = idOf(type->t1);
    const TypeId to = idOf(type->t2);
    const SignatureId signature = world.addSignature({.name = "f",
                                                      .parameters = {{.name = "x", .type = from}},
                                                      .result = to,
                                                      .isCallable = false,
                                                      .constrains = true});
    // The parts have made signatures of their own before.
    arrows_.resize(static_cast<std::size_t>(signature) + 1);
    ids_.resize(static_cast<std::size_t>(signature) + 1, kNone);
    arrows_.back() = type;
    ids_.back() = world.add({.kind = contracts::Type::Kind::Function, .which = signature});
    return ids_.back();
}

TypeRef Model::typeAt(TypeId id) const {
    if (id == int_) return intType();
    if (id == bool_) return boolType();
    return arrows_[static_cast<std::size_t>(world.type(id).which)];
}

// The result's type may speak of the argument.
TypeId Model::resultOf(SignatureId signature, const std::vector<VariableId>& arguments, TypeId) {
    const TypeRef type = arrows_[static_cast<std::size_t>(signature)];
    return idOf(substitute(type->t2, type->x1, variable(arguments[0])));
}

Constant Model::value(std::int32_t base, Random& random) const {
    if (base == kBool) return Constant::of(random.next() < 0.5);
    return Constant::of(std::floor(random.next() * 6));
}
Constant Model::simplest(std::int32_t base) const {
    return base == kBool ? Constant::of(false) : Constant::of(0.0);
}
Constant Model::anything(Random& random) const { return value(kInt, random); }

std::optional<contracts::Program> Model::generate(const std::vector<TypeRef>& environment,
                                                  const TypeRef& goal, int size, std::uint32_t seed) {
    std::vector<Binding> bindings;
    for (const TypeRef& type : environment)
        bindings.push_back({static_cast<VariableId>(bindings.size()), idOf(type)});
    const TypeId id = idOf(goal);
    Generator generator(world, *this, {.backups = false, .namesArguments = true}, seed);
    return generator.program(id, bindings, size);
}

TermRef Model::expression(const Expression& of) const {
    if (of.kind == Expression::Kind::Variable) return variable(of.variable);
    if (of.constant.kind == Constant::Kind::Boolean) return truth(of.constant.number != 0);
    return integer(static_cast<long>(of.constant.number));
}

// [Fn]
TermRef Model::function(const Body& body, const TypeRef& type) const {
    const Name parameter = body.parameters[0];
    const auto given = [&](const TermRef& term) { return substitute(term, type->x1, variable(parameter)); };
    const TypeRef result = substitute(type->t2, type->x1, variable(parameter));
    // The result needs a name that no statement has: the parameters come right before the body's.
    const Name name = 1000000 + parameter;
    const TermRef kept =
        ifThen(substitute(given(type->e2), type->x2, variable(name)), variable(name), die("gen"));
    return lambda(parameter,
                  ifThen(given(type->e1), let(name, result, block(body.block, 0), kept), die("prog")));
}

TermRef Model::block(const contracts::Block& of, std::size_t from) const {
    if (from == of.statements.size()) return expression(of.result);
    const Statement& statement = of.statements[from];
    const TermRef rest = block(of, from + 1);
    const TypeRef type = typeAt(statement.type);
    switch (statement.kind) {
        case Statement::Kind::Let: return let(statement.variable, type, expression(statement.callee), rest);
        case Statement::Kind::Function:
            return let(statement.variable, type, function(statement.bodies[0], type), rest);
        default: break;
    }
    // [Call]
    const TypeRef called = arrows_[static_cast<std::size_t>(statement.signature)];
    const TermRef argument = expression(statement.attempts[0][0]);
    const auto given = [&](const TermRef& term) { return substitute(term, called->x1, argument); };
    const TermRef result = variable(statement.variable);
    return let(statement.variable, type,
               ifThen(given(called->e1), apply(expression(statement.callee), argument), die("gen")),
               ifThen(substitute(given(called->e2), called->x2, result), rest, die("prog")));
}

TermRef Model::term(const contracts::Program& program) const { return block(program.block, 0); }

}  // namespace ounce::contracts::lambda
