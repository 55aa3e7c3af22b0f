#include "contracts/core/types.h"

#include <algorithm>
#include <fmt/format.h>

namespace ounce::contracts {
namespace {

// A type that contains itself is compared so far and no farther.
constexpr int kDeepest = 12;

}  // namespace

World::World() {
    types_.push_back({.kind = Type::Kind::Any});
    types_.push_back({.kind = Type::Kind::Void});
}

TypeId World::add(Type type) {
    const auto found = std::find(types_.begin(), types_.end(), type);
    if (found != types_.end()) return static_cast<TypeId>(found - types_.begin());
    types_.push_back(std::move(type));
    return static_cast<TypeId>(types_.size() - 1);
}

ClassId World::addClass(Class added) {
    const auto id = static_cast<ClassId>(classes.size());
    added.type = add({.kind = Type::Kind::Object, .which = id});
    classes.push_back(std::move(added));
    return id;
}

SignatureId World::addSignature(Signature added) {
    signatures.push_back(std::move(added));
    return static_cast<SignatureId>(signatures.size() - 1);
}

bool World::inherits(ClassId a, ClassId b) const {
    for (std::size_t steps = 0; a != kNone && steps <= classes.size(); steps++) {
        if (a == b) return true;
        a = classAt(a).super;
    }
    return false;
}

bool World::isSubtype(const Signature& a, const Signature& b, int depth) const {
    if (a.parameters.size() > b.parameters.size()) return false;
    for (std::size_t i = 0; i < a.parameters.size(); i++) {
        if (!isSubtype(b.parameters[i].type, a.parameters[i].type, depth)) return false;
    }
    return b.result == kVoid || isSubtype(a.result, b.result, depth);
}

bool World::isSubtype(TypeId a, TypeId b, int depth) const {
    if (a == b) return true;
    if (exact) return false;
    if (b == kAny) return true;
    if (depth > kDeepest) return false;
    const Type& from = type(a);
    const Type& to = type(b);
    if (from.kind == Type::Kind::Union)
        return std::all_of(from.parts.begin(), from.parts.end(),
                           [&](TypeId part) { return isSubtype(part, b, depth + 1); });
    if (to.kind == Type::Kind::Union)
        return std::any_of(to.parts.begin(), to.parts.end(),
                           [&](TypeId part) { return isSubtype(a, part, depth + 1); });
    if (to.kind == Type::Kind::Base && (from.kind == Type::Kind::Base || from.kind == Type::Kind::Literal)) {
        for (std::int32_t base = from.which; base != kNone;
             base = bases[static_cast<std::size_t>(base)].super) {
            if (base == to.which) return true;
        }
        return false;
    }
    if (from.kind != to.kind) return false;
    switch (from.kind) {
        case Type::Kind::Function: return isSubtype(signature(from.which), signature(to.which), depth + 1);
        case Type::Kind::Object: return inherits(from.which, to.which);
        case Type::Kind::Array:
        case Type::Kind::Promise: return isSubtype(from.parts[0], to.parts[0], depth + 1);
        case Type::Kind::Record:
            for (std::size_t i = 0; i < to.names.size(); i++) {
                const auto field = std::find(from.names.begin(), from.names.end(), to.names[i]);
                if (field == from.names.end()) {
                    if (!to.optional[i]) return false;
                } else if (!isSubtype(from.parts[static_cast<std::size_t>(field - from.names.begin())],
                                      to.parts[i], depth + 1)) {
                    return false;
                }
            }
            return true;
        default: return false;
    }
}

std::vector<SignatureId> World::methodsOf(ClassId id) const {
    std::vector<SignatureId> all;
    for (std::size_t steps = 0; id != kNone && steps <= classes.size(); steps++) {
        for (const SignatureId own : classAt(id).methods) {
            const bool overridden = std::any_of(all.begin(), all.end(), [&](SignatureId known) {
                return signature(known).name == signature(own).name &&
                       signature(known).kind == signature(own).kind;
            });
            if (!overridden) all.push_back(own);
        }
        id = classAt(id).super;
    }
    return all;
}

std::string World::nameOf(TypeId id) const {
    const Type& of = type(id);
    switch (of.kind) {
        case Type::Kind::Any: return "any";
        case Type::Kind::Void: return "void";
        case Type::Kind::Base: return bases[static_cast<std::size_t>(of.which)].name;
        case Type::Kind::Literal:
            if (of.constant.kind == Constant::Kind::Text) return fmt::format("'{}'", of.constant.text);
            if (of.constant.kind == Constant::Kind::Null) return "null";
            if (of.constant.kind == Constant::Kind::Undefined) return "undefined";
            if (of.constant.kind == Constant::Kind::Boolean)
                return of.constant.number != 0 ? "true" : "false";
            return fmt::format("{}", of.constant.number);
        case Type::Kind::Function: return "function";
        case Type::Kind::Object: return classAt(of.which).name;
        case Type::Kind::Array: return nameOf(of.parts[0]) + "[]";
        case Type::Kind::Promise: return fmt::format("Promise<{}>", nameOf(of.parts[0]));
        case Type::Kind::Record: return "object";
        case Type::Kind::Union: {
            std::string text;
            for (const TypeId part : of.parts) text += (text.empty() ? "" : "|") + nameOf(part);
            return text;
        }
    }
    return {};
}

std::string World::nameOf(const Signature& signature) const {
    if (signature.owner == kNone) return signature.name;
    if (signature.kind == Signature::Kind::Constructor) return "new " + classAt(signature.owner).name;
    return classAt(signature.owner).name + "." + signature.name;
}

}  // namespace ounce::contracts
