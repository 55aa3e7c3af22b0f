#include "contracts/javascript/type_reader.h"

#include <charconv>
#include <fmt/format.h>

#include "contracts/javascript/module.h"

namespace ounce::contracts {
namespace {

constexpr int kDeepest = 60;

bool isWordPart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '.' || (c & 0x80);
}

}  // namespace

void TypeReader::fails(std::size_t offset, std::string what) {
    if (!failed_) stop_ = {offset, std::move(what)};
    failed_ = true;
}
void TypeReader::skipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) at_++;
}
bool TypeReader::accept(std::string_view symbol) {
    skipBlanks();
    if (text_.substr(at_, symbol.size()) != symbol) return false;
    at_ += symbol.size();
    return true;
}
void TypeReader::expect(std::string_view symbol) {
    if (!accept(symbol)) fails(at_, fmt::format("«{}» is missing in this type", symbol));
}
std::string TypeReader::word() {
    skipBlanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && isWordPart(text_[at_])) at_++;
    return std::string(text_.substr(begin, at_ - begin));
}

Result<TypeReader::Read> TypeReader::read(std::string_view text) {
    text_ = text;
    at_ = 0;
    depth_ = 0;
    failed_ = false;
    Read read;
    read.rest = accept("...");
    read.type = alternatives();
    read.optional = accept("=");
    skipBlanks();
    if (!failed_ && at_ < text_.size())
        fails(at_, fmt::format("«{}» is not expected in a type", text_.substr(at_)));
    if (failed_) return fail(stop_.what, fmt::format("{}", stop_.offset));
    return read;
}

TypeId TypeReader::alternatives() {
    if (++depth_ > kDeepest) fails(at_, "this type is nested too deeply");
    std::vector<TypeId> parts;
    do {
        if (failed_) break;
        parts.push_back(suffixed());
    } while (accept("|"));
    depth_--;
    if (parts.size() == 1) return parts[0];
    return world_.add({.kind = Type::Kind::Union, .parts = parts});
}

TypeId TypeReader::suffixed() {
    TypeId type = primary();
    while (!failed_ && accept("[")) {
        expect("]");
        type = world_.add({.kind = Type::Kind::Array, .parts = {type}});
    }
    return type;
}

TypeId TypeReader::primary() {
    skipBlanks();
    const std::size_t begin = at_;
    if (accept("*")) return World::kAny;
    if (accept("?")) {
        const TypeId type = suffixed();
        const TypeId null =
            world_.add({.kind = Type::Kind::Literal, .which = js::Null, .constant = Constant::null()});
        return world_.add({.kind = Type::Kind::Union, .parts = {type, null}});
    }
    if (accept("!")) return suffixed();
    if (peek() == '{') return record();
    if (peek() == '(') return arrow();
    if (peek() == '\'' || peek() == '"') {
        const char quote = peek();
        const std::size_t end = text_.find(quote, at_ + 1);
        if (end == text_.npos) {
            fails(at_, "this text has no end");
            return World::kAny;
        }
        std::string value(text_.substr(at_ + 1, end - at_ - 1));
        at_ = end + 1;
        return world_.add(
            {.kind = Type::Kind::Literal, .which = js::Text, .constant = Constant::of(std::move(value))});
    }
    if ((peek() >= '0' && peek() <= '9') || peek() == '-') {
        double value = 0;
        const auto number = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        at_ = static_cast<std::size_t>(number.ptr - text_.data());
        if (number.ec != std::errc()) fails(begin, "a number is missing here");
        const bool whole = value == static_cast<double>(static_cast<long long>(value));
        return world_.add({.kind = Type::Kind::Literal,
                           .which = whole ? js::Integer : js::Number,
                           .constant = Constant::of(value)});
    }
    const std::string name = word();
    if (name.empty()) {
        fails(begin, "a type is missing here");
        return World::kAny;
    }
    if (name == "function" && accept("(")) return functionType();
    return named(name, begin);
}

