#include "check.h"

#include <fmt/format.h>

namespace ounce::contracts::lambda {
namespace {

// The type of a term that shows it; null: it does not, or has none.
TypeRef infer(const Environment& environment, const TermRef& term) {
    using Kind = Term::Kind;
    switch (term->kind) {
        case Kind::Integer: return intType();
        case Kind::True:
        case Kind::False: return boolType();
        case Kind::Variable: {
            const auto found = environment.find(term->name);
            return found == environment.end() ? nullptr : found->second;
        }
        case Kind::Apply: {
            const TypeRef function = infer(environment, term->a);
            if (!function || function->kind != Type::Kind::Arrow) return nullptr;
            if (!checkTerm(environment, term->b, function->t1).empty()) return nullptr;
            return substitute(function->t2, function->x1, term->b);
        }
        case Kind::Less:
        case Kind::Plus:
        case Kind::Times:
            if (!checkTerm(environment, term->a, intType()).empty() ||
                !checkTerm(environment, term->b, intType()).empty())
                return nullptr;
            return term->kind == Kind::Less ? boolType() : intType();
        default: return nullptr;
    }
}

Environment with(Environment environment, Name name, TypeRef type) {
    environment[name] = std::move(type);
    return environment;
}

}  // namespace

std::string checkTerm(const Environment& environment, const TermRef& term, const TypeRef& type) {
    using Kind = Term::Kind;
    switch (term->kind) {
        case Kind::Lambda: {
            if (type->kind != Type::Kind::Arrow) return fmt::format("{} is no {}", print(term), print(type));
            if (std::string problem = checkType(environment, type); !problem.empty()) return problem;
            return checkTerm(with(environment, term->name, type->t1), term->a,
                             substitute(type->t2, type->x1, variable(term->name)));
        }
        case Kind::Let: {
            if (std::string problem = checkType(environment, term->type); !problem.empty()) return problem;
            if (std::string problem = checkTerm(environment, term->a, term->type); !problem.empty())
                return problem;
            return checkTerm(with(environment, term->name, term->type), term->b, type);
        }
        case Kind::If:
            for (const std::string& problem :
                 {checkTerm(environment, term->a, boolType()), checkTerm(environment, term->b, type),
                  checkTerm(environment, term->c, type)}) {
                if (!problem.empty()) return problem;
            }
            return {};
        case Kind::Die: return checkType(environment, type);
        default: break;
    }
    const TypeRef found = infer(environment, term);
    if (!found) return fmt::format("{} has no type", print(term));
    if (!equal(found, type))
        return fmt::format("{} is a {}, not a {}", print(term), print(found), print(type));
    return {};
}

std::string checkType(const Environment& environment, const TypeRef& type) {
    if (type->kind != Type::Kind::Arrow) return {};
    if (std::string problem = checkType(environment, type->t1); !problem.empty()) return problem;
    const Environment inside = with(environment, type->x1, type->t1);
    if (std::string problem = checkType(inside, type->t2); !problem.empty()) return problem;
    if (std::string problem = checkTerm(inside, type->e1, boolType()); !problem.empty()) return problem;
    return checkTerm(with(inside, type->x2, type->t2), type->e2, boolType());
}

std::string checkEnvironment(const Environment& environment) {
    // A type may speak of the variables before it only.
    Environment known;
    for (const auto& [name, type] : environment) {
        if (std::string problem = checkType(known, type); !problem.empty()) return problem;
        known[name] = type;
    }
    return {};
}

}  // namespace ounce::contracts::lambda
