// Any text: reading must end with a program or a sentence, and what was read must stay the same when it is
// written and read again.
#include <cstdint>
#include <string_view>

#include "project/load.h"
#include "stop.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ounce;
    const auto project = readText({reinterpret_cast<const char*>(data), size}, "fuzz", "/nonexistent");
    if (!project) return 0;
    const auto text = writeText(*project);
    if (!text) return 0;  // nested too deep, which it says
    const auto again = readText(*text, "written", "/nonexistent");
    if (!again) stop("the written text cannot be read", again.error().message() + "\n" + *text);
    const auto second = writeText(*again);
    if (!second || *second != *text)
        stop("the second text differs", *text + "\n----\n" + (second ? *second : second.error().message()));
    return 0;
}
