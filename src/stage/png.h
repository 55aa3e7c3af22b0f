// Pictures as PNG files, still and animated.
#pragma once

#include <string>

#include "base/result.h"
#include "stage/stage.h"

namespace ounce {

// The stage is opaque: the file has no alpha.
Result<std::string> encodePng(const StageState::Picture& picture);

// An animated PNG (APNG), which every browser plays; other programs show its first picture. Each further
// frame holds only the rectangle in which it differs from the one before.
class AnimatedPng {
  public:
    // A picture is shown for so many steps, at most 1000.
    explicit AnimatedPng(int stepsPerFrame) : stepsPerFrame_(stepsPerFrame) {}

    // All pictures have the size of the first. Fails when the file would become too large.
    Result<void> add(const StageState::Picture& picture);
    [[nodiscard]] int frames() const { return frames_; }
    // The file; it plays again and again. At least one picture was added.
    [[nodiscard]] std::string finish();

  private:
    void endFrame();

    int stepsPerFrame_;
    int frames_ = 0;
    unsigned sequence_ = 0;
    StageState::Picture last_;
    std::string header_, body_;
    // The last frame is held back: if the next picture is the same, this one is shown for longer instead.
    struct Waiting {
        int x = 0, y = 0, width = 0, height = 0;
        int repeat = 0;
        std::string data;
    } waiting_;
};

}  // namespace ounce
