// The typing rules of the model (Fig. 4): Γ ⊢ e : τ, Γ ⊢ τ and ⊢ Γ.
#pragma once

#include <map>
#include <string>

#include "syntax.h"

namespace ounce::contracts::lambda {

using Environment = std::map<Name, TypeRef>;

// Empty: it holds; else why not.
std::string checkTerm(const Environment& environment, const TermRef& term, const TypeRef& type);
std::string checkType(const Environment& environment, const TypeRef& type);
std::string checkEnvironment(const Environment& environment);

}  // namespace ounce::contracts::lambda
