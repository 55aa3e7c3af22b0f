#include "cli/pictures.h"

#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "base/file.h"
#include "base/text.h"
#include "stage/gif.h"
#include "stage/png.h"
#include "vm/machine.h"
#include "vm/views.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

std::string ending(const std::string& path) { return lowerCase(fs::path(path).extension().string()); }

Result<void> checkFolderOf(const std::string& path) {
    const fs::path folder = fs::absolute(path).parent_path();
    std::error_code error;
    if (fs::is_directory(path, error)) return fail("is a folder, not a file", path);
    if (fs::is_directory(folder, error)) return {};
    return fail("cannot be written: its folder does not exist", path);
}

Result<void> checkEnding(const std::string& path, std::initializer_list<std::string_view> endings) {
    std::string list;
    for (const std::string_view known : endings) {
        if (ending(path) == known) return {};
        list += (list.empty() ? "" : ", ") + std::string(known);
    }
    return fail("the ending does not name a kind of picture that Ounce can write", path,
                "use one of " + list);
}

bool isAnimatedPng(const std::string& path) { return ending(path) == ".png" || ending(path) == ".apng"; }

}  // namespace

void addPictureOptions(Command& command, PictureSettings& settings) {
    command.option("--screenshot", settings.screenshot,
                   "write a picture of the stage to this PNG file, at the end of the run");
    command.option("--at", settings.at, "the screenshot after so many steps, instead of at the end");
    command.option("--frames", settings.frames,
                   "write a picture after every step into this folder: 000001.png and so on");
    command.option("--video", settings.video,
                   "write a video: an animated .png or .gif, or .webm or .mp4 if ffmpeg is installed");
    command.option("--every", settings.every, "frames and video: only every so many steps")
        .between(1, 1000)
        .showDefault();
    command.flag("--no-monitors", settings.noMonitors,
                 "pictures of the stage alone, without what lies over it");
    command.option("--scale", settings.scale, "how much larger than 480 x 360 the pictures are")
        .between(1, 4)
        .showDefault();
}

Result<PictureWriter> PictureWriter::open(const PictureSettings& settings, std::uint64_t steps) {
    PictureWriter writer(settings);
    if (settings.at && settings.screenshot.empty())
        return fail("--at says when to take a screenshot, but there is no --screenshot FILE");
    if (!settings.screenshot.empty()) {
        OUNCE_CHECK(checkEnding(settings.screenshot, {".png"}));
        OUNCE_CHECK(checkFolderOf(settings.screenshot));
        if (settings.at && (*settings.at == 0 || *settings.at > steps))
            return fail(fmt::format("there is no picture after step {}: the run has the steps 1 to {}",
                                    *settings.at, steps),
                        {}, "choose another --at or more --steps");
    }
    if (!settings.frames.empty()) {
        std::error_code error;
        fs::create_directories(settings.frames, error);
        if (!fs::is_directory(settings.frames))
            return fail("is not a folder and cannot become one", settings.frames);
    }
    if (!settings.video.empty()) {
        OUNCE_CHECK(checkEnding(settings.video, {".png", ".apng", ".webm", ".mp4", ".gif"}));
        OUNCE_CHECK(checkFolderOf(settings.video));
        if (isAnimatedPng(settings.video)) {
            writer.animation_ = std::make_unique<AnimatedPng>(settings.every);
        } else if (ending(settings.video) == ".gif") {
            writer.animation_ = std::make_unique<AnimatedGif>(settings.every);
        } else {
            OUNCE_TRY(VideoPipe pipe, VideoPipe::open(settings.video, 480 * settings.scale,
                                                      360 * settings.scale, settings.every));
            writer.pipe_.emplace(std::move(pipe));
        }
    }
    return writer;
}

StagePicture PictureWriter::draw(Machine& machine) const {
    Look look(machine.reading());
    return settings_.noMonitors ? look.stage()->draw(settings_.scale) : pictureOf(look, settings_.scale);
}

Result<void> PictureWriter::addToVideo(const StagePicture& picture) {
    auto added = animation_ ? animation_->add(picture) : pipe_->add(picture);
    if (!added) return std::unexpected(std::move(added.error()).inside(settings_.video));
    return {};
}

Result<void> PictureWriter::afterStep(Machine& machine) {
    const std::uint64_t step = machine.state.step;
    const bool films = (!settings_.frames.empty() || !settings_.video.empty()) &&
                       step % static_cast<std::uint64_t>(settings_.every) == 0;
    const bool shoots = !settings_.screenshot.empty() && settings_.at == step;
    if (!films && !shoots) return {};
    const StagePicture picture = draw(machine);
    if (films && !settings_.video.empty()) OUNCE_CHECK(addToVideo(picture));
    std::string png;
    if (shoots || !settings_.frames.empty()) {
        OUNCE_TRY(png, encodePng(picture));
    }
    if (films && !settings_.frames.empty())
        OUNCE_CHECK(writeFile((fs::path(settings_.frames) / fmt::format("{:06}.png", step)).string(), png));
    if (shoots) {
        OUNCE_CHECK(writeFile(settings_.screenshot, png));
        screenshotDone_ = true;
    }
    return {};
}

Result<void> PictureWriter::finish(Machine& machine) {
    if (!settings_.screenshot.empty() && !screenshotDone_) {
        OUNCE_TRY(const std::string png, encodePng(draw(machine)));
        OUNCE_CHECK(writeFile(settings_.screenshot, png));
    }
    if (animation_) {
        if (animation_->frames() == 0) OUNCE_CHECK(addToVideo(draw(machine)));
        OUNCE_CHECK(writeFile(settings_.video, animation_->finish()));
    }
    if (pipe_) return pipe_->finish();
    return {};
}

}  // namespace ounce
