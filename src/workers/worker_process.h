// A process that does what must not hurt this one: run code that may hang, crash or eat memory.
//
// It is the program itself, started anew (`ounce worker`), and knows nothing but what it is told by messages:
// so a process with threads, with a JavaScript engine or with open files can start one at any time, one
// worker serves many tasks, and the same message can be carried out on another machine. A worker ends when
// its WorkerProcess does, or the process that made it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "workers/wire.h"

namespace ounce {

class WorkerProcess {
  public:
    static Result<WorkerProcess> start();
    WorkerProcess(WorkerProcess&& other) noexcept;
    WorkerProcess& operator=(WorkerProcess&& other) noexcept;
    ~WorkerProcess();  // kills it

    void send(std::string_view service, std::string_view message);
    // Asks it to end what it does and to answer with what it has.
    void stop();
    // The next frame if it is there already. Reads what has come; never waits.
    std::optional<WorkerFrame> receive();
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
    FrameReader reader_;
};

}  // namespace ounce
