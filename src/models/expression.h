// Expressions of models: the part of JavaScript that they are made of, with «$(Sprite.attribute)» for what
// the stage shows. Read once, evaluated natively; what is beyond this part is left to a JavaScript engine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/value.h"

namespace ounce::models {

// What stands inside «$(…)».
struct Reference {
    std::string sprite{};
    std::string name{};  // attribute or variable
    bool old = false;    // what it was before
    bool operator==(const Reference&) const = default;
};

class Expression {
  public:
    // A text without a reference is what it says, unless it is made of quoted texts. A bare text is no error.
    // `always`: a text without a reference is tried as an expression, too.
    static Result<Expression> parse(std::string_view text, bool always = false);

    [[nodiscard]] const std::vector<Reference>& references() const { return references_; }
    [[nodiscard]] bool isConstant() const { return references_.empty(); }
    // `read(i)` gives the value of the i-th reference.
    template <class Read>
    Value evaluate(const Read& read) const {
        Reader<Read> reader(read);
        return valueOf(root_, reader);
    }
    // JavaScript's idea of texts that are equal is strict; models ignore case unless asked not to.
    void ignoreCase(bool ignore) { ignoreCase_ = ignore; }

    // How deeply an expression may be nested.
    static constexpr int kDeepest = 100;

  private:
    friend class ExpressionParser;
    enum class Op : std::uint8_t {
        Constant,
        Reference,
        Or,
        And,
        Not,
        Negate,
        Plus,
        Equal,
        NotEqual,
        StrictEqual,
        StrictNotEqual,
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        Add,
        Subtract,
        Multiply,
        Divide,
        Remainder,
        Choose,
        Call,
    };
    enum class Function : std::uint8_t {
        Abs,
        Min,
        Max,
        Round,
        Floor,
        Ceil,
        Sqrt,
        Pow,
        Sign,
        Trunc,
        Hypot,
        ToNumber,
        ToText,
        ParseFloat,
        ParseInt,
        Length,
        Includes,
        IndexOf,
        StartsWith,
        EndsWith,
        Lower,
        Upper,
        Trim,
    };
    struct Node {
        Op op = Op::Constant;
        Function function = Function::Abs;
        std::int32_t reference = 0;
        std::int32_t a = -1, b = -1, c = -1;
        std::vector<std::int32_t> arguments{};
        Value constant{};
    };
    struct AnyReader {
        virtual Value read(std::size_t reference) = 0;

      protected:
        ~AnyReader() = default;
    };
    template <class Read>
    struct Reader final : AnyReader {
        explicit Reader(const Read& r) : read_(r) {}
        Value read(std::size_t reference) override { return read_(reference); }
        const Read& read_;
    };
    Value valueOf(std::int32_t node, AnyReader& reader) const;
    Value called(const Node& node, AnyReader& reader) const;

    std::vector<Node> nodes_{};
    std::vector<Reference> references_{};
    std::int32_t root_ = 0;
    bool ignoreCase_ = true;
};

// JavaScript's ToBoolean, ==, and the text of a value.
bool isTruthy(const Value& value);
bool looselyEqual(const Value& a, const Value& b, bool ignoreCase);

}  // namespace ounce::models
