// Progress on its way from a worker.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/job.h"

namespace ounce {

template <class Codec, Of<Progress> T>
void fields(Codec& codec, T& progress) {
    codec(progress.phase, progress.part, progress.done, progress.of, progress.sentence);
}

inline std::string writeProgress(const Progress& progress) {
    ByteWriter bytes;
    bytes(progress);
    return bytes.take();
}

inline std::optional<Progress> readProgress(std::string_view bytes) {
    ByteReader reader(bytes, std::uint64_t{1} << 20);
    Progress progress;
    reader(progress);
    if (reader.failed()) return std::nullopt;
    return progress;
}

}  // namespace ounce
