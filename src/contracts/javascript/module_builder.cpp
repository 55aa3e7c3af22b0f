#include "contracts/javascript/module_builder.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <map>

#include "contracts/javascript/type_reader.h"

namespace ounce::contracts {
namespace {

// "{type} rest": the type, and where it and the rest begin in the text.
struct Braced {
    std::string_view type{};
    std::size_t typeBegin = 0;
    std::string_view rest{};
};
std::optional<Braced> braced(std::string_view text) {
    if (text.empty() || text[0] != '{') return std::nullopt;
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); i++) {
        if (text[i] == '{') depth++;
        if (text[i] == '}' && --depth == 0) {
            std::size_t rest = i + 1;
            while (rest < text.size() && (text[rest] == ' ' || text[rest] == '\n')) rest++;
            return Braced{text.substr(1, i - 1), 1, text.substr(rest)};
        }
    }
    return std::nullopt;
}

std::string firstWord(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && text[end] != ' ' && text[end] != '\n' && text[end] != '\t') end++;
    return std::string(text.substr(0, end));
}

// The paper's test is the result type void, and what names look like in its language. In JavaScript, methods
// that change something begin with a verb that says so.
bool changesSomething(const Signature& signature) {
    if (signature.result == World::kVoid) return true;
    constexpr std::array<std::string_view, 24> kVerbs{
        "set",    "add",    "remove",  "delete",  "clear", "push",   "pop",     "shift",
        "insert", "append", "put",     "unshift", "reset", "toggle", "enqueue", "dequeue",
        "update", "splice", "replace", "move",    "undo",  "redo",   "emit",    "dispatch"};
    const std::string& name = signature.name;
    std::size_t end = 0;
    while (end < name.size() && name[end] >= 'a' && name[end] <= 'z') end++;
    return std::find(kVerbs.begin(), kVerbs.end(), std::string_view(name).substr(0, end)) != kVerbs.end();
}

// old(e) becomes $old[0], $old[1] …
std::string withoutOld(std::string_view text, std::vector<std::string>& olds) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); i++) {
        const auto isPartOfWord = [&](char before) {
            if (before == '.') return i < 3 || text.substr(i - 3, 3) != "...";  // a.old(…), but not ...old(…)
            return std::isalnum(static_cast<unsigned char>(before)) || before == '_' || before == '$';
        };
        const bool begins = text.substr(i, 4) == "old(" && (i == 0 || !isPartOfWord(text[i - 1]));
        if (!begins) {
            out += text[i];
            continue;
        }
        int depth = 0;
        std::size_t end = i + 3;
        for (; end < text.size(); end++) {
            if (text[end] == '(') depth++;
            if (text[end] == ')' && --depth == 0) break;
        }
        out += fmt::format("$old[{}]", olds.size());
        olds.emplace_back(text.substr(i + 4, end - i - 4));
        i = end;
    }
    return out;
}

class Builder {
  public:
    Builder(JsModule& module, const JsDeclarations& declarations, std::string_view source, std::string file)
        : module_(module),
          world_(module.world),
          declarations_(declarations),
          source_(source),
          file_(std::move(file)) {}

