// GIF and BMP costumes, which old projects have and browsers draw. Of a moving GIF only the first picture
// counts.
#pragma once

#include <string_view>

#include "stage/bitmap.h"

namespace ounce {

bool isOldBitmap(std::string_view bytes);
// What the header says; 0 x 0 if there is none. Negative heights of BMP files count as positive.
struct OldBitmapSize {
    std::uint64_t width = 0, height = 0;
};
OldBitmapSize oldBitmapSize(std::string_view bytes);
// Into a bitmap of the size that the header says.
Result<void> decodeOldBitmap(std::string_view bytes, Bitmap& bitmap);

}  // namespace ounce
