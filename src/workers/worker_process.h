// A copy of this process that does what must not hurt it: run code that may hang, crash or eat memory.
//
// Messages go both ways with their length before them. A worker ends when it is told so, when it dies, or
// when the process that made it does. Make workers before starting threads, and before the first JavaScript
// engine.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"

namespace ounce {

class WorkerProcess {
  public:
    // Answers one message; runs in the copy.
    using Serve = std::function<std::string(const std::string& message)>;
    // Called once in the copy, so that what it needs is made there.
    using MakeServe = std::function<Serve()>;

    static Result<WorkerProcess> start(const MakeServe& makeServe);
    WorkerProcess(WorkerProcess&& other) noexcept;
    WorkerProcess& operator=(WorkerProcess&& other) noexcept;
    ~WorkerProcess();  // kills it

    void send(const std::string& message);
    // The next answer if it is there already. Reads what has come; never waits.
    std::optional<std::string> receive();
    [[nodiscard]] bool isGone() const { return gone_; }  // receive found the connection closed
    [[nodiscard]] int descriptor() const { return socket_; }
    [[nodiscard]] std::uint64_t memoryBytes() const;  // its own, without what it shares with files
    // After isGone: the signal that ended it, 0 if it just ended.
    int signal();

  private:
    WorkerProcess(int process, int socket) : process_(process), socket_(socket) {}
    int process_ = -1;
    int socket_ = -1;
    bool gone_ = false;
    std::string buffer_;
};

}  // namespace ounce