    Result<void> run() {
        world_.bases = {{"number", kNone},  {"int", js::Number}, {"natural", js::Integer}, {"string", kNone},
                        {"boolean", kNone}, {"null", kNone},     {"undefined", kNone}};
        for (const Declaration& declaration : declarations_.all) {
            if (declaration.kind == Declaration::Kind::Class) addClass(declaration);
        }
        for (std::size_t i = 0; i < declarations_.all.size(); i++) {
            const Declaration& declaration = declarations_.all[i];
            if (declaration.kind != Declaration::Kind::Class || declaration.super.empty()) continue;
            const auto super = classes_.find(declaration.super);
            if (super != classes_.end()) classAt(classes_[declaration.name]).super = super->second;
        }
        // Callbacks may speak of each other: their names come first.
        for (const Declaration& declaration : declarations_.all) {
            const DocTag* tag = declaration.find("callback");
            if (declaration.kind != Declaration::Kind::TypeName || !tag) continue;
            const std::string name = firstWord(tag->text);
            const SignatureId id = addSignature({.name = name, .isCallable = false});
            names_[name] = world_.add({.kind = Type::Kind::Function, .which = id});
            callbacks_.emplace_back(&declaration, id);
        }
        for (const Declaration& declaration : declarations_.all) {
            const DocTag* tag = declaration.find("typedef");
            if (declaration.kind != Declaration::Kind::TypeName || !tag) continue;
            OUNCE_CHECK(typedefOf(declaration, *tag));
        }
        for (const auto& [declaration, id] : callbacks_) OUNCE_CHECK(fill(*declaration, id));
        for (const Declaration& declaration : declarations_.all) OUNCE_CHECK(member(declaration));
        for (std::size_t i = 0; i < world_.classes.size(); i++) settle(static_cast<ClassId>(i));
        module_.contracts.resize(world_.signatures.size());
        module_.invariants.resize(world_.classes.size());
        return {};
    }

  private:
    Class& classAt(ClassId id) { return world_.classes[static_cast<std::size_t>(id)]; }
    SignatureId addSignature(Signature signature) {
        const SignatureId id = world_.addSignature(std::move(signature));
        module_.contracts.resize(world_.signatures.size());
        return id;
    }

    void addClass(const Declaration& declaration) {
        if (classes_.contains(declaration.name)) return;
        const ClassId id = world_.addClass({.name = declaration.name});
        classes_[declaration.name] = id;
        names_[declaration.name] = classAt(id).type;
        classAt(id).isInterface = declaration.find("interface") != nullptr;
        classAt(id).isFinal = declaration.find("final") != nullptr;
        module_.classNames.push_back(declaration.name);
        module_.invariants.resize(world_.classes.size());
        for (const DocTag& tag : declaration.tags) {
            if (tag.name == "invariant")
                module_.invariants[static_cast<std::size_t>(id)].push_back(condition(tag, {}));
        }
    }

    int condition(const DocTag& tag, std::vector<std::string> parameters) {
        Condition made{.text = tag.text,
                       .parameters = std::move(parameters),
                       .place = placeIn(source_, tag.place, file_)};
        made.code = withoutOld(tag.text, made.olds);
        module_.conditions.push_back(std::move(made));
        return static_cast<int>(module_.conditions.size() - 1);
    }

    // The type in the braces of a tag.
    Result<TypeReader::Read> typeOf(const DocTag& tag, const Braced& where) {
        TypeReader reader(world_, names_);
        auto read = reader.read(where.type);
        module_.contracts.resize(world_.signatures.size());
        if (read) return *read;
        std::size_t offset = 0;
        const std::string& digits = read.error().where;
        std::from_chars(digits.data(), digits.data() + digits.size(), offset);
        return fail(read.error().what, placeIn(source_, tag.place + where.typeBegin + offset, file_));
    }
    Result<Braced> bracesOf(const DocTag& tag) {
        const std::optional<Braced> found = braced(tag.text);
        if (found) return *found;
        return fail(fmt::format("@{} needs a type in braces", tag.name), placeIn(source_, tag.place, file_),
                    fmt::format("for example @{} {{int}}", tag.name));
    }

    Result<void> typedefOf(const Declaration& declaration, const DocTag& tag) {
        OUNCE_TRY(const Braced where, bracesOf(tag));
        const std::string name = firstWord(where.rest);
        if (where.type == "object" || where.type == "Object") {
            Type record{.kind = Type::Kind::Record};
            for (const DocTag& property : declaration.tags) {
                if (property.name != "property" && property.name != "prop") continue;
                OUNCE_TRY(const Braced braces, bracesOf(property));
                OUNCE_TRY(const TypeReader::Read read, typeOf(property, braces));
                std::string field = firstWord(braces.rest);
                const bool optional = read.optional || (!field.empty() && field[0] == '[');
                if (!field.empty() && field[0] == '[') field = field.substr(1, field.find_first_of("]=") - 1);
                record.names.push_back(field);
                record.parts.push_back(read.type);
                record.optional.push_back(optional ? 1 : 0);
            }
            names_[name] = world_.add(std::move(record));
            return {};
        }
        OUNCE_TRY(const TypeReader::Read read, typeOf(tag, where));
        names_[name] = read.type;
        return {};
    }

