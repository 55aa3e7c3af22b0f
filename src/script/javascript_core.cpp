#include "script/javascript_core.h"

#include "script/context.h"

namespace ounce {

const LateLibrary& javaScriptCore() {
    static const LateLibrary library("libjavascriptcoregtk-4.1.so.0");
    return library;
}

void loadJavaScript() { (void)javaScriptCore(); }

}  // namespace ounce
