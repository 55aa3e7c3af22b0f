// Threads come and go: hats start them, restarts replace them, `broadcast and wait` waits for them.
#include <algorithm>
#include <utility>

#include "vm/frames.h"
#include "vm/interpreter.h"

namespace ounce {
namespace {

constexpr std::uint64_t kThreadWork = 20;

}  // namespace

std::int32_t Interpreter::newThread(std::int32_t script, std::int32_t targetPlace) {
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

void Interpreter::releaseThread(std::int32_t place) {
    Thread& t = *state.threads[static_cast<std::size_t>(place)];
    t.inUse = t.listed = false;
    t.stack.clear();
    t.parameters.clear();
    t.awaited.clear();
    state.freeThreads.push_back(place);
}

void Interpreter::retire(Thread& t) {
    t.stack.clear();
    t.parameters.clear();
    t.status = Status::Done;
    changed = true;
}

void Interpreter::kill(Thread& t) {
    t.killed = true;
    retire(t);
}

std::int32_t Interpreter::findListed(std::int32_t script, std::int32_t targetPlace) const {
    const std::uint32_t id = state.targets[static_cast<std::size_t>(targetPlace)]->id;
    for (std::size_t i = 0; i < state.threadList.size(); i++) {
        const Thread& t = *state.threads[static_cast<std::size_t>(state.threadList[i])];
        if (t.script == script && t.targetId == id) return static_cast<std::int32_t>(i);
    }
    return kNone;
}

// An ended script can still be listed if a step broke off.
bool Interpreter::isRunning(std::int32_t script, std::int32_t targetPlace) const {
    const std::uint32_t id = state.targets[static_cast<std::size_t>(targetPlace)]->id;
    return std::any_of(state.threadList.begin(), state.threadList.end(), [&](std::int32_t place) {
        const Thread& t = *state.threads[static_cast<std::size_t>(place)];
        return t.script == script && t.targetId == id && t.status != Status::Done;
    });
}

void Interpreter::startHats(const HatGroup& group, std::int32_t onlyTarget,
                            std::vector<std::uint32_t>* started) {
    if (group.empty) return;
    std::vector<std::int32_t> fresh;
    auto startOn = [&](std::int32_t targetPlace) {
        const auto sprite = static_cast<std::size_t>(at(targetPlace).sprite);
        for (std::int32_t script : group.scripts[sprite]) {
            spend(kThreadWork + state.threadList.size() / 4);
            const bool restarts = blockRow(program.scripts[static_cast<std::size_t>(script)].opcode).restart;
            const std::int32_t listed = restarts ? findListed(script, targetPlace) : kNone;
            if (!restarts && isRunning(script, targetPlace)) continue;
            fresh.push_back(newThread(script, targetPlace));
            if (listed == kNone) {
                state.threadList.push_back(fresh.back());
                continue;
            }
            // The new thread takes the old one's place in the list. If the old one is running, its slice goes
            // on.
            const std::int32_t oldPlace =
                std::exchange(state.threadList[static_cast<std::size_t>(listed)], fresh.back());
            state.threads[static_cast<std::size_t>(oldPlace)]->listed = false;
            if (oldPlace == activePlace_) {
                activeReplaced_ = true;
            } else {
                releaseThread(oldPlace);
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
        enter(&*state.threads[static_cast<std::size_t>(place)]);
        const StatementIndex hat = thread->stack.back().statement;
        if (coverage) coverage[hat] = 1;
        if (observer) observer->executed(hat, thread->target);
        goToNextBlock();
        if (started) started->push_back(thread->id);
    }
    enter(running);
}

void Interpreter::broadcast(std::int32_t message, std::vector<std::uint32_t>* started) {
    if (observer) observer->broadcast(message);
    startHats(program.messageHats[static_cast<std::size_t>(message)], kNone, started);
}

// Hats with a condition are evaluated in every step, before the clock moves on, unless their script still
// runs.
void Interpreter::startEdgeHats() {
    retiredHats_.clear();
    enter(nullptr);
    for (const HatGroup& group : program.edgeHats) {
        if (group.empty) continue;
        std::vector<std::pair<std::int32_t, std::int32_t>> firing;
        for (std::size_t i = state.execution.size(); i-- > 0;) {
            const std::int32_t place = state.execution[i];
            for (std::int32_t index : group.scripts[static_cast<std::size_t>(at(place).sprite)]) {
                if (isRunning(index, place)) continue;
                const Script& script = program.scripts[static_cast<std::size_t>(index)];
                enter(place);
                statement = script.hat;
                std::int8_t& before = target->edgeValues[static_cast<std::size_t>(script.edgeSlot)];
                const bool now = decide(instructions_[script.hat], boolean(script.condition));
                if (now && before != 1) {
                    firing.emplace_back(index, place);
                } else {
                    retiredHats_.push_back(
                        {index, place, target->id, state.threadList.size() + firing.size()});
                }
                before = now ? 1 : 0;
            }
        }
        for (auto [index, place] : firing) {
            const std::int32_t fresh = newThread(index, place);
            state.threadList.push_back(fresh);
            enter(&*state.threads[static_cast<std::size_t>(fresh)]);
            const StatementIndex hat = thread->stack.back().statement;
            if (coverage) coverage[hat] = 1;
            if (observer) observer->executed(hat, place);
            goToNextBlock();
        }
    }
    enter(nullptr);
}

// The first pass broke off: ended hats stay listed until the next one has gone through. If none ever does,
// enough is enough.
void Interpreter::listRetiredHats() {
    constexpr std::size_t kMostThreads = 1000;
    if (state.threadList.size() > kMostThreads) retiredHats_.clear();
    std::ptrdiff_t shift = 0;
    for (const RetiredHat& hat : retiredHats_) {
        const auto at = static_cast<std::ptrdiff_t>(hat.before) + shift;
        if (this->at(hat.target).id != hat.targetId || at > std::ssize(state.threadList)) continue;
        const std::int32_t place = newThread(hat.script, hat.target);
        Thread& ended = *state.threads[static_cast<std::size_t>(place)];
        retire(ended);
        ended.killed = hat.killed;
        state.threadList.insert(state.threadList.begin() + at, place);
        shift++;
    }
    retiredHats_.clear();
}

void Interpreter::stopThreadsOf(std::int32_t index, const Thread* except) {
    clearQuestionsOf(index);
    TargetState& t = at(index);
    for (std::int32_t sound : t.waitingSounds) {
        Player& player = state.players[static_cast<std::size_t>(sound)];
        if (player.owner == t.id) stopPlayer(player);
    }
    t.waitingSounds.clear();
    spend(state.threadList.size() / 4);
    for (std::int32_t place : state.threadList) {
        Thread& other = *state.threads[static_cast<std::size_t>(place)];
        if (&other != except && other.targetId == t.id) kill(other);
    }
    for (RetiredHat& hat : retiredHats_) hat.killed |= hat.targetId == t.id;
}

void Interpreter::stopOtherScripts() { stopThreadsOf(targetIndex, thread); }

void Interpreter::awaitThreads() {
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

}  // namespace ounce