    Result<void> member(const Declaration& declaration) {
        using Kind = Declaration::Kind;
        if (declaration.kind == Kind::Class || declaration.kind == Kind::TypeName) return {};
        const bool isConstructor = declaration.kind == Kind::Constructor;
        if (!declaration.hasDoc && !isConstructor) return {};
        Signature signature{.name = declaration.name, .isStatic = declaration.isStatic};
        if (declaration.kind == Kind::Getter) signature.kind = Signature::Kind::Getter;
        if (declaration.kind == Kind::Setter) signature.kind = Signature::Kind::Setter;
        if (declaration.kind == Kind::Method) signature.kind = Signature::Kind::Method;
        if (isConstructor) signature.kind = Signature::Kind::Constructor;
        if (!declaration.owner.empty()) {
            const auto owner = classes_.find(declaration.owner);
            if (owner == classes_.end()) return {};
            signature.owner = owner->second;
        }
        if (declaration.name.empty() || declaration.name[0] == '#') return {};
        const SignatureId id = addSignature(std::move(signature));
        OUNCE_CHECK(fill(declaration, id));
        Signature& made = world_.signatures[static_cast<std::size_t>(id)];
        if (declaration.find("private") || (!declaration.hasDoc && !isConstructor)) {
            made.isPublic = false;
            made.isFinal = true;
        }
        if (declaration.find("protected")) made.isPublic = false;
        if (isConstructor) {
            made.result = classAt(made.owner).type;
            made.isFinal = true;
            classAt(made.owner).constructor = id;
            // Nobody knows what to give to parameters that nobody described.
            const bool described = declaration.hasDoc || declaration.parameters.empty();
            if (!described || !made.isPublic || declaration.find("protected"))
                classAt(made.owner).canBeMade = false;
        } else if (made.owner != kNone) {
            if (made.isStatic) {
                made.isFinal = true;
            } else {
                classAt(made.owner).methods.push_back(id);
            }
            // Only generated objects have them; to call those is to test oneself.
            if (classAt(made.owner).isInterface) made.isPublic = false;
        } else {
            module_.functions.emplace_back(declaration.name, id);
        }
        return {};
    }

