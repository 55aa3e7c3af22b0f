#include "workers/worker_process.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

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

bool sendMessage(int socket, const std::string& message) {
    const std::uint64_t length = message.size();
    return sendAll(socket, reinterpret_cast<const char*>(&length), sizeof length) &&
           sendAll(socket, message.data(), message.size());
}

// Takes the first whole message off the buffer.
std::optional<std::string> takeMessage(std::string& buffer) {
    std::uint64_t length = 0;
    if (buffer.size() < sizeof length) return std::nullopt;
    std::memcpy(&length, buffer.data(), sizeof length);
    if (buffer.size() - sizeof length < length) return std::nullopt;
    std::string message = buffer.substr(sizeof length, length);
    buffer.erase(0, sizeof length + length);
    return message;
}

// The kernel ends a worker before it ends anything else when memory runs out.
void volunteerForOutOfMemory() {
    if (std::FILE* file = std::fopen("/proc/self/oom_score_adj", "w")) {
        std::fputs("1000", file);
        std::fclose(file);
    }
}

[[noreturn]] void serveForEver(int socket, const WorkerProcess::MakeServe& makeServe) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // A crash is an answer, not something to leave a core file for.
    prctl(PR_SET_DUMPABLE, 0);
    volunteerForOutOfMemory();
    // Dates and numbers must not be written differently from machine to machine.
    setenv("TZ", "UTC", 1);
    setenv("LC_ALL", "C", 1);
    const WorkerProcess::Serve serve = makeServe();
    std::string buffer;
    char bytes[4096];
    for (;;) {
        while (auto message = takeMessage(buffer)) {
            if (!sendMessage(socket, serve(*message))) _exit(0);
        }
        const ssize_t count = ::read(socket, bytes, sizeof bytes);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) _exit(0);
        buffer.append(bytes, static_cast<std::size_t>(count));
    }
}

}  // namespace

Result<WorkerProcess> WorkerProcess::start(const MakeServe& makeServe) {
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
        return fail("cannot connect to a worker process: " + std::string(std::strerror(errno)));
    }
    const pid_t process = fork();
    if (process == 0) {
        close(sockets[0]);
        serveForEver(sockets[1], makeServe);
    }
    close(sockets[1]);
    if (process < 0) {
        close(sockets[0]);
        return fail("cannot start a worker process: " + std::string(std::strerror(errno)));
    }
    return WorkerProcess(process, sockets[0]);
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      socket_(std::exchange(other.socket_, -1)),
      gone_(other.gone_),
      buffer_(std::move(other.buffer_)) {}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
    std::swap(process_, other.process_);
    std::swap(socket_, other.socket_);
    std::swap(gone_, other.gone_);
    std::swap(buffer_, other.buffer_);
    return *this;
}

WorkerProcess::~WorkerProcess() {
    if (socket_ >= 0) close(socket_);
    if (process_ < 0) return;
    kill(process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

void WorkerProcess::send(const std::string& message) {
    if (!sendMessage(socket_, message)) gone_ = true;
}

std::optional<std::string> WorkerProcess::receive() {
    char bytes[65536];
    while (!gone_) {
        const ssize_t count = recv(socket_, bytes, sizeof bytes, MSG_DONTWAIT);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
        if (count <= 0) {
            gone_ = true;
        } else {
            buffer_.append(bytes, static_cast<std::size_t>(count));
        }
    }
    return takeMessage(buffer_);
}

std::uint64_t WorkerProcess::memoryBytes() const {
    const std::string path = "/proc/" + std::to_string(process_) + "/statm";
    unsigned long long total = 0, resident = 0, shared = 0;
    if (std::FILE* file = std::fopen(path.c_str(), "r")) {
        if (std::fscanf(file, "%llu %llu %llu", &total, &resident, &shared) != 3) resident = shared = 0;
        std::fclose(file);
    }
    return (resident - shared) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

int WorkerProcess::signal() {
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace ounce
