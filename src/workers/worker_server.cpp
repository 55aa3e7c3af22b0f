#include "workers/worker_server.h"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "base/steady_clock.h"
#include "workers/progress_bytes.h"
#include "workers/wire.h"

namespace ounce {
namespace {

// The kernel ends a worker before it ends anything else when memory runs out.
void volunteerForOutOfMemory() {
    if (std::FILE* file = std::fopen("/proc/self/oom_score_adj", "w")) {
        std::fputs("1000", file);
        std::fclose(file);
    }
}

// From any thread.
void say(FrameKind kind, const std::string& text) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    if (!sendFrame(kWorkerSocket, kind, text)) _exit(0);
}

// Listens while the worker works, so that a stop is heard and a lost connection ends even what hangs.
class Listener {
  public:
    Listener() : thread_([this] { listen(); }) { thread_.detach(); }

    // Waits for the next task.
    WorkerFrame next() {
        std::unique_lock lock(mutex_);
        arrived_.wait(lock, [this] { return !tasks_.empty(); });
        WorkerFrame task = std::move(tasks_.front());
        tasks_.pop_front();
        stop_ = Stop();
        return task;
    }
    Stop stop() {
        const std::lock_guard lock(mutex_);
        return stop_;
    }

  private:
    void listen() {
        FrameReader reader;
        char bytes[65536];
        for (;;) {
            const ssize_t count = ::read(kWorkerSocket, bytes, sizeof bytes);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0 || reader.broken()) _exit(0);
            reader.add({bytes, static_cast<std::size_t>(count)});
            while (auto frame = reader.take()) hear(std::move(*frame));
        }
    }
    void hear(WorkerFrame frame) {
        const std::lock_guard lock(mutex_);
        if (frame.kind == FrameKind::Stop) {
            stop_.request();
        } else {
            tasks_.push_back(std::move(frame));
            arrived_.notify_one();
        }
    }

    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<WorkerFrame> tasks_;
    Stop stop_;
    std::thread thread_;
};

}  // namespace

void serveAsWorker(std::span<const WorkerService> services) {
    struct stat status {};
    if (::fstat(kWorkerSocket, &status) != 0 || !S_ISSOCK(status.st_mode)) return;
    // A crash is an answer, not something to leave a core file for.
    prctl(PR_SET_DUMPABLE, 0);
    volunteerForOutOfMemory();
    // Dates and numbers must not be written differently from machine to machine.
    setenv("TZ", "UTC", 1);
    setenv("LC_ALL", "C", 1);
    static Listener listener;
    std::map<std::string_view, WorkerServe> made;
    for (;;) {
        const WorkerFrame task = listener.next();
        const std::string_view text = task.text;
        const std::size_t zero = std::min(text.find('\0'), text.size());
        const auto service = std::find_if(services.begin(), services.end(), [&](const WorkerService& one) {
            return one.name == text.substr(0, zero);
        });
        // Somebody of another version is at the other end.
        if (service == services.end() || zero == text.size()) _exit(1);
        WorkerServe& serve = made[service->name];
        if (!serve) serve = service->make();
        Job job{.clock = secondsNow,
                .listener = [](const Progress& now) { say(FrameKind::Progress, writeProgress(now)); },
                .stop = listener.stop()};
        say(FrameKind::Answer, serve(text.substr(zero + 1), job));
    }
}

}  // namespace ounce
