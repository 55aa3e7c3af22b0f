#include <algorithm>
#include <cmath>

#include "project/assets/assets.h"
#include "project/assets/bytes.h"

namespace ounce {
namespace {

// The browser resamples what it decodes to the rate of the audio output, whole samples only.
constexpr double kOutputRate = 44100;

SoundInfo decodedByBrowser(double samples, double rate) {
    return {std::floor(samples * kOutputRate / rate) / kOutputRate, rate, samples};
}

struct WavFormat {
    std::uint32_t code = 0, rate = 0, blockBytes = 0, blockSamples = 0;
};
constexpr std::uint32_t kImaAdpcm = 17;

SoundInfo wavInfo(const WavFormat& format, std::size_t bytes) {
    if (format.code != kImaAdpcm) {
        return decodedByBrowser(static_cast<double>(bytes / format.blockBytes), format.rate);
    }
    // Scratch decodes ADPCM itself and keeps the rate. A block starts with a whole sample of 4 bytes, then
    // two samples a byte; the last block may be short.
    const std::size_t perBlock = format.blockSamples
                                     ? format.blockSamples
                                     : (std::max(format.blockBytes, 4u) - 4) * std::size_t{2} + 1;
    const std::size_t rest = bytes % format.blockBytes;
    std::size_t samples = bytes / format.blockBytes * perBlock;
    if (rest > 4) samples += (rest - 4) * 2 + 1;
    return {static_cast<double>(samples) / format.rate, static_cast<double>(format.rate),
            static_cast<double>(samples)};
}

std::optional<SoundInfo> inspectWav(std::string_view bytes) {
    std::optional<WavFormat> format;
    for (std::size_t at = 12; at + 8 <= bytes.size();) {
        const std::string_view tag = bytes.substr(at, 4);
        const std::size_t size = littleEndian32(bytes, at + 4);
        const std::size_t there = std::min(size, bytes.size() - at - 8);
        if (tag == "fmt " && there >= 16) {
            format = {littleEndian16(bytes, at + 8), littleEndian32(bytes, at + 12),
                      littleEndian16(bytes, at + 20), there >= 20 ? littleEndian16(bytes, at + 26) : 0};
        } else if (tag == "data" && format) {
            if (format->rate == 0 || format->blockBytes == 0) return std::nullopt;
            return wavInfo(*format, there);
        }
        at += 8 + size + (size & 1);
    }
    return std::nullopt;
}

struct Mp3Frame {
    std::size_t bytes = 0;
    double samples = 0, rate = 0;
};

// The header of a frame of MPEG 1, 2 or 2.5, layer III.
std::optional<Mp3Frame> mp3Frame(std::string_view bytes, std::size_t at) {
    static constexpr int kKilobits1[] = {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320};
    static constexpr int kKilobits2[] = {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160};
    static constexpr double kRates[] = {44100, 48000, 32000};
    if (at + 4 > bytes.size() || byteAt(bytes, at) != 0xFF || (byteAt(bytes, at + 1) & 0xE0) != 0xE0) {
        return std::nullopt;
    }
    const unsigned version = byteAt(bytes, at + 1) >> 3 & 3, layer = byteAt(bytes, at + 1) >> 1 & 3;
    const unsigned bits = byteAt(bytes, at + 2) >> 4, rateIndex = byteAt(bytes, at + 2) >> 2 & 3;
    const unsigned padding = byteAt(bytes, at + 2) >> 1 & 1;
    if (version == 1 || layer != 1 || bits == 0 || bits == 15 || rateIndex == 3) return std::nullopt;
    const bool first = version == 3;
    Mp3Frame frame;
    frame.rate = kRates[rateIndex] / (first ? 1 : version == 2 ? 2 : 4);
    frame.samples = first ? 1152 : 576;
    const double bitRate = (first ? kKilobits1 : kKilobits2)[bits] * 1000.0;
    frame.bytes = static_cast<std::size_t>(frame.samples / 8 * bitRate / frame.rate) + padding;
    return frame;
}

// The first frame may hold no sound but say how much of the rest the encoder added. Browsers cut that off.
// Gives the samples to take away, nothing if it is a frame like all others.
std::optional<double> encoderSamples(std::string_view frame) {
    const bool first = (byteAt(frame, 1) >> 3 & 3) == 3, mono = (byteAt(frame, 3) >> 6) == 3;
    const std::size_t tag = 4 + (first ? (mono ? 17 : 32) : (mono ? 9 : 17));
    if (frame.size() < tag + 8) return std::nullopt;
    if (frame.substr(tag, 4) != "Xing" && frame.substr(tag, 4) != "Info") return std::nullopt;
    const std::uint32_t flags = bigEndian32(frame, tag + 4);
    const std::size_t encoder =
        tag + 8 + (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
    const std::size_t gap = encoder + 21;
    if (frame.size() < gap + 3 || byteAt(frame, encoder) == 0) return 0;
    const std::uint32_t delayAndPadding = bigEndian16(frame, gap) << 8 | byteAt(frame, gap + 2);
    return (delayAndPadding >> 12) + (delayAndPadding & 0xFFF);
}

std::optional<SoundInfo> inspectMp3(std::string_view bytes) {
    std::size_t at = 0;
    if (bytes.starts_with("ID3") && bytes.size() >= 10) {
        at =
            10 + (byteAt(bytes, 6) << 21 | byteAt(bytes, 7) << 14 | byteAt(bytes, 8) << 7 | byteAt(bytes, 9));
    }
    double samples = 0, rate = 0, added = 0;
    bool isFirst = true;
    while (at + 4 <= bytes.size()) {
        const auto frame = mp3Frame(bytes, at);
        if (!frame) {
            ++at;
            continue;
        }
        const auto header = isFirst ? encoderSamples(bytes.substr(at, frame->bytes)) : std::nullopt;
        isFirst = false;
        added += header.value_or(0);
        if (!header) samples += frame->samples;
        rate = frame->rate;
        at += frame->bytes;
    }
    if (samples == 0) return std::nullopt;
    return decodedByBrowser(std::max(0.0, samples - added), rate);
}

}  // namespace

std::optional<SoundInfo> inspectSound(std::string_view bytes) {
    switch (assetKind(bytes)) {
        case AssetKind::Wav: return inspectWav(bytes);
        case AssetKind::Mp3: return inspectMp3(bytes);
        default: return std::nullopt;
    }
}

SoundInfo placeholderSound() { return decodedByBrowser(1, 22050); }

}  // namespace ounce
