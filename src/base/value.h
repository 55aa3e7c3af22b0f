// A run-time value: a number, a truth value, a text, or undefined, in 16 bytes. Scratch keeps the type that
// was stored.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>

#include "base/string.h"

namespace ounce {

enum class Type : std::uint8_t { Undefined, Number, Boolean, Text };

class Value {
  public:
    Value() : number_(0), length_(0), type_(Type::Undefined) {}
    Value(double number) : number_(number), length_(0), type_(Type::Number) {}
    Value(int number) : Value(static_cast<double>(number)) {}
    Value(bool boolean) : boolean_(boolean), length_(0), type_(Type::Boolean) {}
    Value(String text) : buffer_(text.buffer_), length_(text.length_), type_(Type::Text) {
        text.buffer_ = nullptr;
    }
    Value(const Value& other) : number_(other.number_), length_(other.length_), type_(other.type_) {
        if (type_ == Type::Text) asText().retain();
    }
    Value(Value&& other) noexcept : number_(other.number_), length_(other.length_), type_(other.type_) {
        other.type_ = Type::Undefined;
    }
    Value& operator=(const Value& other) {
        if (type_ != Type::Text && other.type_ != Type::Text) {
            take(other);
        } else {
            Value copy(other);
            swap(copy);
        }
        return *this;
    }
    Value& operator=(Value&& other) noexcept {
        if (type_ != Type::Text) {
            take(other);
            // A moved text has gone over; all else is as good there as here.
            if (type_ == Type::Text && this != &other) other.type_ = Type::Undefined;
        } else {
            swap(other);
        }
        return *this;
    }
    ~Value() {
        if (type_ == Type::Text) const_cast<String&>(asText()).release();
    }
    void swap(Value& other) noexcept {
        std::swap(number_, other.number_);
        std::swap(length_, other.length_);
        std::swap(type_, other.type_);
    }
    // Overwrites with a number; the usual store, without the detour over a temporary.
    void setNumber(double number) {
        if (type_ == Type::Text) const_cast<String&>(asText()).release();
        number_ = number;
        type_ = Type::Number;
    }

    // Joins something to a value that is a text.
    void appendText(const String& tail) { const_cast<String&>(asText()).append(tail); }

    [[nodiscard]] Type type() const { return type_; }
    [[nodiscard]] bool isNumber() const { return type_ == Type::Number; }
    [[nodiscard]] bool isText() const { return type_ == Type::Text; }
    [[nodiscard]] double asNumber() const { return number_; }
    [[nodiscard]] bool asBoolean() const { return boolean_; }
    // The first 12 bytes of a text value are laid out as a String is.
    [[nodiscard]] const String& asText() const { return *reinterpret_cast<const String*>(this); }

    // The same value of the same type; NaN is the same as NaN, 0 is not the same as -0.
    [[nodiscard]] bool same(const Value& other) const;
    bool operator==(const Value& other) const { return same(other); }
    [[nodiscard]] std::uint64_t hash() const;

  private:
    void take(const Value& other) {
        number_ = other.number_;
        length_ = other.length_;
        type_ = other.type_;
    }

    union {
        double number_;
        bool boolean_;
        TextBuffer* buffer_;
    };
    std::uint32_t length_;
    Type type_;
};

static_assert(sizeof(Value) == 16 && sizeof(String) == 16);

}  // namespace ounce
