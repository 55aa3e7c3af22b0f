#include "syntax.h"

#include <fmt/format.h>
#include <map>

namespace ounce::contracts::lambda {
namespace {

TermRef make(Term term) { return std::make_shared<const Term>(std::move(term)); }

using Renaming = std::map<Name, Name>;  // bound names of the one to those of the other

bool equal(const TermRef& a, const TermRef& b, Renaming names);

bool equal(const TypeRef& a, const TypeRef& b, Renaming names) {
    if (a->kind != b->kind) return false;
    if (a->kind != Type::Kind::Arrow) return true;
    if (!equal(a->t1, b->t1, names)) return false;
    names[a->x1] = b->x1;
    if (!equal(a->e1, b->e1, names) || !equal(a->t2, b->t2, names)) return false;
    names[a->x2] = b->x2;
    return equal(a->e2, b->e2, names);
}

bool equal(const TermRef& a, const TermRef& b, Renaming names) {
    if (!a || !b) return a == b;
    if (a->kind != b->kind || a->integer != b->integer || a->text != b->text) return false;
    if (a->kind == Term::Kind::Variable) {
        const auto renamed = names.find(a->name);
        return (renamed == names.end() ? a->name : renamed->second) == b->name;
    }
    if (a->kind == Term::Kind::Let && !equal(a->type, b->type, names)) return false;
    if (a->kind == Term::Kind::Let && !equal(a->a, b->a, names)) return false;
    if (a->kind == Term::Kind::Let || a->kind == Term::Kind::Lambda) names[a->name] = b->name;
    if (a->kind != Term::Kind::Let && !equal(a->a, b->a, names)) return false;
    return equal(a->b, b->b, names) && equal(a->c, b->c, names);
}

}  // namespace

TermRef variable(Name name) { return make({.kind = Term::Kind::Variable, .name = name}); }
TermRef integer(long value) { return make({.kind = Term::Kind::Integer, .integer = value}); }
TermRef truth(bool value) { return make({.kind = value ? Term::Kind::True : Term::Kind::False}); }
TermRef lambda(Name name, TermRef body) {
    return make({.kind = Term::Kind::Lambda, .name = name, .a = std::move(body)});
}
TermRef apply(TermRef function, TermRef argument) {
    return make({.kind = Term::Kind::Apply, .a = std::move(function), .b = std::move(argument)});
}
TermRef let(Name name, TypeRef type, TermRef bound, TermRef in) {
    return make({.kind = Term::Kind::Let,
                 .name = name,
                 .type = std::move(type),
                 .a = std::move(bound),
                 .b = std::move(in)});
}
TermRef ifThen(TermRef condition, TermRef then, TermRef otherwise) {
    return make(
        {.kind = Term::Kind::If, .a = std::move(condition), .b = std::move(then), .c = std::move(otherwise)});
}
TermRef die(std::string text) { return make({.kind = Term::Kind::Die, .text = std::move(text)}); }
TermRef operation(Term::Kind kind, TermRef a, TermRef b) {
    return make({.kind = kind, .a = std::move(a), .b = std::move(b)});
}

TypeRef intType() { return std::make_shared<const Type>(); }
TypeRef boolType() { return std::make_shared<const Type>(Type{.kind = Type::Kind::Bool}); }
TypeRef arrow(Name x1, TypeRef t1, TermRef e1, Name x2, TypeRef t2, TermRef e2) {
    return std::make_shared<const Type>(Type{.kind = Type::Kind::Arrow,
                                             .x1 = x1,
                                             .x2 = x2,
                                             .t1 = std::move(t1),
                                             .t2 = std::move(t2),
                                             .e1 = std::move(e1),
                                             .e2 = std::move(e2)});
}

TermRef substitute(const TermRef& in, Name name, const TermRef& with) {
    if (!in) return in;
    if (in->kind == Term::Kind::Variable) return in->name == name ? with : in;
    Term copy = *in;
    copy.a = substitute(in->a, name, with);
    const bool bindsIt = (in->kind == Term::Kind::Let || in->kind == Term::Kind::Lambda) && in->name == name;
    if (bindsIt) {
        if (in->kind == Term::Kind::Lambda) return in;
    } else {
        copy.b = substitute(in->b, name, with);
    }
    copy.c = substitute(in->c, name, with);
    if (in->type) copy.type = substitute(in->type, name, with);
    return make(std::move(copy));
}

TypeRef substitute(const TypeRef& in, Name name, const TermRef& with) {
    if (in->kind != Type::Kind::Arrow) return in;
    Type copy = *in;
    copy.t1 = substitute(in->t1, name, with);
    if (in->x1 != name) {
        copy.e1 = substitute(in->e1, name, with);
        copy.t2 = substitute(in->t2, name, with);
        if (in->x2 != name) copy.e2 = substitute(in->e2, name, with);
    }
    return std::make_shared<const Type>(std::move(copy));
}

bool equal(const TypeRef& a, const TypeRef& b) { return equal(a, b, Renaming{}); }
bool equal(const TermRef& a, const TermRef& b) { return equal(a, b, Renaming{}); }

std::string print(const TermRef& term) {
    const auto name = [](Name of) { return of < 0 ? fmt::format("x{}", -of) : fmt::format("v{}", of); };
    switch (term->kind) {
        case Term::Kind::Variable: return name(term->name);
        case Term::Kind::Integer: return fmt::format("{}", term->integer);
        case Term::Kind::True: return "true";
        case Term::Kind::False: return "false";
        case Term::Kind::Lambda: return fmt::format("(λ{}. {})", name(term->name), print(term->a));
        case Term::Kind::Apply: return fmt::format("{}({})", print(term->a), print(term->b));
        case Term::Kind::Let:
            return fmt::format("let {} = {} in {}", name(term->name), print(term->a), print(term->b));
        case Term::Kind::If:
            return fmt::format("if ({}) {{ {} }} else {{ {} }}", print(term->a), print(term->b),
                               print(term->c));
        case Term::Kind::Die: return fmt::format("die({})", term->text);
        case Term::Kind::Less: return fmt::format("({} < {})", print(term->a), print(term->b));
        case Term::Kind::Plus: return fmt::format("({} + {})", print(term->a), print(term->b));
        case Term::Kind::Times: return fmt::format("({} * {})", print(term->a), print(term->b));
    }
    return {};
}

std::string print(const TypeRef& type) {
    if (type->kind == Type::Kind::Int) return "Int";
    if (type->kind == Type::Kind::Bool) return "Bool";
    return fmt::format("(x{}:{}, {} → x{}:{}, {})", -type->x1, print(type->t1), print(type->e1), -type->x2,
                       print(type->t2), print(type->e2));
}

}  // namespace ounce::contracts::lambda
