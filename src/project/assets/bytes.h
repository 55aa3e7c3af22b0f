// Numbers inside a file's bytes. The caller has made sure that they are there.
#pragma once

#include <cstdint>
#include <string_view>

namespace ounce {

inline std::uint32_t byteAt(std::string_view bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]);
}

inline std::uint32_t littleEndian16(std::string_view bytes, std::size_t at) {
    return byteAt(bytes, at) | byteAt(bytes, at + 1) << 8;
}
inline std::uint32_t littleEndian32(std::string_view bytes, std::size_t at) {
    return littleEndian16(bytes, at) | littleEndian16(bytes, at + 2) << 16;
}
inline std::uint32_t bigEndian16(std::string_view bytes, std::size_t at) {
    return byteAt(bytes, at) << 8 | byteAt(bytes, at + 1);
}
inline std::uint32_t bigEndian32(std::string_view bytes, std::size_t at) {
    return bigEndian16(bytes, at) << 16 | bigEndian16(bytes, at + 2);
}

}  // namespace ounce