TypeId TypeReader::named(const std::string& name, std::size_t begin) {
    const auto base = [&](std::int32_t which) {
        return world_.add({.kind = Type::Kind::Base, .which = which});
    };
    const auto literal = [&](std::int32_t which, Constant constant) {
        return world_.add({.kind = Type::Kind::Literal, .which = which, .constant = std::move(constant)});
    };
    if (const auto found = names_.find(name); found != names_.end()) return found->second;
    if (name == "number" || name == "Number") return base(js::Number);
    if (name == "int" || name == "integer") return base(js::Integer);
    if (name == "natural") return base(js::Natural);
    if (name == "string" || name == "String") return base(js::Text);
    if (name == "boolean" || name == "Boolean" || name == "bool") return base(js::Boolean);
    if (name == "any" || name == "unknown") return World::kAny;
    if (name == "void") return World::kVoid;
    if (name == "undefined") return literal(js::Undefined, Constant{});
    if (name == "null") return literal(js::Null, Constant::null());
    if (name == "true" || name == "false") return literal(js::Boolean, Constant::of(name == "true"));
    if (name == "object" || name == "Object") {
        if (accept("<") || accept(".<")) {
            alternatives();
            if (accept(",")) alternatives();
            expect(">");
        }
        return world_.add({.kind = Type::Kind::Record});
    }
    if (name == "Function" || name == "function") {
        Signature signature{.name = "function", .result = World::kAny, .isCallable = false};
        return world_.add({.kind = Type::Kind::Function, .which = world_.addSignature(signature)});
    }
    if (name == "Array" || name == "Array.") {
        TypeId item = World::kAny;
        if (accept("<")) {
            item = alternatives();
            expect(">");
        }
        return world_.add({.kind = Type::Kind::Array, .parts = {item}});
    }
    if (name == "Promise") {
        TypeId kept = World::kVoid;
        if (accept("<")) {
            kept = alternatives();
            expect(">");
        }
        return world_.add({.kind = Type::Kind::Promise, .parts = {kept}});
    }
    fails(begin, fmt::format("there is no type «{}»", name));
    return World::kAny;
}

TypeId TypeReader::record() {
    expect("{");
    Type type{.kind = Type::Kind::Record};
    while (!failed_ && !accept("}")) {
        const std::size_t begin = at_;
        const std::string name = word();
        if (name.empty()) fails(begin, "the name of a field is missing");
        type.names.push_back(name);
        type.optional.push_back(accept("?") ? 1 : 0);
        type.parts.push_back(accept(":") ? alternatives() : World::kAny);
        if (!accept(",") && !accept(";")) {
            expect("}");
            break;
        }
    }
    return world_.add(std::move(type));
}

// (a: int, b?: string) => boolean; or a type in parentheses.
TypeId TypeReader::arrow() {
    const std::size_t begin = at_;
    int depth = 0;
    std::size_t end = at_;
    for (; end < text_.size(); end++) {
        if (text_[end] == '(') depth++;
        if (text_[end] == ')' && --depth == 0) break;
    }
    std::size_t next = end + 1;
    while (next < text_.size() && text_[next] == ' ') next++;
    if (text_.substr(std::min(next, text_.size()), 2) != "=>") {
        expect("(");
        const TypeId inside = alternatives();
        expect(")");
        return inside;
    }
    expect("(");
    Signature signature{.name = "callback", .isCallable = false};
    while (!failed_ && !accept(")")) {
        const bool rest = accept("...");
        Parameter parameter{.name = word(), .rest = rest};
        if (parameter.name.empty()) fails(at_, "the name of a parameter is missing");
        parameter.optional = accept("?");
        parameter.type = accept(":") ? alternatives() : World::kAny;
        signature.parameters.push_back(std::move(parameter));
        if (!accept(",")) {
            expect(")");
            break;
        }
    }
    expect("=>");
    signature.result = suffixed();
    if (at_ == begin) fails(begin, "a type is missing here");
    return world_.add({.kind = Type::Kind::Function, .which = world_.addSignature(std::move(signature))});
}

// function(int, string): boolean, behind the parenthesis.
TypeId TypeReader::functionType() {
    Signature signature{.name = "callback", .isCallable = false};
    while (!failed_ && !accept(")")) {
        Parameter parameter{.name = fmt::format("a{}", signature.parameters.size())};
        parameter.rest = accept("...");
        parameter.type = alternatives();
        parameter.optional = accept("=");
        signature.parameters.push_back(std::move(parameter));
        if (!accept(",")) {
            expect(")");
            break;
        }
    }
    signature.result = accept(":") ? suffixed() : World::kVoid;
    return world_.add({.kind = Type::Kind::Function, .which = world_.addSignature(std::move(signature))});
}

}  // namespace ounce::contracts
