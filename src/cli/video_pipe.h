// Video files through ffmpeg, a program of its own that need not be installed.
#pragma once

#include <string>
#include <sys/types.h>

#include "base/result.h"
#include "stage/stage.h"

namespace ounce {

class VideoPipe {
  public:
    // Starts ffmpeg; it writes beside `path`, and finish() renames.
    static Result<VideoPipe> open(const std::string& path, int width, int height, int stepsPerFrame);
    VideoPipe(VideoPipe&& other) noexcept;
    VideoPipe& operator=(VideoPipe&&) = delete;
    ~VideoPipe();

    Result<void> add(const StagePicture& picture);
    Result<void> finish();

  private:
    VideoPipe() = default;
    int end();  // the exit code of ffmpeg

    std::string path_, temporary_;
    int pipe_ = -1;
    pid_t process_ = -1;
};

}  // namespace ounce
