// Pictures as PNG files, still and animated.
#pragma once

#include <string>

#include "stage/animation.h"
#include "stage/bitmap.h"

namespace ounce {

// The stage is opaque: the file has no alpha.
Result<std::string> encodePng(const StagePicture& picture);

// A costume: with alpha, the same pixels when it is read again.
Result<std::string> encodePng(const Bitmap& bitmap);

// An animated PNG (APNG), which every browser plays; other programs show its first picture.
class AnimatedPng final : public Animation {
  public:
    // At most 1000 steps.
    explicit AnimatedPng(int stepsPerPicture) : Animation(stepsPerPicture, kLongest) {}

  private:
    static constexpr int kLongest = 65535;  // a number of 16 bits
    Result<std::string> encode(const StagePicture& part) override;
    std::string frameBytes(const Frame& frame) override;
    std::string fileOf(int width, int height, const std::string& body) override;

    unsigned sequence_ = 0;
    std::string header_;  // of the first picture, which has the size of all
};

}  // namespace ounce
