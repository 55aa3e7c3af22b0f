// The types that programs are generated from. They know no language: what a base type's values are, how a
// contract is written and who checks it is the business of the language under test.
//
// A signature is what can be called: a function, a method or a constructor. Its pre- and post-condition are
// checked where the program runs; here it only matters that it has some.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace ounce::contracts {

using TypeId = std::int32_t;
using SignatureId = std::int32_t;
using ClassId = std::int32_t;
constexpr std::int32_t kNone = -1;

// A value that can be written down.
struct Constant {
    enum class Kind : std::uint8_t { Undefined, Null, Boolean, Number, Text };
    Kind kind = Kind::Undefined;
    double number = 0;  // also of a truth value
    std::string text{};
    bool operator==(const Constant&) const = default;

    static Constant of(double number) { return {Kind::Number, number, {}}; }
    static Constant of(bool truth) { return {Kind::Boolean, truth ? 1.0 : 0.0, {}}; }
    static Constant of(std::string text) { return {Kind::Text, 0, std::move(text)}; }
    static Constant null() { return {Kind::Null, 0, {}}; }
};

struct Type {
    enum class Kind : std::uint8_t {
        Any,
        Void,
        Base,      // which: the base
        Literal,   // constant; which: its base
        Function,  // which: the signature
        Object,    // which: the class
        Array,     // parts[0]
        Record,    // parts with names
        Union,     // parts
        Promise,   // parts[0]
    };
    Kind kind = Kind::Any;
    std::int32_t which = kNone;
    std::vector<TypeId> parts{};
    std::vector<std::string> names{};      // of a record's fields
    std::vector<std::uint8_t> optional{};  // of a record's fields
    Constant constant{};
    bool operator==(const Type&) const = default;
};

struct Parameter {
    std::string name{};
    TypeId type = 0;
    bool optional = false;
    bool rest = false;  // takes any number of arguments
};

struct Signature {
    enum class Kind : std::uint8_t { Function, Method, Constructor, Getter, Setter };
    Kind kind = Kind::Function;
    std::string name{};
    ClassId owner = kNone;
    std::vector<Parameter> parameters{};
    TypeId result = 0;
    bool imperative = false;  // changes something, says its name, its type or its contract
    bool isFinal = false;     // must not be overridden
    bool isStatic = false;
    bool isPublic = true;     // may be called by generated programs
    bool isCallable = true;   // false: the type of callbacks only, there is nothing to call by this name
    bool constrains = false;  // it has a condition that the caller must meet
};

struct Class {
    std::string name{};
    ClassId super = kNone;
    TypeId type = kNone;                 // of its objects; addClass fills it in
    std::vector<SignatureId> methods{};  // its own
    SignatureId constructor = kNone;
    bool isInterface = false;  // nobody has an instance but who makes an object with its methods
    bool isFinal = false;      // not to be extended
    bool canBeMade = true;     // generated programs may call its constructor
};

struct Base {
    std::string name{};
    std::int32_t super = kNone;
};

class World {
  public:
    std::vector<Base> bases{};
    std::vector<Class> classes{};
    std::deque<Signature> signatures{};  // a deque: they stay where they are while others are added
    bool exact = false;                  // only equal types are subtypes, as in the paper's model

    World();
    TypeId add(Type type);  // equal types have equal numbers
    ClassId addClass(Class added);
    SignatureId addSignature(Signature added);
    [[nodiscard]] const Type& type(TypeId id) const { return types_[static_cast<std::size_t>(id)]; }
    [[nodiscard]] TypeId typeCount() const { return static_cast<TypeId>(types_.size()); }
    [[nodiscard]] const Signature& signature(SignatureId id) const {
        return signatures[static_cast<std::size_t>(id)];
    }
    [[nodiscard]] const Class& classAt(ClassId id) const { return classes[static_cast<std::size_t>(id)]; }

    // The two types that every world has.
    static constexpr TypeId kAny = 0, kVoid = 1;

    // Whether a value of type `a` can stand where one of type `b` is wanted: bases by their table, functions
    // contravariant in what they take, classes by inheritance, compounds by their parts.
    [[nodiscard]] bool isSubtype(TypeId a, TypeId b) const { return isSubtype(a, b, 0); }
    [[nodiscard]] bool inherits(ClassId a, ClassId b) const;
    // The methods of a class and those it inherits, overridden ones once.
    [[nodiscard]] std::vector<SignatureId> methodsOf(ClassId id) const;
    [[nodiscard]] std::string nameOf(TypeId id) const;
    // "Stack.push"
    [[nodiscard]] std::string nameOf(const Signature& signature) const;

  private:
    [[nodiscard]] bool isSubtype(TypeId a, TypeId b, int depth) const;
    [[nodiscard]] bool isSubtype(const Signature& a, const Signature& b, int depth) const;
    std::deque<Type> types_;
};

}  // namespace ounce::contracts
