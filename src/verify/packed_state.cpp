#include "verify/packed_state.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <zlib.h>

namespace ounce::verify {
namespace {

constexpr int kLevel = 1, kWindowBits = -15, kMemoryLevel = 8;  // negative: without a header
constexpr std::size_t kWindow = 32768;
constexpr std::size_t kRoom = 64;  // what deflate may add

Bytef* bytesOf(std::string_view text) {
    return reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // NOLINT: zlib does not write there
}

}  // namespace

// Made once: making them takes longer than using them.
struct StatePacker::Streams {
    Streams() {
        if (deflateInit2(&in, kLevel, Z_DEFLATED, kWindowBits, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK ||
            inflateInit2(&out, kWindowBits) != Z_OK)
            throw std::bad_alloc();
    }
    ~Streams() {
        deflateEnd(&in);
        inflateEnd(&out);
    }
    Streams(const Streams&) = delete;
    Streams& operator=(const Streams&) = delete;
    z_stream in{}, out{};
};

StatePacker::StatePacker(std::shared_ptr<const Program> program, const State& alike)
    : format_(std::move(program)), alike_(format_.write(alike)), streams_(std::make_unique<Streams>()) {
    if (alike_.size() > kWindow) alike_.erase(0, alike_.size() - kWindow);
}
StatePacker::~StatePacker() = default;

std::string StatePacker::pack(const State& state) {
    const std::string plain = format_.write(state);
    z_stream& z = streams_->in;
    deflateReset(&z);
    deflateSetDictionary(&z, bytesOf(alike_), static_cast<uInt>(alike_.size()));
    std::string packed(deflateBound(&z, static_cast<uLong>(plain.size())) + kRoom, '\0');
    z.next_in = bytesOf(plain);
    z.avail_in = static_cast<uInt>(plain.size());
    z.next_out = bytesOf(packed);
    z.avail_out = static_cast<uInt>(packed.size());
    if (deflate(&z, Z_FINISH) != Z_STREAM_END) throw std::logic_error("a state could not be packed");
    // With its length in front.
    const auto length = static_cast<std::uint32_t>(plain.size());
    std::string result(reinterpret_cast<const char*>(&length), sizeof length);
    result.append(packed, 0, z.total_out);
    return result;
}

State StatePacker::unpack(const std::string& packed) {
    std::uint32_t length = 0;
    std::copy_n(packed.data(), sizeof length, reinterpret_cast<char*>(&length));
    std::string plain(length, '\0');
    z_stream& z = streams_->out;
    inflateReset(&z);
    inflateSetDictionary(&z, bytesOf(alike_), static_cast<uInt>(alike_.size()));
    z.next_in = bytesOf(packed) + sizeof length;
    z.avail_in = static_cast<uInt>(packed.size() - sizeof length);
    z.next_out = bytesOf(plain);
    z.avail_out = length;
    if (inflate(&z, Z_FINISH) != Z_STREAM_END) throw std::logic_error("a state could not be unpacked");
    auto state = format_.read(plain);
    if (!state) throw std::logic_error("a state could not be read: " + state.error().message());
    return std::move(*state);
}

}  // namespace ounce::verify
