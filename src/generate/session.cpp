#include "generate/session.h"

#include <algorithm>

namespace ounce {

Played playedNothing(const GenerationContext& context) { return playedNothing(context, context.seed); }

Played playedNothing(const GenerationContext& context, std::uint32_t seed) {
    Played played{context.start, context.startTrace};
    played.seed = seed;
    if (seed != context.seed) reseed(played.moment, seed);
    played.nearestAt.assign(context.goalCount(), 0);
    played.watch = context.startWatch;
    return played;
}

std::size_t groupsOf(const GenerationContext& context, const Played& played) {
    return played.events.empty() ? 0 : played.events.size() + (context.choosesSeed ? 1 : 0);
}

std::int32_t stepsOf(const UserEvent& event) {
    const bool lasts = event.kind == UserEvent::Kind::Wait || event.kind == UserEvent::Kind::KeyPress ||
                       event.kind == UserEvent::Kind::ClickAt;
    return (lasts && !event.atOnce ? event.steps : 0) + 1;
}

Session::Session(const GenerationContext& context, Played& played)
    : context_(context),
      played_(played),
      machine_(*context.program, played.moment.state, context.machine),
      collector_(context.fitness, played.trace) {
    collector_.attach(machine_);
    if (!context.properties.empty()) watch_.emplace(context.properties, machine_, played.watch);
}

bool Session::perform(const UserEvent& event, std::uint32_t kind) {
    played_.moment.user.perform(machine_, event);
    played_.events.push_back(event);
    played_.kinds.push_back(kind);
    return letGoBy(stepsOf(event));
}

bool Session::waitLonger(std::int32_t steps) {
    played_.events.back().steps += steps;
    return letGoBy(steps);
}

bool Session::letGoBy(std::int64_t steps) {
    for (; steps > 0; steps--) {
        // A single step may take a second.
        if (context_.job.isOver()) {
            cutLastEvent();
            return false;
        }
        step();
    }
    note();
    return true;
}

// The last event ends now, whatever it was to take.
void Session::cutLastEvent() {
    std::int64_t before = 0;
    for (std::size_t i = 0; i + 1 < played_.events.size(); i++) before += stepsOf(played_.events[i]);
    const std::int64_t done = played_.steps() - static_cast<std::int64_t>(context_.start.state.step) - before;
    UserEvent& last = played_.events.back();
    if (done <= 0) {  // as if nobody had done it: its effects are in no trace yet
        played_.events.pop_back();
        played_.kinds.pop_back();
        return;
    }
    if (last.kind == UserEvent::Kind::Wait) {
        last.steps = static_cast<std::int32_t>(done) - 1;
    } else if (done < stepsOf(last)) {
        last.atOnce = true;  // still held when the test ends
        if (done > 1) {
            played_.events.push_back(
                {.kind = UserEvent::Kind::Wait, .steps = static_cast<std::int32_t>(done) - 2});
            played_.kinds.push_back(0);
        }
    }
    note();
}

void Session::note() {
    // What is under way counts as of now, in every run alike: a test that goes on from a place that was kept
    // must not be told from one that ran through.
    played_.trace = collector_.trace(machine_);
    if (watch_) {
        played_.watch = watch_->state();
        played_.trace.further = nearestOf(played_.watch);
    }
    collector_.restart(played_.trace);
    collector_.attach(machine_);
}

void Session::step() {
    played_.moment.user.step(machine_);
    if (watch_) watch_->afterStep();
}

Improvement::Improvement(const GenerationContext& context, const RunTrace& trace)
    : context_(context), last_(trace), fitness_(context.fitnessOf(trace)) {}

bool Improvement::update(Played& played, const GoalFlags& covered) {
    if (played.trace == last_) return false;
    last_ = played.trace;
    std::vector<double> now = context_.fitnessOf(played.trace);
    bool better = false;
    for (std::size_t goal = 0; goal < now.size(); goal++) {
        if (now[goal] >= fitness_[goal]) continue;
        played.nearestAt[goal] = static_cast<std::uint32_t>(groupsOf(context_, played));
        better = better || !covered[goal];
    }
    fitness_ = std::move(now);
    if (better) played.usefulEvents = played.events.size();
    return better;
}

}  // namespace ounce
