#include "stage/png.h"

#include <array>
#include <cstdlib>
#include <memory>
#include <spng.h>
#include <string_view>

namespace ounce {

namespace {

using StagePicture = StagePicture;

constexpr std::size_t kSignature = 8;

std::string number(std::uint32_t value) {
    return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
            static_cast<char>(value)};
}

std::string unsignedOf(int value) { return number(static_cast<std::uint32_t>(value)); }

std::uint32_t number(std::string_view bytes) {
    std::uint32_t value = 0;
    for (const char c : bytes.substr(0, 4)) value = value << 8 | static_cast<unsigned char>(c);
    return value;
}

// The check sum of PNG chunks (ISO 3309).
std::uint32_t checkSum(std::string_view bytes) {
    static const auto table = [] {
        std::array<std::uint32_t, 256> made{};
        for (std::uint32_t i = 0; i < 256; i++) {
            made[i] = i;
            for (int bit = 0; bit < 8; bit++)
                made[i] = (made[i] >> 1) ^ ((made[i] & 1) != 0 ? 0xEDB88320u : 0);
        }
        return made;
    }();
    std::uint32_t sum = ~0u;
    for (const char c : bytes) sum = table[(sum ^ static_cast<unsigned char>(c)) & 255] ^ (sum >> 8);
    return ~sum;
}

std::string chunk(std::string_view type, std::string_view data) {
    std::string body(type);
    body += data;
    return number(static_cast<std::uint32_t>(data.size())) + body + number(checkSum(body));
}

// The data of all chunks of that type in a PNG file that spng made.
std::string dataOf(std::string_view png, std::string_view type) {
    std::string data;
    for (std::size_t i = kSignature; i + 12 <= png.size();) {
        const std::size_t size = number(png.substr(i));
        if (png.substr(i + 4, 4) == type) data += png.substr(i + 8, size);
        i += size + 12;
    }
    return data;
}

Result<std::string> encode(int width, int height, const std::vector<std::uint8_t>& pixels,
                           spng_color_type type) {
    const std::unique_ptr<spng_ctx, decltype(&spng_ctx_free)> context{spng_ctx_new(SPNG_CTX_ENCODER),
                                                                      spng_ctx_free};
    spng_ihdr header{};
    header.width = static_cast<std::uint32_t>(width);
    header.height = static_cast<std::uint32_t>(height);
    header.bit_depth = 8;
    header.color_type = static_cast<std::uint8_t>(type);
    spng_set_option(context.get(), SPNG_ENCODE_TO_BUFFER, 1);
    // Drawings are areas of one colour: unfiltered they become a little smaller, and several times as fast. A
    // photograph as a backdrop becomes a quarter larger.
    spng_set_option(context.get(), SPNG_FILTER_CHOICE, SPNG_FILTER_CHOICE_NONE);
    if (spng_set_ihdr(context.get(), &header) ||
        spng_encode_image(context.get(), pixels.data(), pixels.size(), SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE))
        return fail("the picture cannot be turned into a PNG file");
    std::size_t size = 0;
    int error = 0;
    const std::unique_ptr<void, decltype(&std::free)> bytes{spng_get_png_buffer(context.get(), &size, &error),
                                                            std::free};
    if (!bytes || error) return fail("the picture cannot be turned into a PNG file");
    return std::string(static_cast<const char*>(bytes.get()), size);
}

}  // namespace

Result<std::string> encodePng(const StagePicture& picture) {
    std::vector<std::uint8_t> rgb;
    rgb.reserve(picture.rgba.size() / 4 * 3);
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4)
        rgb.insert(rgb.end(), &picture.rgba[i], &picture.rgba[i] + 3);
    return ounce::encode(picture.width, picture.height, rgb, SPNG_COLOR_TYPE_TRUECOLOR);
}

Result<std::string> encodePng(const Bitmap& bitmap) {
    return ounce::encode(bitmap.width, bitmap.height, bitmap.rgba, SPNG_COLOR_TYPE_TRUECOLOR_ALPHA);
}

Result<std::string> AnimatedPng::encode(const StagePicture& part) {
    OUNCE_TRY(const std::string png, encodePng(part));
    if (header_.empty()) header_ = png.substr(0, kSignature) + chunk("IHDR", dataOf(png, "IHDR"));
    return dataOf(png, "IDAT");
}

std::string AnimatedPng::frameBytes(const Frame& frame) {
    const PictureBox& box = frame.box;
    std::string control = number(sequence_++);
    for (const int value : {box.width(), box.height(), box.left, box.top}) control += unsignedOf(value);
    // Seconds as a fraction of two 16 bit numbers.
    control += unsignedOf(frame.steps).substr(2) + unsignedOf(kStepsPerSecond).substr(2);
    control += '\0';  // leave what is there,
    control += '\0';  // and overwrite
    const std::string data =
        sequence_ == 1 ? chunk("IDAT", frame.data) : chunk("fdAT", number(sequence_++) + frame.data);
    return chunk("fcTL", control) + data;
}

std::string AnimatedPng::fileOf(int, int, const std::string& body) {
    return header_ + chunk("acTL", unsignedOf(frames()) + number(0)) + body + chunk("IEND", {});
}

}  // namespace ounce
