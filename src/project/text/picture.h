// Costumes and sounds that need no file: simple shapes, words, silence.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ounce::text {

struct Picture {
    enum class Kind : unsigned char { Circle, Rect, Text, Empty };
    Kind kind = Kind::Empty;
    double width = 0, height = 0;  // a circle's diameter is its width; for text, the height is the letters'
    std::string colour;
    std::string text;
    bool operator==(const Picture&) const = default;
};

// The same picture gives the same bytes.
std::string pictureSvg(const Picture& picture);
double pictureWidth(const Picture& picture);
double pictureHeight(const Picture& picture);

// The picture that pictureSvg made these bytes of.
std::optional<Picture> pictureOf(std::string_view svg);

// A WAV file of that many seconds.
std::string silence(double seconds);
std::optional<double> silenceOf(std::string_view wav);
inline constexpr double kSilenceRate = 11025;
inline constexpr double kLongestSilence = 600;

}  // namespace ounce::text
