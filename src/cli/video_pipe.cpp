#include "cli/video_pipe.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

extern char** environ;  // NOLINT: what posix_spawn needs

namespace ounce {
namespace {

constexpr const char* kAdvice = "install ffmpeg, or write a .png or .gif, which need nothing";

Result<pid_t> start(std::vector<std::string> arguments, int input) {
    std::vector<char*> list;
    for (std::string& argument : arguments) list.push_back(argument.data());
    list.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t process = -1;
    const int error = posix_spawnp(&process, list[0], &actions, nullptr, list.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error == ENOENT) return fail("a video needs ffmpeg, which is not installed", {}, kAdvice);
    if (error != 0)
        return fail(fmt::format("ffmpeg cannot be started: {}", std::strerror(error)), {}, kAdvice);
    return process;
}

}  // namespace

Result<VideoPipe> VideoPipe::open(const std::string& path, int width, int height, int stepsPerFrame) {
    VideoPipe video;
    video.path_ = path;
    // ffmpeg tells the format from the ending, so the temporary file keeps it.
    const std::filesystem::path file(path);
    const std::string name =
        fmt::format(".{}.{}{}", file.stem().string(), ::getpid(), file.extension().string());
    video.temporary_ = (file.parent_path() / name).string();
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail("cannot be written: no pipe to ffmpeg", path);
    video.pipe_ = ends[1];
    std::signal(SIGPIPE, SIG_IGN);  // ffmpeg may give up early; write() then says so
    // Most players want half as many colours as pixels, which .webm and .mp4 have with yuv420p.
    std::vector<std::string> arguments{"ffmpeg",   "-v",
                                       "error",    "-y",
                                       "-f",       "rawvideo",
                                       "-pix_fmt", "rgba",
                                       "-s",       fmt::format("{}x{}", width, height),
                                       "-r",       fmt::format("30/{}", stepsPerFrame),
                                       "-i",       "-"};
    arguments.insert(arguments.end(), {"-pix_fmt", "yuv420p"});
    arguments.push_back(std::filesystem::absolute(video.temporary_).string());
    auto process = start(std::move(arguments), ends[0]);
    ::close(ends[0]);
    if (!process) return std::unexpected(std::move(process.error()).inside(path));
    video.process_ = *process;
    return video;
}

VideoPipe::VideoPipe(VideoPipe&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      pipe_(std::exchange(other.pipe_, -1)),
      process_(std::exchange(other.process_, -1)) {}

int VideoPipe::end() {
    if (pipe_ >= 0) ::close(std::exchange(pipe_, -1));
    if (process_ < 0) return 0;
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

VideoPipe::~VideoPipe() {
    if (pipe_ < 0 && process_ < 0) return;
    end();
    ::unlink(temporary_.c_str());
}

Result<void> VideoPipe::add(const StagePicture& picture) {
    const std::uint8_t* bytes = picture.rgba.data();
    for (std::size_t left = picture.rgba.size(); left > 0;) {
        const ssize_t written = ::write(pipe_, bytes, left);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return fail("ffmpeg stopped before the end", path_, "its own message is above");
        bytes += written;
        left -= static_cast<std::size_t>(written);
    }
    return {};
}

Result<void> VideoPipe::finish() {
    const bool ok = end() == 0 && std::rename(temporary_.c_str(), path_.c_str()) == 0;
    if (ok) return {};
    ::unlink(temporary_.c_str());
    return fail("ffmpeg could not make the video", path_, "its own message is above");
}

}  // namespace ounce
