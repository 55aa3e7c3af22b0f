#include "script/value.h"

#include <cmath>

#include "script/javascript_core.h"
#include "script/text.h"

namespace ounce {

JsValue::JsValue(JsContextRef context, JsValueRef value) : context_(context), value_(value) {
    if (value_) JSValueProtect(context_, value_);
}

JsValue::~JsValue() {
    if (value_) JSValueUnprotect(context_, value_);
}

bool JsValue::isUndefined() const { return !value_ || JSValueIsUndefined(context_, value_); }
bool JsValue::isNull() const { return value_ && JSValueIsNull(context_, value_); }
bool JsValue::isObject() const { return value_ && JSValueIsObject(context_, value_); }
bool JsValue::isArray() const { return value_ && JSValueIsArray(context_, value_); }
bool JsValue::isText() const { return value_ && JSValueIsString(context_, value_); }

bool JsValue::isFunction() const {
    return isObject() && JSObjectIsFunction(context_, const_cast<JSObjectRef>(value_));
}

double JsValue::toNumber() const {
    JSValueRef exception = nullptr;
    const double number = value_ ? JSValueToNumber(context_, value_, &exception) : std::nan("");
    return exception ? std::nan("") : number;
}

bool JsValue::toBoolean() const { return value_ && JSValueToBoolean(context_, value_); }

std::string JsValue::toText() const {
    return value_ ? textFromJavaScript(context_, value_).utf8() : std::string();
}

JsValue JsValue::get(std::string_view name) const {
    if (!isObject()) return {};
    JSValueRef exception = nullptr;
    JSValueRef found =
        JSObjectGetProperty(context_, const_cast<JSObjectRef>(value_), JsText(name).ref(), &exception);
    return exception ? JsValue() : JsValue(context_, found);
}

JsValue JsValue::at(unsigned index) const {
    if (!isObject()) return {};
    JSValueRef exception = nullptr;
    JSValueRef found =
        JSObjectGetPropertyAtIndex(context_, const_cast<JSObjectRef>(value_), index, &exception);
    return exception ? JsValue() : JsValue(context_, found);
}

}  // namespace ounce
