// Any bytes as an archive: refused with a sentence, or the same program and assets after writing and reading.
#include <cstdint>
#include <cstdlib>

#include "project/assets/assets.h"
#include "project/load.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    ounce::inspectPicture(bytes);
    ounce::inspectSound(bytes);
    auto project = ounce::readSb3Archive(bytes, "fuzz.sb3");
    if (!project) {
        if (!project.error().message().starts_with("fuzz.sb3: ")) std::abort();
        return 0;
    }
    ounce::checkAssets(*project);
    if (project->format != ounce::Format::Sb3) return 0;
    const auto written = ounce::writeSb3Archive(*project);
    if (!written) return 0;  // names that no archive can hold
    const auto again = ounce::readSb3Archive(*written, "again.sb3");
    if (!again || !(*again == *project)) std::abort();
    return 0;
}
