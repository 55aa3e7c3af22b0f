// Any text: reading must end with a suite or a sentence, and what was read must stay the same when it is
// written and read again. Its JavaScript form must be writable.
#include <cstdint>
#include <string_view>

#include "stop.h"
#include "testing/suite_js.h"
#include "testing/suite_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ounce;
    const auto suite = readSuiteJson({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (!suite) return 0;
    const std::string text = writeSuiteJson(*suite);
    const auto again = readSuiteJson(text, "written");
    if (!again) stop("the written suite cannot be read", again.error().message() + "\n" + text);
    const std::string second = writeSuiteJson(*again);
    if (second != text) stop("the second text differs", text + "\n----\n" + second);
    if (writeSuiteJs(*suite).text.empty()) stop("no JavaScript", text);
    return 0;
}
