// A JavaScript value that is kept alive by its handle. Handles must not outlive their context.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/value.h"

struct OpaqueJSContext;
struct OpaqueJSValue;

namespace ounce {

// The engine's own pointers; nobody outside this folder looks behind them.
using JsContextRef = const OpaqueJSContext*;
using JsValueRef = const OpaqueJSValue*;

class JsValue {
  public:
    JsValue() = default;
    JsValue(JsContextRef context, JsValueRef value);
    JsValue(const JsValue& other) : JsValue(other.context_, other.value_) {}
    JsValue(JsValue&& other) noexcept
        : context_(std::exchange(other.context_, nullptr)), value_(std::exchange(other.value_, nullptr)) {}
    JsValue& operator=(JsValue other) noexcept {
        std::swap(context_, other.context_);
        std::swap(value_, other.value_);
        return *this;
    }
    ~JsValue();

    [[nodiscard]] bool isUndefined() const;  // also of an empty handle
    [[nodiscard]] bool isNull() const;
    [[nodiscard]] bool isObject() const;
    [[nodiscard]] bool isArray() const;
    [[nodiscard]] bool isFunction() const;
    [[nodiscard]] bool isText() const;

    // Conversions as JavaScript does them; where JavaScript would throw, NaN or the empty text.
    [[nodiscard]] double toNumber() const;
    [[nodiscard]] bool toBoolean() const;
    [[nodiscard]] std::string toText() const;

    // A property; undefined where there is none or where reading it throws.
    [[nodiscard]] JsValue get(std::string_view name) const;
    [[nodiscard]] JsValue at(unsigned index) const;

    [[nodiscard]] JsValueRef ref() const { return value_; }

  private:
    JsContextRef context_ = nullptr;
    JsValueRef value_ = nullptr;
};

}  // namespace ounce
