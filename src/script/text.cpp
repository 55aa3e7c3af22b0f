#include "script/text.h"

#include "base/text.h"
#include "script/javascript_core.h"

namespace ounce {

JsText::JsText(std::string_view utf8) {
    const std::u16string units = toUtf16(utf8);
    string_ = JSStringCreateWithCharacters(reinterpret_cast<const JSChar*>(units.data()), units.size());
}

JsText::JsText(const String& text) {
    std::u16string units(text.length(), u'\0');
    for (std::uint32_t i = 0; i < text.length(); i++) units[i] = text[i];
    string_ = JSStringCreateWithCharacters(reinterpret_cast<const JSChar*>(units.data()), units.size());
}

JsText::~JsText() {
    if (string_) JSStringRelease(string_);
}

std::u16string_view JsText::units() const {
    if (!string_) return {};
    return {reinterpret_cast<const char16_t*>(JSStringGetCharactersPtr(string_)), JSStringGetLength(string_)};
}

JSValueRef toJavaScript(JSContextRef context, const Value& value) {
    switch (value.type()) {
        case Type::Number: return JSValueMakeNumber(context, value.asNumber());
        case Type::Boolean: return JSValueMakeBoolean(context, value.asBoolean());
        case Type::Text: return JSValueMakeString(context, JsText(value.asText()).ref());
        case Type::Undefined: break;
    }
    return JSValueMakeUndefined(context);
}

String textFromJavaScript(JSContextRef context, JSValueRef value) {
    JSValueRef exception = nullptr;
    const JsText text(JSValueToStringCopy(context, value, &exception));
    return exception ? String() : String(text.units());
}

Value fromJavaScript(JSContextRef context, JSValueRef value) {
    switch (JSValueGetType(context, value)) {
        case kJSTypeNumber: return JSValueToNumber(context, value, nullptr);
        case kJSTypeBoolean: return JSValueToBoolean(context, value);
        case kJSTypeUndefined: return {};
        default: return textFromJavaScript(context, value);
    }
}

}  // namespace ounce
