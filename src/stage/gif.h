// Animated GIF files: the format that every program plays. Each frame has 256 colours of its own, the exact
// ones if there are no more.
#pragma once

#include <string>

#include "stage/animation.h"

namespace ounce {

class AnimatedGif final : public Animation {
  public:
    explicit AnimatedGif(int stepsPerPicture) : Animation(stepsPerPicture, kLongest) {}

  private:
    static constexpr int kLongest = 18000;  // ten minutes; the format has an end at eleven
    Result<std::string> encode(const StagePicture& part) override;
    std::string frameBytes(const Frame& frame) override;
    std::string fileOf(int width, int height, const std::string& body) override;

    long shown_ = 0;  // steps, by all frames before
};

}  // namespace ounce
