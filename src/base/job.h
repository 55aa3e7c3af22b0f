// Something that takes a while: how long it may take, whether anybody still wants it, how far it is, and how
// many threads and which seed it has. Whoever begins it gives all of that, as one value that goes down
// through everything that is done for it; nothing on the way reads a clock, a signal or a global.
//
// A Job is copied freely. Copies share the stop and the listener; a copy with less time, or one for a phase,
// is made by part(), within() and phase(). Everything const here may be called from any thread.
//
//     Job job{.clock = secondsNow, .listener = show, .threads = 4};
//     const Job all = job.within(30);                 // it has half a minute
//     const Job search = all.part(0.8).phase("search", 0, 0.8);
//     while (!search.isOver()) { …; search.report(done, of, "12 of 20 goals"); }
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace ounce {

// A wish that something ends soon and keeps what it has. Copies are the same wish.
class Stop {
  public:
    void request() const { flag_->store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool isRequested() const { return flag_->load(std::memory_order_relaxed); }
    // For a signal handler, which can reach nothing else. Lives as long as any copy.
    [[nodiscard]] std::atomic<bool>& flag() const { return *flag_; }

  private:
    static_assert(std::atomic<bool>::is_always_lock_free);
    std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};

// How far a job is.
struct Progress {
    std::string phase{};             // "search"; empty: it has no phases
    double part = 0;                 // of the whole job, from 0 to 1
    std::uint64_t done = 0, of = 0;  // tests, states, projects: of what is counted; 0: nothing is
    std::string sentence{};          // the same for people
};

// Seconds since any fixed time.
using Clock = std::function<double()>;
// Told about progress; from any thread, so it locks what it needs.
using ProgressListener = std::function<void(const Progress&)>;

struct Job {
    Clock clock{};  // none: there is no time, and no limit of it
    ProgressListener listener{};
    Stop stop{};
    std::size_t threads = 1;  // or worker processes; no result depends on it
    std::uint64_t seed = 1;

    [[nodiscard]] double now() const { return clock ? clock() : 0; }
    // Since within(), part() or, if neither was called, the beginning of the clock.
    [[nodiscard]] double seconds() const { return now() - begin; }

    // Somebody wants it to end.
    [[nodiscard]] bool isStopped() const { return stop.isRequested(); }
    [[nodiscard]] bool isLate() const { return isLimited() && clock() >= end; }
    [[nodiscard]] bool isOver() const { return isStopped() || isLate(); }
    // Whether there is a limit of time.
    [[nodiscard]] bool isLimited() const { return clock && end < kNever; }
    [[nodiscard]] double secondsLeft() const { return isLimited() ? std::max(0.0, end - clock()) : kNever; }
    // The part of its time that is gone; 0 without a limit.
    [[nodiscard]] double spent() const {
        if (!isLimited()) return 0;
        return end > begin ? std::clamp((clock() - begin) / (end - begin), 0.0, 1.0) : 1;
    }

    // Begins now and has so many seconds, but no more than this one.
    [[nodiscard]] Job within(double limit) const {
        Job job = *this;
        job.begin = now();
        if (clock) job.end = std::min(end, job.begin + limit);
        return job;
    }
    // Begins now and is over when that part of this job's time is.
    [[nodiscard]] Job part(double share) const {
        Job job = *this;
        job.begin = now();
        if (isLimited()) job.end = begin + share * (end - begin);
        return job;
    }
    // Ends only when it is stopped.
    [[nodiscard]] Job unlimited() const {
        Job job = *this;
        job.end = kNever;
        return job;
    }
    // What it says of itself is said of [from, to] of this one.
    [[nodiscard]] Job phase(std::string name, double from = 0, double to = 1) const;
    // Says nothing.
    [[nodiscard]] Job quiet() const {
        Job job = *this;
        job.listener = {};
        return job;
    }

    // How far it is, in its own measure from 0 to 1.
    void report(double share, std::string sentence = {}, std::uint64_t done = 0, std::uint64_t of = 0) const {
        if (listener) listener({{}, std::clamp(share, 0.0, 1.0), done, of, std::move(sentence)});
    }
    void report(std::uint64_t done, std::uint64_t of, std::string_view things) const;

    // When it began and when it is over, by the clock; set by within() and part().
    double begin = 0;
    double end = kNever;

    static constexpr double kNever = std::numeric_limits<double>::infinity();
};

// How many threads make sense on this machine.
std::size_t coresHere();

}  // namespace ounce
