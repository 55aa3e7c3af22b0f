// Animated GIF files: the format that every program plays. Each frame has 256 colours of its own, the exact
// ones if there are no more, and holds only the rectangle in which it differs from the one before.
#pragma once

#include <string>

#include "base/result.h"
#include "stage/stage.h"

namespace ounce {

class AnimatedGif {
  public:
    // A picture is shown for so many steps.
    explicit AnimatedGif(int stepsPerFrame) : stepsPerFrame_(stepsPerFrame) {}

    // All pictures have the size of the first. Fails when the file would become too large.
    Result<void> add(const StageState::Picture& picture);
    [[nodiscard]] int frames() const { return frames_; }
    // The file; it plays again and again. At least one picture was added.
    [[nodiscard]] std::string finish();

  private:
    void endFrame();

    int stepsPerFrame_;
    int frames_ = 0;
    long shown_ = 0;   // steps, by all frames before the one that waits
    int waiting_ = 0;  // steps of the last frame, which grow as long as nothing changes
    StageState::Picture last_;
    std::string body_, image_;
};

}  // namespace ounce
