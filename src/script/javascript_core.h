// The engine's library, JavaScriptCore: loaded when a suite in JavaScript is about to run. For the .cpp files
// of this folder.
#pragma once

#include <JavaScriptCore/JavaScript.h>

#include "base/late_library.h"

// Exported by the library, declared in a private header of it.
extern "C" {
using JSShouldTerminateCallback = bool (*)(JSContextRef context, void* data);
void JSContextGroupSetExecutionTimeLimit(JSContextGroupRef group, double limit,
                                         JSShouldTerminateCallback callback, void* data);
}

namespace ounce {

const LateLibrary& javaScriptCore();

OUNCE_LATE_FUNCTION(javaScriptCore, JSClassCreate);
OUNCE_LATE_FUNCTION(javaScriptCore, JSContextGetGlobalObject);
OUNCE_LATE_FUNCTION(javaScriptCore, JSContextGroupCreate);
OUNCE_LATE_FUNCTION(javaScriptCore, JSContextGroupRelease);
OUNCE_LATE_FUNCTION(javaScriptCore, JSContextGroupSetExecutionTimeLimit);
OUNCE_LATE_FUNCTION(javaScriptCore, JSEvaluateScript);
OUNCE_LATE_FUNCTION(javaScriptCore, JSGlobalContextCreateInGroup);
OUNCE_LATE_FUNCTION(javaScriptCore, JSGlobalContextRelease);
OUNCE_LATE_FUNCTION(javaScriptCore, JSObjectCallAsFunction);
OUNCE_LATE_FUNCTION(javaScriptCore, JSObjectGetPrivate);
OUNCE_LATE_FUNCTION(javaScriptCore, JSObjectGetProperty);
OUNCE_LATE_FUNCTION(javaScriptCore, JSObjectGetPropertyAtIndex);
OUNCE_LATE_FUNCTION(javaScriptCore, JSObjectIsFunction);
OUNCE_LATE_FUNCTION(javaScriptCore, JSObjectMake);
OUNCE_LATE_FUNCTION(javaScriptCore, JSObjectMakeArray);
OUNCE_LATE_FUNCTION(javaScriptCore, JSObjectMakeDeferredPromise);
OUNCE_LATE_FUNCTION(javaScriptCore, JSObjectMakeError);
OUNCE_LATE_FUNCTION(javaScriptCore, JSObjectSetProperty);
OUNCE_LATE_FUNCTION(javaScriptCore, JSObjectSetPropertyAtIndex);
OUNCE_LATE_FUNCTION(javaScriptCore, JSStringCreateWithCharacters);
OUNCE_LATE_FUNCTION(javaScriptCore, JSStringGetCharactersPtr);
OUNCE_LATE_FUNCTION(javaScriptCore, JSStringGetLength);
OUNCE_LATE_FUNCTION(javaScriptCore, JSStringRelease);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueGetType);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueIsArray);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueIsNull);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueIsObject);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueIsString);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueIsUndefined);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueMakeBoolean);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueMakeNull);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueMakeNumber);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueMakeString);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueMakeUndefined);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueProtect);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueToBoolean);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueToNumber);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueToStringCopy);
OUNCE_LATE_FUNCTION(javaScriptCore, JSValueUnprotect);

}  // namespace ounce
