#include "stage/bitmap.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <spng.h>
#include <turbojpeg.h>

#include "stage/old_bitmap.h"

namespace ounce {

namespace {

constexpr std::uint64_t kMostPixels = 16u << 20;
constexpr const char* kUnknown = "the picture is none of PNG, JPEG, GIF and BMP";

bool isPng(std::string_view bytes) { return bytes.starts_with("\x89PNG"); }
bool isJpeg(std::string_view bytes) { return bytes.starts_with("\xFF\xD8"); }

Result<Bitmap> sized(std::uint64_t width, std::uint64_t height) {
    if (width == 0 || height == 0) return fail("the picture has no pixels");
    if (width > 16384 || height > 16384 || width * height > kMostPixels)
        return fail("the picture is larger than 16 million pixels");
    Bitmap bitmap;
    bitmap.width = static_cast<int>(width);
    bitmap.height = static_cast<int>(height);
    return bitmap;
}

struct Png {
    std::unique_ptr<spng_ctx, decltype(&spng_ctx_free)> context{spng_ctx_new(0), spng_ctx_free};
    Result<Bitmap> open(std::string_view bytes) {
        spng_set_crc_action(context.get(), SPNG_CRC_USE, SPNG_CRC_USE);
        spng_set_chunk_limits(context.get(), 64u << 20, 64u << 20);
        spng_ihdr header{};
        if (spng_set_png_buffer(context.get(), bytes.data(), bytes.size()) ||
            spng_get_ihdr(context.get(), &header))
            return fail("the PNG picture is damaged");
        return sized(header.width, header.height);
    }
};

struct Jpeg {
    std::unique_ptr<void, int (*)(tjhandle)> handle{tjInitDecompress(), tjDestroy};
    Result<Bitmap> open(std::string_view bytes) {
        int width = 0, height = 0, sampling = 0, space = 0;
        if (tjDecompressHeader3(handle.get(), reinterpret_cast<const unsigned char*>(bytes.data()),
                                bytes.size(), &width, &height, &sampling, &space) ||
            width < 0 || height < 0)
            return fail("the JPEG picture is damaged");
        return sized(static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height));
    }
};

}  // namespace

Result<Bitmap> bitmapSize(std::string_view bytes) {
    if (isPng(bytes)) return Png().open(bytes);
    if (isJpeg(bytes)) return Jpeg().open(bytes);
    if (isOldBitmap(bytes)) {
        const OldBitmapSize size = oldBitmapSize(bytes);
        return sized(size.width, size.height);
    }
    return fail(kUnknown);
}

Result<Bitmap> decodeBitmap(std::string_view bytes) {
    if (isPng(bytes)) {
        Png png;
        OUNCE_TRY(Bitmap bitmap, png.open(bytes));
        bitmap.rgba.resize(static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height) *
                           4);
        if (spng_decode_image(png.context.get(), bitmap.rgba.data(), bitmap.rgba.size(), SPNG_FMT_RGBA8,
                              SPNG_DECODE_TRNS))
            return fail("the PNG picture is damaged");
        return bitmap;
    }
    if (isJpeg(bytes)) {
        Jpeg jpeg;
        OUNCE_TRY(Bitmap bitmap, jpeg.open(bytes));
        bitmap.rgba.resize(static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height) *
                           4);
        if (tjDecompress2(jpeg.handle.get(), reinterpret_cast<const unsigned char*>(bytes.data()),
                          bytes.size(), bitmap.rgba.data(), bitmap.width, 0, bitmap.height, TJPF_RGBA, 0) &&
            tjGetErrorCode(jpeg.handle.get()) != TJERR_WARNING)
            return fail("the JPEG picture is damaged");
        return bitmap;
    }
    if (isOldBitmap(bytes)) {
        OUNCE_TRY(Bitmap bitmap, bitmapSize(bytes));
        OUNCE_CHECK(decodeOldBitmap(bytes, bitmap));
        return bitmap;
    }
    return fail(kUnknown);
}

Bitmap doubled(const Bitmap& bitmap) {
    Bitmap out;
    out.width = bitmap.width * 2;
    out.height = bitmap.height * 2;
    out.rgba.resize(bitmap.rgba.size() * 4);
    const auto width = static_cast<std::size_t>(out.width), half = static_cast<std::size_t>(bitmap.width);
    for (std::size_t y = 0; y < static_cast<std::size_t>(out.height); y++)
        for (std::size_t x = 0; x < width; x++)
            std::memcpy(&out.rgba[(y * width + x) * 4], &bitmap.rgba[(y / 2 * half + x / 2) * 4], 4);
    return out;
}

void passThroughCanvas(Bitmap& bitmap) {
    for (std::size_t i = 0; i < bitmap.rgba.size(); i += 4) {
        const unsigned alpha = bitmap.rgba[i + 3];
        if (alpha == 255) continue;
        for (std::size_t k = i; k < i + 3; k++) {
            const unsigned premultiplied = (bitmap.rgba[k] * alpha + 127) / 255;
            bitmap.rgba[k] =
                alpha == 0
                    ? 0
                    : static_cast<std::uint8_t>(std::min(255u, (premultiplied * 255 + alpha / 2) / alpha));
        }
    }
}

void drawOver(const Bitmap& above, Bitmap& below) {
    for (int y = 0; y < std::min(above.height, below.height); y++)
        for (int x = 0; x < std::min(above.width, below.width); x++) {
            const auto at = [&](const Bitmap& b) {
                return (static_cast<std::size_t>(y) * static_cast<std::size_t>(b.width) +
                        static_cast<std::size_t>(x)) *
                       4;
            };
            const std::uint8_t* from = &above.rgba[at(above)];
            std::uint8_t* to = &below.rgba[at(below)];
            const unsigned alpha = from[3], through = to[3] * (255 - alpha) / 255, sum = alpha + through;
            if (alpha == 0) continue;
            for (std::size_t i = 0; i < 3; i++)
                to[i] = static_cast<std::uint8_t>((from[i] * alpha + to[i] * through + sum / 2) / sum);
            to[3] = static_cast<std::uint8_t>(sum);
        }
}

}  // namespace ounce
