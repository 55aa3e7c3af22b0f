// Speech and thought bubbles: their size follows from their text, wrapped at 170 units.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "stage/skins.h"

namespace ounce {

struct SpeechBubble {
    SpeechBubble(std::string_view utf8, bool isThought, bool right);

    std::string text;
    bool think = false;
    bool onRight = true;  // of its sprite
    std::vector<std::string> lines{};
    SkinShape shape{};

    // Made when someone looks.
    [[nodiscard]] const Raster& raster() const;
    bool operator==(const SpeechBubble& other) const {
        return text == other.text && think == other.think && onRight == other.onRight;
    }

  private:
    mutable std::once_flag once_{};
    mutable std::unique_ptr<const Raster> raster_{};
};

// Its pixels, not premultiplied, so many for a unit.
Bitmap drawBubble(const SpeechBubble& bubble, int scale);

}  // namespace ounce
