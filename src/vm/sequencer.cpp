// A step: timers, inputs, hats that watch a condition, passes over the threads, promises that were kept. The
// rules are the official sequencer's; where it looks at a clock, the machine counts.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/invariant.h"
#include "base/steps.h"
#include "vm/frames.h"
#include "vm/interpreter.h"

namespace ounce {
namespace {

constexpr std::size_t kDeepStack = 1000;

}  // namespace

Interpreter::Interpreter(const Program& p, State& s, const MachineOptions& o)
    : Reading(p, s, o, s.memory, s.limits),
      state(s),
      instructions_(p.code->instructions.data()),
      ownCells_(static_cast<std::size_t>(p.cellCount)) {
    INVARIANT(s.targets.size() >= p.sprites.size() && s.monitorVisible.size() == p.monitors.size(),
              "a machine should get a state of its own program");
    findStage();
    cells_ = ownCells_.data();
}

double Interpreter::pick(const Domain& domain) {
    changed = true;
    const double drawn = state.random.next();
    return choices ? choices->pick(domain, drawn, statement) : domain.outcome(drawn);
}

void Interpreter::step(std::span<const InputEvent> inputs) {
    INVARIANT(state.targets.size() >= program.sprites.size(), "a state should have all sprites");
    findStage();  // the state may have been replaced since the last step
    work_ = 0;
    stepFailed_ = false;
    wall_ = std::floor(millisecondsOf(state.step + 1));
    fireTimers();
    for (const InputEvent& event : inputs) input(event);
    drainResolved();

    std::erase_if(state.threadList, [&](std::int32_t place) {
        if (!state.threads[static_cast<std::size_t>(place)]->killed) return false;
        releaseThread(place);
        return true;
    });
    startEdgeHats();
    state.redraw = false;
    state.now = wall_;
    runPasses();

    if (!stepFailed_) {
        const auto running = static_cast<std::int32_t>(state.threadList.size()) + state.done;
        if (state.runningThreads > 0 && running == 0 && observer) observer->runStopped();
        state.runningThreads = running;
        if (state.stage) state.stage->drawn();
    }
    drainResolved();
    state.step++;
    if (observer) observer->stepDone();
}

// ---- timers and promises ----

std::uint32_t Interpreter::startTimer(Timer timer, double milliseconds) {
    timer.id = state.nextId++;
    const double delay = std::isnan(milliseconds) ? 0 : std::max(0.0, std::trunc(milliseconds));
    timer.due = wall_ + delay;
    state.timers.push_back(timer);
    return timer.id;
}

void Interpreter::removeTimer(std::uint32_t id) {
    std::erase_if(state.timers, [&](const Timer& timer) { return timer.id == id; });
}

void Interpreter::fireTimers() {
    while (!state.timers.empty()) {
        auto first = std::min_element(
            state.timers.begin(), state.timers.end(),
            [](const Timer& a, const Timer& b) { return a.due != b.due ? a.due < b.due : a.id < b.id; });
        if (first->due > wall_) return;
        const Timer timer = *first;
        state.timers.erase(first);
        fire(timer);
        drainResolved();
    }
}

void Interpreter::fire(const Timer& timer) {
    switch (timer.kind) {
        case Timer::Kind::Bubble:
            if (state.lastBubbleTimer == timer.id) state.lastBubbleTimer = 0;
            for (std::int32_t index : state.pane) {
                TargetState& t = at(index);
                if (t.id == timer.target && t.bubble.usage == timer.usage)
                    updateBubble(t, timer.think, String());
            }
            resolve(timer.thread);
            break;
        case Timer::Kind::Sound: {
            Player& player = state.players[static_cast<std::size_t>(timer.player)];
            for (std::uint32_t waiting : player.waiting) resolve(waiting);
            player.waiting.clear();
            player.playing = false;
            break;
        }
        case Timer::Kind::Speech: resolve(timer.thread); break;
    }
}

Thread* Interpreter::findThread(std::uint32_t id) {
    for (std::int32_t place : state.threadList) {
        Thread& t = *state.threads[static_cast<std::size_t>(place)];
        if (t.id == id) return &t;
    }
    return nullptr;
}

// Promises are kept when no script is running: the thread leaves the block that waited.
void Interpreter::drainResolved() {
    for (std::size_t i = 0; i < resolved_.size(); i++) {
        Thread* t = findThread(resolved_[i]);
        if (!t) continue;
        if (t->killed && t->stack.empty()) {
            // Killed while it waited: it counts as running once more, until the next step drops it.
            t->status = Status::Running;
            t->stack.emplace_back();
        } else if (t->status == Status::PromiseWait) {
            resolveNow(*t);
        }
    }
    resolved_.clear();
}

// The waiting block is left for the next one, at the nearest level that has one; but a loop level is not
// left: an empty entry is put on it, so that the loop is executed at once and without the usual end of a
// slice.
void Interpreter::resolveNow(Thread& t) {
    enter(&t);
    enter(t.target);
    t.status = Status::Running;
    t.position = 0;
    StatementIndex next = kNone;
    for (;;) {
        const StatementIndex left = t.stack.back().statement;
        leaving(left);
        popFrame();
        if (left != kNone) {
            const Statement& s = program.statements[static_cast<std::size_t>(left)];
            next = s.next;
            if (next != kNone || s.nextIsMissing) break;
        }
        if (t.stack.empty() || t.stack.back().isLoop) break;
    }
    pushFrame(next, !t.stack.empty() && t.stack.back().warp);
}

// ---- passes ----

void Interpreter::runPasses() {
    const bool watched =
        std::find(state.monitorVisible.begin(), state.monitorVisible.end(), 1) != state.monitorVisible.end();
    const std::int32_t budget = options.mode == Mode::Whisker ? 1 : options.passes;
    std::int32_t active = 1;
    bool first = true;
    const std::int32_t before = state.done;
    state.passes = state.done = 0;
    // A visible monitor is a thread of its own that ends in the first pass.
    while ((!state.threadList.empty() || !retiredHats_.empty() || (watched && first)) && active > 0 &&
           state.passes < budget && (options.turbo || !state.redraw)) {
        state.passes++;
        changed = false;
        active = runPass(first);
        first = false;
        if (stepFailed_) {
            state.done = before;  // how many scripts ended is noted when all passes are over
            break;
        }
        if (std::exchange(memoryFull_, false)) {
            stopAll();
            break;
        }
        if (work_ >= kStepWork) {
            state.limits.work = true;
            break;
        }
        // Time stands still during a step: a pass that changed nothing would repeat itself until the budget
        // is used up.
        if (!changed && !state.redraw && active > 0) {
            state.passes = budget;
            break;
        }
    }
    enter(nullptr);
    activePlace_ = kNone;
}

// Gives every thread its slice; returns how many are running afterwards.
std::int32_t Interpreter::runPass(bool first) {
    std::int32_t active = 0;
    bool stopped = !retiredHats_.empty();
    stoppedAll_ = false;
    const std::size_t threads = state.threadList.size();
    for (std::size_t i = 0;; i++) {
        // `stop all` replaces the list, but the pass goes on over the old one.
        const std::vector<std::int32_t>& list = stoppedAll_ ? orphans_ : state.threadList;
        if (i >= list.size()) break;
        const std::int32_t place = list[i];
        Thread& t = *state.threads[static_cast<std::size_t>(place)];
        if (t.stack.empty() || t.status == Status::Done) {
            stopped = true;
            continue;
        }
        if (!allowSlice(i, threads)) break;
        if (t.status == Status::YieldTick && first) t.status = Status::Running;
        if (t.status == Status::Running || t.status == Status::Yield) {
            activePlace_ = place;
            activeReplaced_ = false;
            runSlice(place);
            if (stepFailed_) {
                if (std::exchange(activeReplaced_, false)) releaseThread(place);
                break;
            }
            // Where the thread stands is part of what must repeat itself.
            if (t.stack.size() > kDeepStack) changed = true;  // too much to compare in every pass
            if (changed || state.redraw) {
                t.position = 0;
            } else {
                const std::uint64_t position = signature(t);
                if (position != t.position) changed = true;
                t.position = position;
            }
        }
        if (t.status == Status::Running) active++;
        if (t.stack.empty() || t.status == Status::Done) stopped = true;
        if (activeReplaced_) {
            activeReplaced_ = false;
            releaseThread(place);
        }
    }
    activePlace_ = kNone;
    if (stoppedAll_) {
        for (std::int32_t place : orphans_) {
            if (state.threads[static_cast<std::size_t>(place)]->inUse) releaseThread(place);
        }
        orphans_.clear();
        stoppedAll_ = false;
    }
    if (stepFailed_) {
        listRetiredHats();
    } else if (stopped) {
        pruneThreads();
    }
    return active;
}

void Interpreter::pruneThreads() {
    changed = true;
    state.done += static_cast<std::int32_t>(retiredHats_.size());
    retiredHats_.clear();
    std::erase_if(state.threadList, [&](std::int32_t place) {
        const Thread& t = *state.threads[static_cast<std::size_t>(place)];
        if (!t.stack.empty() && t.status != Status::Done) return false;
        state.done++;
        releaseThread(place);
        return true;
    });
}

std::uint64_t Interpreter::signature(const Thread& t) {
    std::uint64_t hash = static_cast<std::uint64_t>(t.status) + 1;
    for (const Frame& f : t.stack)
        hash = (hash ^ static_cast<std::uint64_t>(f.statement + 2)) * 0x9E3779B97F4A7C15ull;
    return hash | 1;
}

}  // namespace ounce
