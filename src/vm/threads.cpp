// Threads come and go: hats start them, restarts replace them, `broadcast and wait` waits for them.
#include <algorithm>

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

void Interpreter::startHats(const HatGroup& group, std::int32_t onlyTarget,
                            std::vector<std::uint32_t>* started) {
    if (group.empty) return;
    std::vector<std::int32_t> fresh;
    auto startOn = [&](std::int32_t targetPlace) {
        const auto sprite = static_cast<std::size_t>(at(targetPlace).sprite);
        for (std::int32_t script : group.scripts[sprite]) {
            spend(kThreadWork + state.threadList.size() / 4);
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
                enter(place);
                statement = script.hat;
                std::int8_t& before = target->edgeValues[static_cast<std::size_t>(script.edgeSlot)];
                const bool now = decide(instructions_[script.hat], boolean(script.condition));
                if (now && before != 1) {
                    firing.emplace_back(index, place);
                } else {
                    retiredHats_++;
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
