// The pictures that `ounce run` writes: a screenshot, a folder of frames, a video.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "cli/command_line.h"
#include "cli/video_pipe.h"
#include "stage/animation.h"

namespace ounce {

class Machine;

struct PictureSettings {
    std::string screenshot, frames, video;
    std::optional<std::uint64_t> at{};  // after so many steps; none: at the end
    int every = 1, scale = 1;
    bool noMonitors = false;

    [[nodiscard]] bool any() const { return !screenshot.empty() || !frames.empty() || !video.empty(); }
};

void addPictureOptions(Command& command, PictureSettings& settings);

class PictureWriter {
  public:
    // Finds out what would go wrong before the run begins. `steps`: how long it is to be at most.
    static Result<PictureWriter> open(const PictureSettings& settings, std::uint64_t steps);

    Result<void> afterStep(Machine& machine);
    // After the last step: the files that are not written yet.
    Result<void> finish(Machine& machine);

  private:
    explicit PictureWriter(const PictureSettings& settings) : settings_(settings) {}
    [[nodiscard]] StagePicture draw(Machine& machine) const;
    Result<void> addToVideo(const StagePicture& picture);

    PictureSettings settings_;
    bool screenshotDone_ = false;
    std::unique_ptr<Animation> animation_{};
    std::optional<VideoPipe> pipe_{};
};

}  // namespace ounce
