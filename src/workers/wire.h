// How a process and its worker talk: frames with their length before them, and a letter that says what it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ounce {

enum class FrameKind : char {
    Task = 't',      // to the worker: the name of a service, a zero, the message
    Stop = 's',      // to the worker: end what you do soon, and keep what you have
    Answer = 'a',    // from the worker
    Progress = 'p',  // from the worker: a Progress as bytes
};

struct WorkerFrame {
    FrameKind kind = FrameKind::Task;
    std::string text{};
};

// False: nobody is there any more.
bool sendFrame(int socket, FrameKind kind, std::string_view text);

// Bytes as they come in, and the frames in them.
class FrameReader {
  public:
    void add(std::string_view bytes) { buffer_ += bytes; }
    // The first whole frame.
    std::optional<WorkerFrame> take();
    // What came is no frame, or one that is larger than anything could be.
    [[nodiscard]] bool broken() const { return broken_; }

  private:
    static constexpr std::uint64_t kLargest = std::uint64_t{4} << 30;
    std::string buffer_;
    bool broken_ = false;
};

// The descriptor that a worker finds its end of the connection at.
inline constexpr int kWorkerSocket = 3;

}  // namespace ounce
