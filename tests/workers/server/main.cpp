// A worker that does odd things, for the tests of those who watch workers.
#include <csignal>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>

#include "workers/worker_server.h"

using namespace ounce;

int main() {
    const WorkerService services[] = {
        {"square",
         [] {
             return [](std::string_view message, const Job&) {
                 const long number = std::strtol(std::string(message).c_str(), nullptr, 10);
                 return std::to_string(number * number);
             };
         }},
        {"calls",  // how often this process was asked
         [] {
             return [calls = 0](std::string_view, const Job&) mutable { return std::to_string(++calls); };
         }},
        {"odd",
         [] {
             return [](std::string_view message, const Job& job) -> std::string {
                 if (message == "crash") raise(SIGKILL);
                 if (message == "end") _exit(0);
                 while (message == "hang") pause();
                 while (message == "obey" && !job.isStopped()) usleep(1000);
                 if (message == "report") job.report(0.5, "half of it");
                 if (message == "eat") {
                     std::vector<std::string> all;
                     for (;;) all.emplace_back(1 << 20, 'x');
                 }
                 if (message == "noise") {
                     const char bytes[] = "this is no frame at all";
                     return write(3, bytes, sizeof bytes) > 0 ? "" : "nobody hears it";
                 }
                 return "well";
             };
         }},
    };
    serveAsWorker(services);
    return 2;
}
