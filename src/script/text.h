// Texts on their way into JavaScript and out of it. For the .cpp files of this folder.
#pragma once

#include <string>
#include <string_view>

#include "base/string.h"
#include "base/value.h"
#include "script/value.h"

struct OpaqueJSString;

namespace ounce {

// A text that belongs to the engine, released when this goes.
class JsText {
  public:
    explicit JsText(std::string_view utf8);
    explicit JsText(const String& text);
    explicit JsText(OpaqueJSString* owned) : string_(owned) {}
    JsText(const JsText&) = delete;
    JsText& operator=(const JsText&) = delete;
    ~JsText();
    [[nodiscard]] OpaqueJSString* ref() const { return string_; }
    [[nodiscard]] std::u16string_view units() const;

  private:
    OpaqueJSString* string_;
};

JsValueRef toJavaScript(JsContextRef context, const Value& value);
// Numbers, truth values and texts as they are, all else as the text that JavaScript makes of it.
Value fromJavaScript(JsContextRef context, JsValueRef value);
String textFromJavaScript(JsContextRef context, JsValueRef value);

}  // namespace ounce
