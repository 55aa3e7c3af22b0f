#include "workers/wire.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/types.h>

namespace ounce {
namespace {

bool sendAll(int socket, const char* bytes, std::size_t size) {
    while (size > 0) {
        const ssize_t sent = ::send(socket, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes += sent;
        size -= static_cast<std::size_t>(sent);
    }
    return true;
}

constexpr std::size_t kHead = sizeof(std::uint64_t) + 1;

bool isKind(char letter) { return letter == 't' || letter == 's' || letter == 'a' || letter == 'p'; }

}  // namespace

bool sendFrame(int socket, FrameKind kind, std::string_view text) {
    char head[kHead];
    const std::uint64_t length = text.size();
    std::memcpy(head, &length, sizeof length);
    head[sizeof length] = static_cast<char>(kind);
    return sendAll(socket, head, kHead) && sendAll(socket, text.data(), text.size());
}

std::optional<WorkerFrame> FrameReader::take() {
    std::uint64_t length = 0;
    if (broken_ || buffer_.size() < kHead) return std::nullopt;
    std::memcpy(&length, buffer_.data(), sizeof length);
    const char kind = buffer_[sizeof length];
    broken_ = length > kLargest || !isKind(kind);
    if (broken_ || buffer_.size() - kHead < length) return std::nullopt;
    WorkerFrame frame{static_cast<FrameKind>(kind), buffer_.substr(kHead, length)};
    buffer_.erase(0, kHead + length);
    return frame;
}

}  // namespace ounce
