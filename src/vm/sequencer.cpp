// A step: timers, inputs, hats that watch a condition, passes over the threads, promises that were kept. The
// rules are the official sequencer's; where it looks at a clock, the machine counts.
#include <algorithm>
#include <cmath>

#include "vm/machine.h"

namespace ounce {
namespace {

// A thread that nests deeper is stopped; no ordinary script comes near.
constexpr std::size_t kMaxDepth = 100000;
constexpr std::size_t kMaxFrames = 2000000;

}  // namespace

Machine::Machine(const Program& p, State& s, const MachineOptions& o)
    : program(p), state(s), options(o), cells_(static_cast<std::size_t>(p.cellCount)) {}

void Machine::step(std::span<const InputEvent> inputs) {
    wall_ = std::floor(static_cast<double>(state.step + 1) * 1000 / 30);
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

    const auto running = static_cast<std::int32_t>(state.threadList.size()) + state.done;
    if (state.runningThreads > 0 && running == 0 && observer) observer->runStopped();
    state.runningThreads = running;
    if (state.stage) state.stage->drawn();
    drainResolved();
    state.step++;
}

// ---- timers and promises ----

std::uint32_t Machine::startTimer(Timer timer, double milliseconds) {
    timer.id = state.nextId++;
    const double delay = std::isnan(milliseconds) ? 0 : std::max(0.0, std::trunc(milliseconds));
    timer.due = wall_ + delay;
    state.timers.push_back(timer);
    return timer.id;
}

void Machine::removeTimer(std::uint32_t id) {
    std::erase_if(state.timers, [&](const Timer& timer) { return timer.id == id; });
}

void Machine::fireTimers() {
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

void Machine::fire(const Timer& timer) {
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

Thread* Machine::findThread(std::uint32_t id) {
    for (std::int32_t place : state.threadList) {
        Thread& t = *state.threads[static_cast<std::size_t>(place)];
        if (t.id == id) return &t;
    }
    return nullptr;
}

// Promises are kept when no script is running: the thread leaves the block that waited.
void Machine::drainResolved() {
    for (std::size_t i = 0; i < resolved_.size(); i++) {
        Thread* t = findThread(resolved_[i]);
        if (t && !t->killed && t->status == Status::PromiseWait) resolveNow(*t);
    }
    resolved_.clear();
}

// The waiting block is left for the next one, at the nearest level that has one; but a loop level is not
// left: an empty entry is put on it, so that the loop is executed at once and without the usual end of a
// slice.
void Machine::resolveNow(Thread& t) {
    thread = &t;
    t.status = Status::Running;
    t.position = 0;
    StatementIndex next = kNone;
    for (;;) {
        const StatementIndex left = t.stack.back().statement;
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

// ---- threads ----

std::int32_t Machine::newThread(std::int32_t script, std::int32_t targetPlace) {
    std::int32_t place;
    if (state.freeThreads.empty()) {
        place = static_cast<std::int32_t>(state.threads.size());
        state.threads.emplace_back();
    } else {
        place = state.freeThreads.back();
        state.freeThreads.pop_back();
    }
    Thread& t = *state.threads[static_cast<std::size_t>(place)];
    t.id = state.nextId++;
    t.target = targetPlace;
    t.targetId = at(targetPlace).id;
    t.script = script;
    t.status = Status::Running;
    t.killed = false;
    t.listed = true;
    t.inUse = true;
    t.position = 0;
    t.poll = {};
    t.stack.clear();
    t.parameters.clear();
    t.awaited.clear();
    Frame first;
    first.statement = program.scripts[static_cast<std::size_t>(script)].hat;
    t.stack.push_back(first);
    changed = true;
    return place;
}

void Machine::releaseThread(std::int32_t place) {
    Thread& t = *state.threads[static_cast<std::size_t>(place)];
    t.inUse = t.listed = false;
    t.stack.clear();
    t.parameters.clear();
    t.awaited.clear();
    state.freeThreads.push_back(place);
}

void Machine::retire(Thread& t) {
    t.stack.clear();
    t.parameters.clear();
    t.status = Status::Done;
    changed = true;
}

void Machine::kill(Thread& t) {
    t.killed = true;
    retire(t);
}

std::int32_t Machine::findListed(std::int32_t script, std::int32_t targetPlace) const {
    const std::uint32_t id = state.targets[static_cast<std::size_t>(targetPlace)]->id;
    for (std::size_t i = 0; i < state.threadList.size(); i++) {
        const Thread& t = *state.threads[static_cast<std::size_t>(state.threadList[i])];
        if (t.script == script && t.targetId == id) return static_cast<std::int32_t>(i);
    }
    return kNone;
}

void Machine::startHats(const HatGroup& group, std::int32_t onlyTarget, std::vector<std::uint32_t>* started) {
    if (group.empty) return;
    std::vector<std::int32_t> fresh;
    auto startOn = [&](std::int32_t targetPlace) {
        const auto sprite = static_cast<std::size_t>(at(targetPlace).sprite);
        for (std::int32_t script : group.scripts[sprite]) {
            const std::int32_t listed = findListed(script, targetPlace);
            if (listed == kNone) {
                fresh.push_back(newThread(script, targetPlace));
                state.threadList.push_back(fresh.back());
                continue;
            }
            std::int32_t& entry = state.threadList[static_cast<std::size_t>(listed)];
            Thread& old = *state.threads[static_cast<std::size_t>(entry)];
            if (blockRow(program.scripts[static_cast<std::size_t>(script)].opcode).restart) {
                // The new thread takes the old one's place in the list. If the old one is running, its slice
                // goes on.
                const std::int32_t oldPlace = entry;
                fresh.push_back(newThread(script, targetPlace));
                state.threadList[static_cast<std::size_t>(listed)] = fresh.back();
                old.listed = false;
                if (oldPlace == activePlace_) {
                    activeReplaced_ = true;
                } else {
                    releaseThread(oldPlace);
                }
            } else if (old.status == Status::Done) {
                fresh.push_back(newThread(script, targetPlace));
                state.threadList.push_back(fresh.back());
            }
        }
    };
    if (onlyTarget != kNone) {
        startOn(onlyTarget);
    } else {
        for (std::size_t i = state.execution.size(); i-- > 0;) startOn(state.execution[i]);
    }
    Thread* const running = thread;
    for (std::int32_t place : fresh) {
        thread = &*state.threads[static_cast<std::size_t>(place)];
        const StatementIndex hat = thread->stack.back().statement;
        if (coverage) coverage[hat] = 1;
        if (observer) observer->executed(hat, thread->target);
        goToNextBlock();
        if (started) started->push_back(thread->id);
    }
    thread = running;
}

// Hats with a condition are evaluated in every step, before the clock moves on, unless their script still
// runs.
void Machine::startEdgeHats() {
    retiredHats_ = 0;
    for (const HatGroup& group : program.edgeHats) {
        if (group.empty) continue;
        std::vector<std::pair<std::int32_t, std::int32_t>> firing;
        for (std::size_t i = state.execution.size(); i-- > 0;) {
            const std::int32_t place = state.execution[i];
            for (std::int32_t index : group.scripts[static_cast<std::size_t>(at(place).sprite)]) {
                const std::int32_t listed = findListed(index, place);
                if (listed != kNone) {
                    const auto old =
                        static_cast<std::size_t>(state.threadList[static_cast<std::size_t>(listed)]);
                    if (state.threads[old]->status != Status::Done) continue;
                }
                const Script& script = program.scripts[static_cast<std::size_t>(index)];
                target = &at(place);
                targetIndex = place;
                statement = script.hat;
                std::int8_t& memory = target->edgeValues[static_cast<std::size_t>(script.edgeSlot)];
                const bool now = boolean(script.condition);
                if (now && memory != 1) {
                    firing.emplace_back(index, place);
                } else {
                    retiredHats_++;
                }
                memory = now ? 1 : 0;
            }
        }
        for (auto [index, place] : firing) {
            const std::int32_t fresh = newThread(index, place);
            state.threadList.push_back(fresh);
            thread = &*state.threads[static_cast<std::size_t>(fresh)];
            const StatementIndex hat = thread->stack.back().statement;
            if (coverage) coverage[hat] = 1;
            if (observer) observer->executed(hat, place);
            goToNextBlock();
        }
    }
    thread = nullptr;
}

// ---- passes ----

void Machine::runPasses() {
    const bool watched =
        std::find(state.monitorVisible.begin(), state.monitorVisible.end(), 1) != state.monitorVisible.end();
    const std::int32_t budget = options.mode == Mode::Whisker ? 1 : options.passes;
    std::int32_t active = 1;
    bool first = true;
    state.passes = state.done = 0;
    // A visible monitor is a thread of its own that ends in the first pass.
    while ((!state.threadList.empty() || retiredHats_ > 0 || (watched && first)) && active > 0 &&
           state.passes < budget && (options.turbo || !state.redraw)) {
        state.passes++;
        changed = false;
        active = runPass(first);
        first = false;
        // Time stands still during a step: a pass that changed nothing would repeat itself until the budget
        // is used up.
        if (!changed && !state.redraw && active > 0) {
            state.passes = budget;
            break;
        }
    }
    thread = nullptr;
    activePlace_ = kNone;
}

// Gives every thread its slice; returns how many are running afterwards.
std::int32_t Machine::runPass(bool first) {
    std::int32_t active = 0;
    bool stopped = retiredHats_ > 0;
    stoppedAll_ = false;
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
        if (t.status == Status::YieldTick && first) t.status = Status::Running;
        if (t.status == Status::Running || t.status == Status::Yield) {
            activePlace_ = place;
            activeReplaced_ = false;
            runSlice(place);
            // Where the thread stands is part of what must repeat itself.
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
    if (stopped) pruneThreads();
    return active;
}

void Machine::pruneThreads() {
    changed = true;
    state.done += retiredHats_;
    retiredHats_ = 0;
    std::erase_if(state.threadList, [&](std::int32_t place) {
        const Thread& t = *state.threads[static_cast<std::size_t>(place)];
        if (!t.stack.empty() && t.status != Status::Done) return false;
        state.done++;
        releaseThread(place);
        return true;
    });
}

std::uint64_t Machine::signature(const Thread& t) {
    std::uint64_t hash = static_cast<std::uint64_t>(t.status) + 1;
    for (const Frame& f : t.stack)
        hash = (hash ^ static_cast<std::uint64_t>(f.statement + 2)) * 0x9E3779B97F4A7C15ull;
    return hash | 1;
}

// ---- slices ----

void Machine::pushFrame(StatementIndex index, bool warp) {
    if (thread->stack.size() % 4096 == 4095) {
        std::size_t frames = 0;
        for (const Box<Thread>& t : state.threads) frames += t->stack.size();
        if (thread->stack.size() >= kMaxDepth || frames >= kMaxFrames) {
            state.limits.stackDepth = true;
            kill(*thread);
            return;
        }
    }
    Frame f;
    f.statement = index;
    f.warp = warp;
    thread->stack.push_back(f);
}

void Machine::popFrame() {
    const Frame& f = thread->stack.back();
    if (f.call != kNone) thread->parameters.resize(static_cast<std::size_t>(f.parameters));
    thread->stack.pop_back();
}

// The next block uses the same level; everything but warp starts anew.
void Machine::goToNextBlock() {
    Frame& f = thread->stack.back();
    if (f.call != kNone) {
        thread->parameters.resize(static_cast<std::size_t>(f.parameters));
        f.call = kNone;
    }
    f.statement =
        f.statement == kNone ? kNone : program.statements[static_cast<std::size_t>(f.statement)].next;
    f.isLoop = f.started = false;
}

void Machine::prepare(std::int32_t preparation) {
    for (auto [e, cell] : program.preparations[static_cast<std::size_t>(preparation)].steps) {
        cells_[static_cast<std::size_t>(cell)] = value(e);
    }
}

void Machine::execute(StatementIndex index) {
    const Statement& s = program.statements[static_cast<std::size_t>(index)];
    statement = index;
    if (coverage) coverage[index] = 1;
    if (observer) observer->executed(index, targetIndex);
    if (s.preparation != kNone) prepare(s.preparation);
    s.run(*this, s);
}

void Machine::runSlice(std::int32_t place) {
    Thread& t = *state.threads[static_cast<std::size_t>(place)];
    thread = &t;
    targetIndex = t.target;
    target = &at(targetIndex);
    warpTiming_ = false;
    if (t.stack.back().statement == kNone) {
        popFrame();
        if (t.stack.empty()) {
            t.status = Status::Done;
            return;
        }
    }
    while (!t.stack.empty() && t.stack.back().statement != kNone) {
        const StatementIndex current = t.stack.back().statement;
        bool warp = t.stack.back().warp;
        if (warp && !warpTiming_) {
            warpTiming_ = true;
            warpChecks_ = 0;
        }
        execute(current);
        if (t.status != Status::Running) {
            if (t.status == Status::Yield) {
                t.status = Status::Running;
                if (warp && !isWarpTimeOver()) continue;
                return;
            }
            if (t.status != Status::Done) return;
        }
        if (!t.stack.empty() && t.stack.back().statement == current) goToNextBlock();
        while (t.stack.empty() || t.stack.back().statement == kNone) {
            if (!t.stack.empty()) popFrame();
            if (t.stack.empty()) {
                t.status = Status::Done;
                return;
            }
            const Frame& f = t.stack.back();
            if (f.isLoop) {
                if (!f.warp || isWarpTimeOver()) return;
                continue;
            }
            goToNextBlock();
        }
    }
}

void Machine::startBranch(StatementIndex branch, bool isLoop) {
    Frame& f = frame();
    f.isLoop = isLoop;
    pushFrame(branch, f.warp);
}

void Machine::startProcedure(std::int32_t callIndex) {
    const Call& call = program.calls[static_cast<std::size_t>(callIndex)];
    if (frame().started || call.procedure == kNone) return;
    const Procedure& procedure = program.procedures[static_cast<std::size_t>(call.procedure)];
    if (!procedure.hasPrototype) return;
    const auto base = static_cast<std::int32_t>(thread->parameters.size());
    for (std::size_t i = 0; i < procedure.names.size(); i++) {
        const ExpressionIndex e = call.arguments[i];
        Value argument = e == kNone ? procedure.defaults[i] : value(e);
        thread->parameters.push_back(std::move(argument));
    }
    frame().parameters = base;
    frame().call = callIndex;
    frame().started = true;
    if (procedure.definition == kNone) return;
    // A call is recursive if the same block is called from one of the six entries below.
    bool recursive = false;
    const auto& stack = thread->stack;
    for (std::size_t i = stack.size() - 1, seen = 0; i-- > 0 && seen < 6; seen++) {
        const Statement& s = program.statements[static_cast<std::size_t>(stack[i].statement)];
        if (s.opcode == Opcode::procedures_call &&
            program.calls[static_cast<std::size_t>(s.slot)].procedure == call.procedure) {
            recursive = true;
        }
    }
    pushFrame(procedure.definition, frame().warp);
    if (thread->stack.empty()) return;  // too deep
    if (frame().warp && isWarpTimeOver()) {
        yield();
    } else if (procedure.warp) {
        frame().warp = true;
    } else if (recursive) {
        yield();
    }
}

// Leaves everything up to the nearest call of a custom block, which is then executed once more and left.
void Machine::stopThisScript() {
    while (!thread->stack.empty()) {
        const StatementIndex top = frame().statement;
        if (top == kNone ||
            program.statements[static_cast<std::size_t>(top)].opcode == Opcode::procedures_call)
            break;
        popFrame();
    }
    if (thread->stack.empty()) thread->status = Status::Done;
}

void Machine::stopThreadsOf(std::int32_t index, const Thread* except) {
    clearQuestionsOf(index);
    TargetState& t = at(index);
    for (std::int32_t sound : t.waitingSounds) {
        Player& player = state.players[static_cast<std::size_t>(sound)];
        if (player.owner == t.id) stopPlayer(player);
    }
    t.waitingSounds.clear();
    for (std::int32_t place : state.threadList) {
        Thread& other = *state.threads[static_cast<std::size_t>(place)];
        if (&other != except && other.targetId == t.id) kill(other);
    }
}

void Machine::stopOtherScripts() { stopThreadsOf(targetIndex, thread); }

void Machine::awaitThreads() {
    bool waiting = false, allIdle = true;
    for (std::uint32_t id : thread->awaited) {
        const Thread* other = findThread(id);
        if (!other) continue;
        waiting = true;
        const bool isActive = !other->stack.empty() && other->status != Status::Done;
        if (isActive && other->status != Status::PromiseWait && other->status != Status::YieldTick)
            allIdle = false;
    }
    if (!waiting) return;
    if (allIdle) {
        yieldTick();
    } else {
        yield();
    }
}

// ---- green flag and stop ----

void Machine::resetForStop() {
    for (std::int32_t index : state.pane) {
        TargetState& t = at(index);
        t.bubble.text = String();
        removeBubble(t);
    }
    if (state.lastBubbleTimer != 0) removeTimer(state.lastBubbleTimer);
    state.lastBubbleTimer = 0;
    for (std::int32_t index : state.pane) {
        TargetState& t = at(index);
        stopSoundsOf(t);
        t.pitch = t.pan = 0;
    }
    // Speech ends at once; its threads are going away.
    std::erase_if(state.timers, [](const Timer& timer) { return timer.kind == Timer::Kind::Speech; });
    state.questions.clear();
    state.shownQuestion.reset();
    state.codeKeys.clear();
}

void Machine::stopAll() {
    changed = true;
    if (observer) observer->stoppedAll();
    resetForStop();
    const std::vector<std::int32_t> all = state.pane;
    for (std::int32_t index : all) {
        clearEffects(at(index));
        if (at(index).isClone) deleteTarget(index);
    }
    if (activePlace_ != kNone) kill(*state.threads[static_cast<std::size_t>(activePlace_)]);
    retiredHats_ = 0;
    if (activePlace_ != kNone && !stoppedAll_) {
        // A pass is running: it goes on over the old list.
        orphans_ = std::move(state.threadList);
        for (std::int32_t place : orphans_) state.threads[static_cast<std::size_t>(place)]->listed = false;
        stoppedAll_ = true;
    } else {
        for (std::int32_t place : state.threadList) releaseThread(place);
    }
    state.threadList.clear();
}

void Machine::greenFlag() {
    stopAll();
    state.answer = String();
    state.timerStart = options.whiskerTimerStep > 0 ? static_cast<double>(state.step) : state.now;
    for (std::int32_t index : state.pane) {
        TargetState& t = at(index);
        std::fill(t.edgeValues.begin(), t.edgeValues.end(), std::int8_t{-1});
        clearEffects(t);
    }
    startHats(program.flagHats);
}

double Machine::timerSeconds() const {
    if (options.whiskerTimerStep > 0)
        return (static_cast<double>(state.step) - state.timerStart) * options.whiskerTimerStep;
    return (state.now - state.timerStart) / 1000;
}

}  // namespace ounce
