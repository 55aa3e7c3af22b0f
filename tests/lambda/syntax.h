// The language of the paper's model (Fig. 3): terms and types, where function types carry a pre- and a
// post-condition. To write interesting conditions there are three operations on numbers besides. `let` and
// the types of its variables are written down, so that checking needs no guessing.
//
// Variables of programs have numbers from 0 on, variables that a type binds have negative ones; so nothing is
// ever captured.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace ounce::contracts::lambda {

using Name = std::int32_t;

struct Term;
struct Type;
using TermRef = std::shared_ptr<const Term>;
using TypeRef = std::shared_ptr<const Type>;

struct Term {
    enum class Kind : std::uint8_t {
        Variable,
        Integer,
        True,
        False,
        Lambda,  // name, a
        Apply,   // a(b)
        Let,     // let name : type = a in b
        If,      // if (a) { b } else { c }
        Die,     // text
        Less,    // a < b
        Plus,
        Times,
    };
    Kind kind = Kind::Integer;
    Name name = 0;
    long integer = 0;
    std::string text{};
    TypeRef type{};
    TermRef a{}, b{}, c{};
};

struct Type {
    enum class Kind : std::uint8_t { Int, Bool, Arrow };
    Kind kind = Kind::Int;
    // x1 : t1, e1 → x2 : t2, e2
    Name x1 = 0, x2 = 0;
    TypeRef t1{}, t2{};
    TermRef e1{}, e2{};
};

TermRef variable(Name name);
TermRef integer(long value);
TermRef truth(bool value);
TermRef lambda(Name name, TermRef body);
TermRef apply(TermRef function, TermRef argument);
TermRef let(Name name, TypeRef type, TermRef bound, TermRef in);
TermRef ifThen(TermRef condition, TermRef then, TermRef otherwise);
TermRef die(std::string text);
TermRef operation(Term::Kind kind, TermRef a, TermRef b);

TypeRef intType();
TypeRef boolType();
TypeRef arrow(Name x1, TypeRef t1, TermRef e1, Name x2, TypeRef t2, TermRef e2);

// With `with` for the variable; `with` has no variables that a type binds.
TermRef substitute(const TermRef& in, Name name, const TermRef& with);
TypeRef substitute(const TypeRef& in, Name name, const TermRef& with);
// Up to the names of bound variables.
bool equal(const TypeRef& a, const TypeRef& b);
bool equal(const TermRef& a, const TermRef& b);

std::string print(const TermRef& term);
std::string print(const TypeRef& type);

}  // namespace ounce::contracts::lambda
