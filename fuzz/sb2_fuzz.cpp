// Any bytes as the project.json of a Scratch 2 project: refused or converted to something that can be
// written.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "project/inspect.h"
#include "project/load.h"
#include "project/sb2/sb2_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view json(reinterpret_cast<const char*>(data), size);
    const auto asset = [](const std::string& name) -> ounce::Bytes {
        return name.size() % 2 ? std::make_shared<const std::string>(name) : nullptr;
    };
    auto project = ounce::readSb2Json(json, "fuzz.sb2", asset);
    if (!project) return 0;
    ounce::inspect(*project);
    auto archive = ounce::writeSb3Archive(*project);
    // What was converted must be readable as Scratch 3.
    if (archive && !ounce::readSb3Archive(*archive, "fuzz.sb3")) std::abort();
    return 0;
}
