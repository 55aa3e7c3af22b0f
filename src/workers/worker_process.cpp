#include "workers/worker_process.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "workers/worker_program.h"

namespace ounce {
namespace {

// What the worker gets of this process: its end of the connection, standard error, and nothing else.
class Actions {
  public:
    explicit Actions(int socket) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&actions_, socket, kWorkerSocket);
        posix_spawn_file_actions_addclosefrom_np(&actions_, kWorkerSocket + 1);
    }
    ~Actions() { posix_spawn_file_actions_destroy(&actions_); }
    Actions(const Actions&) = delete;
    Actions& operator=(const Actions&) = delete;
    [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_{};
};

// A process group of its own: Ctrl-C is for this process, which then tells its workers. No signal is blocked.
class Attributes {
  public:
    Attributes() {
        posix_spawnattr_init(&attributes_);
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &all);
        posix_spawnattr_setpgroup(&attributes_, 0);
        posix_spawnattr_setflags(&attributes_,
                                 POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~Attributes() { posix_spawnattr_destroy(&attributes_); }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;
    [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

  private:
    posix_spawnattr_t attributes_{};
};

}  // namespace

Result<WorkerProcess> WorkerProcess::start() {
    OUNCE_TRY(const std::string program, workerProgram());
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return fail(fmt::format("cannot connect to a worker process: {}", std::strerror(errno)));
    char name[] = "ounce", command[] = "worker";
    char* const arguments[] = {name, command, nullptr};
    pid_t process = -1;
    const int problem = posix_spawn(&process, program.c_str(), Actions(sockets[1]).get(), Attributes().get(),
                                    arguments, environ);
    close(sockets[1]);
    if (problem != 0) {
        close(sockets[0]);
        return fail(fmt::format("cannot start a worker process: {}", std::strerror(problem)), program);
    }
    return WorkerProcess(process, sockets[0]);
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      socket_(std::exchange(other.socket_, -1)),
      gone_(other.gone_),
      reader_(std::move(other.reader_)) {}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
    std::swap(process_, other.process_);
    std::swap(socket_, other.socket_);
    std::swap(gone_, other.gone_);
    std::swap(reader_, other.reader_);
    return *this;
}

WorkerProcess::~WorkerProcess() {
    if (socket_ >= 0) close(socket_);
    if (process_ < 0) return;
    kill(process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

void WorkerProcess::send(std::string_view service, std::string_view message) {
    std::string text(service);
    text.push_back('\0');
    text.append(message);
    if (!sendFrame(socket_, FrameKind::Task, text)) gone_ = true;
}

void WorkerProcess::stop() {
    if (!sendFrame(socket_, FrameKind::Stop, {})) gone_ = true;
}

std::optional<WorkerFrame> WorkerProcess::receive() {
    char bytes[65536];
    while (!gone_) {
        const ssize_t count = recv(socket_, bytes, sizeof bytes, MSG_DONTWAIT);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
        if (count <= 0 || reader_.broken()) {
            gone_ = true;
        } else {
            reader_.add({bytes, static_cast<std::size_t>(count)});
        }
    }
    return reader_.take();
}

std::uint64_t WorkerProcess::memoryBytes() const {
    const std::string path = fmt::format("/proc/{}/statm", process_);
    unsigned long long total = 0, resident = 0, shared = 0;
    if (std::FILE* file = std::fopen(path.c_str(), "re")) {
        if (std::fscanf(file, "%llu %llu %llu", &total, &resident, &shared) != 3) resident = shared = 0;
        std::fclose(file);
    }
    return (resident - shared) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

int WorkerProcess::signal() {
    int status = 0;
    // A worker that sent what is no frame is still there.
    if (process_ >= 0 && reader_.broken()) kill(process_, SIGKILL);
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace ounce