    // What the comment says of parameters, result and conditions.
    Result<void> fill(const Declaration& declaration, SignatureId id) {
        Signature signature = world_.signature(id);
        std::vector<std::string> head;
        for (const std::string& written : declaration.parameters) {
            Parameter parameter{.name = written};
            if (written.rfind("...", 0) == 0) {
                parameter.name = written.substr(3);
                parameter.rest = true;
            } else if (written[0] == '[') {
                parameter.name = written.substr(1, written.size() - 2);
                parameter.optional = true;
            }
            signature.parameters.push_back(std::move(parameter));
        }
        signature.result = World::kVoid;
        std::size_t next = 0;  // the parameter that is described next, where names differ
        for (const DocTag& tag : declaration.tags) {
            if (tag.name == "param" || tag.name == "arg" || tag.name == "argument") {
                OUNCE_TRY(const Braced where, bracesOf(tag));
                OUNCE_TRY(const TypeReader::Read read, typeOf(tag, where));
                std::string name = firstWord(where.rest);
                bool optional = read.optional;
                if (!name.empty() && name[0] == '[') {
                    optional = true;
                    name = name.substr(1, name.find_first_of("]=") - 1);
                }
                if (name.find('.') != name.npos) continue;  // a field of a parameter
                auto found = std::find_if(signature.parameters.begin(), signature.parameters.end(),
                                          [&](const Parameter& parameter) { return parameter.name == name; });
                if (found == signature.parameters.end()) {
                    if (declaration.kind == Declaration::Kind::TypeName ||
                        next >= signature.parameters.size()) {
                        signature.parameters.push_back({.name = name});
                        found = signature.parameters.end() - 1;
                    } else {
                        found = signature.parameters.begin() + static_cast<std::ptrdiff_t>(next);
                    }
                }
                next = static_cast<std::size_t>(found - signature.parameters.begin()) + 1;
                found->type = read.type;
                found->optional = found->optional || optional;
                found->rest = found->rest || read.rest;
                if (read.rest) found->optional = false;
            } else if (tag.name == "returns" || tag.name == "return" || tag.name == "type") {
                OUNCE_TRY(const Braced where, bracesOf(tag));
                OUNCE_TRY(const TypeReader::Read read, typeOf(tag, where));
                signature.result = read.type;
            }
        }
        for (const Parameter& parameter : signature.parameters)
            head.push_back(parameter.rest ? "..." + parameter.name : parameter.name);
        JsContract contract;
        for (const DocTag& tag : declaration.tags) {
            if (tag.name == "requires") contract.requires_.push_back(condition(tag, head));
            if (tag.name == "ensures") contract.ensures.push_back(condition(tag, head));
            if (tag.name == "throws" || tag.name == "exception") {
                const std::optional<Braced> where = braced(tag.text);
                contract.throws.push_back(where ? std::string(where->type) : "*");
            }
        }
        signature.constrains = !contract.requires_.empty();
        signature.isFinal = declaration.find("final") != nullptr;
        signature.imperative = signature.kind == Signature::Kind::Setter ||
                               ((changesSomething(signature) || declaration.find("imperative")) &&
                                signature.kind != Signature::Kind::Getter && !declaration.find("pure") &&
                                signature.kind != Signature::Kind::Constructor && signature.isCallable);
        world_.signatures[static_cast<std::size_t>(id)] = std::move(signature);
        module_.contracts.resize(world_.signatures.size());
        module_.contracts[static_cast<std::size_t>(id)] = std::move(contract);
        return {};
    }

    // A class without a constructor has its superclass's. An interface has no objects but generated ones.
    void settle(ClassId id) {
        Class& settled = classAt(id);
        if (settled.isInterface) {
            settled.constructor = kNone;
            return;
        }
        if (settled.constructor != kNone) return;
        for (ClassId super = settled.super; super != kNone; super = classAt(super).super) {
            if (classAt(super).constructor == kNone) continue;
            Signature inherited = world_.signature(classAt(super).constructor);
            const JsContract contract =
                module_.contracts[static_cast<std::size_t>(classAt(super).constructor)];
            inherited.owner = id;
            inherited.result = settled.type;
            settled.constructor = addSignature(std::move(inherited));
            module_.contracts[static_cast<std::size_t>(settled.constructor)] = contract;
            settled.canBeMade = settled.canBeMade && classAt(super).canBeMade;
            return;
        }
        settled.constructor = addSignature({.kind = Signature::Kind::Constructor,
                                            .name = "constructor",
                                            .owner = id,
                                            .result = settled.type,
                                            .isFinal = true});
    }

    JsModule& module_;
    World& world_;
    const JsDeclarations& declarations_;
    std::string_view source_;
    std::string file_;
    std::map<std::string, ClassId> classes_;
    std::map<std::string, TypeId> names_;
    std::vector<std::pair<const Declaration*, SignatureId>> callbacks_;
};

}  // namespace

Result<void> buildModule(JsModule& module, const JsDeclarations& declarations, std::string_view source,
                         const std::string& file) {
    return Builder(module, declarations, source, file).run();
}

}  // namespace ounce::contracts
