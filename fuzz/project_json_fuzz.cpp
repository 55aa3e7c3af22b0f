// Any bytes as project.json: refused with a sentence, or the same program after writing and reading.
#include <cstdint>
#include <cstdlib>

#include "project/load.h"
#include "project/settle.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view json(reinterpret_cast<const char*>(data), size);
    auto project = ounce::readProjectJson(json, "fuzz.json");
    if (!project) {
        if (!project.error().message().starts_with("fuzz.json: ")) std::abort();
        return 0;
    }
    if (project->format != ounce::Format::Json) return 0;
    const auto again = ounce::readProjectJson(ounce::writeProjectJson(*project), "again.json");
    if (!again || !(*again == *project)) std::abort();
    ounce::settle(*project);
    return 0;
}
