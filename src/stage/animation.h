// Moving pictures as files, whatever their format: what they have in common.
#pragma once

#include <string>

#include "base/result.h"
#include "base/steps.h"
#include "stage/picture_change.h"

namespace ounce {

// Each frame after the first holds only the rectangle in which it differs from the one before. A format says
// how a rectangle becomes bytes, and how frames become a file.
class Animation {
  public:
    virtual ~Animation() = default;
    Animation(const Animation&) = delete;
    Animation& operator=(const Animation&) = delete;

    // All pictures have the size of the first. Fails when the file would become too large.
    Result<void> add(const StagePicture& picture);
    [[nodiscard]] int frames() const { return frames_; }
    [[nodiscard]] std::size_t bytes() const { return body_.size(); }
    // The file; it plays again and again. At least one picture was added.
    [[nodiscard]] std::string finish();

  protected:
    struct Frame {
        PictureBox box{};
        int steps = 0;  // how long it is shown
        std::string data{};
    };

    // A picture is shown for so many steps; no frame may be shown for longer than `longest` steps.
    Animation(int stepsPerPicture, int longest) : stepsPerPicture_(stepsPerPicture), longest_(longest) {}

  private:
    virtual Result<std::string> encode(const StagePicture& part) = 0;
    // Called once for each frame, in their order.
    virtual std::string frameBytes(const Frame& frame) = 0;
    // `body`: the bytes of all frames.
    virtual std::string fileOf(int width, int height, const std::string& body) = 0;

    int stepsPerPicture_, longest_;
    int frames_ = 0;
    StagePicture last_;
    // The last frame is held back: if the next picture is the same, this one is shown for longer instead.
    Frame waiting_;
    std::string body_;
};

}  // namespace ounce
