#include "vm/canonical.h"

#include <algorithm>
#include <map>

#include "base/hash.h"

namespace ounce {
namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

bool isPolling(const Program& program, const Thread& t) {
    if (t.stack.empty() || !t.stack.back().started || t.stack.back().statement == kNone) return false;
    const Flow flow = blockRow(program.statements[at(t.stack.back().statement)].opcode).flow;
    return flow == Flow::Waits;
}

}  // namespace

Canonical::Canonical(const Program& program, Mode mode, bool drawsCount)
    : program_(&program), drawsCount_(drawsCount), countsSteps_(mode == Mode::Whisker) {
    const auto note = [&](Opcode opcode) {
        const std::uint64_t reads = blockRow(opcode).readFacets;
        readsTimer_ = readsTimer_ || (reads & facet::Timer);
        readsDate_ = readsDate_ || (reads & facet::Date);
        readsClock_ = readsClock_ || (reads & (facet::Clock | facet::Timer));
    };
    for (const Statement& s : program.statements) note(s.opcode);
    for (const Expression& e : program.expressions) note(e.opcode);
    for (const Script& script : program.scripts) note(script.opcode);
    // Any sound, once started, ends at a time of its own.
    readsClock_ = readsClock_ || program.playerCount > 0;
    for (const ProgramMonitor& monitor : program.monitors) note(findOpcode(monitor.opcode));
}

class Canonical::Writer {
  public:
    Writer(const Canonical& how, const State& state) : how_(how), program_(*how.program_), state_(state) {
        for (std::size_t i = 0; i < state.threadList.size(); i++)
            threads_[state.threads[at(state.threadList[i])]->id] = static_cast<std::int32_t>(i);
        for (std::size_t i = 0; i < state.pane.size(); i++)
            targets_[state.targets[at(state.pane[i])]->id] = static_cast<std::int32_t>(i);
    }

    StateKey key() {
        time();
        for (const std::int32_t place : state_.pane) target(*state_.targets[at(place)]);
        for (const std::int32_t place : state_.execution) hash_.add(targetOf(place));
        count(state_.threadList.size());
        for (const std::int32_t place : state_.threadList) thread(*state_.threads[at(place)]);
        timers();
        for (const Player& player : state_.players) sound(player);
        questions();
        devices();
        add(state_.tempo, state_.counter);
        for (const std::uint8_t visible : state_.monitorVisible) hash_.add(visible != 0);
        hash_.add(state_.runningThreads > 0);
        if (how_.drawsCount_) generator();
        if (state_.stage) state_.stage->canonical(hash_);
        return {hash_.high(), hash_.low()};
    }

  private:
    template <class... T>
    void add(const T&... values) {
        (hash_.add(values), ...);
    }
    void count(std::size_t n) { hash_.add(static_cast<std::uint64_t>(n)); }
    void value(const Value& v) { hash_.add(v.hash() + static_cast<std::uint64_t>(v.type())); }
    void text(const std::string& s) {
        count(s.size());
        for (const char c : s) hash_.add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
    }
    [[nodiscard]] std::int32_t targetOf(std::int32_t place) const {
        const auto found = targets_.find(state_.targets[at(place)]->id);
        return found == targets_.end() ? kNone : found->second;
    }
    [[nodiscard]] std::int32_t threadOf(std::uint32_t id) const {
        const auto found = threads_.find(id);
        return found == threads_.end() ? kNone : found->second;
    }

    void time() {
        if (how_.readsDate_) hash_.add(state_.step);
        if (how_.readsClock_) hash_.add(state_.step % 3);
        if (!how_.readsTimer_) return;
        // In steps or in milliseconds, as the machine counts it.
        add(state_.now - state_.timerStart, static_cast<double>(state_.step) - state_.timerStart);
    }

    void target(const TargetState& t) {
        add(std::int32_t{t.sprite}, t.isClone, t.visible, t.draggable, t.dragging,
            static_cast<std::int32_t>(t.rotationStyle), t.costume, t.x, t.y, t.direction, t.size, t.volume,
            t.pitch, t.pan, t.instrument);
        for (const double effect : t.effects) hash_.add(effect);
        value(t.bubble.text);
        hash_.add(t.bubble.think);
        pen(t.pen);
        for (const Value& variable : t.variables) value(variable);
        for (const List& list : t.lists) {
            count(list.size());
            for (const Value& item : list) value(item);
        }
        for (const std::int8_t edge : t.edgeValues) hash_.add(std::int32_t{edge});
        count(t.waitingSounds.size());
        for (const std::int32_t waiting : t.waitingSounds) hash_.add(waiting);
        if (!state_.stage) return;
        hash_.add(state_.stage->order(t.drawable));
        hash_.add(t.bubble.drawable == kNoDrawable ? kNone : state_.stage->order(t.bubble.drawable));
    }

    void pen(const PenState& p) {
        add(p.down, p.color, p.saturation, p.brightness, p.transparency, p.shade, p.attributes.diameter);
        for (const double channel : p.attributes.rgba) hash_.add(channel);
    }

    void thread(const Thread& t) {
        const bool isThere = state_.targets[at(t.target)]->id == t.targetId;
        add(t.script, isThere ? targetOf(t.target) : kNone, static_cast<std::int32_t>(t.status), t.killed);
        count(t.stack.size());
        for (const Frame& f : t.stack) {
            add(f.statement, f.call, f.isLoop, f.warp, f.started);
            // A counter of a block that has not begun, or parameters that nobody has, are left from before.
            if (f.started) hash_.add(f.counter);
            if (f.call != kNone) hash_.add(f.parameters);
        }
        count(t.parameters.size());
        for (const Value& parameter : t.parameters) value(parameter);
        for (const std::uint32_t id : t.awaited)
            if (threadOf(id) != kNone) hash_.add(threadOf(id));
        if (!isPolling(program_, t)) return;
        const Poll& p = t.poll;
        add((how_.countsSteps_ ? static_cast<double>(state_.step) : state_.now) - p.start,
            state_.now - p.start, p.duration, p.startX, p.startY, p.endX, p.endY);
    }

    // In the order in which they will go off.
    void timers() {
        std::vector<const Timer*> order;
        for (const Timer& timer : state_.timers) order.push_back(&timer);
        std::sort(order.begin(), order.end(), [](const Timer* a, const Timer* b) {
            return a->due != b->due ? a->due < b->due : a->id < b->id;
        });
        count(order.size());
        for (std::size_t i = 0; i < order.size(); i++) {
            const Timer& timer = *order[i];
            const auto target = targets_.find(timer.target);
            const bool isThere = target != targets_.end();
            const bool fits =
                isThere && state_.targets[at(state_.pane[at(target->second)])]->bubble.usage == timer.usage;
            add(timer.due - state_.now, static_cast<std::int32_t>(timer.kind), timer.think,
                threadOf(timer.thread), isThere ? target->second : kNone, fits, timer.player);
            hash_.add(timer.id == state_.lastBubbleTimer);
            numberOfTimer_[timer.id] = static_cast<std::int32_t>(i);
        }
    }

    void sound(const Player& player) {
        hash_.add(player.playing);
        const auto owner = targets_.find(player.owner);
        hash_.add(owner == targets_.end() ? kNone : owner->second);
        hash_.add(player.startingUntil > state_.now ? player.startingUntil - state_.now : -1.0);
        const auto timer = numberOfTimer_.find(player.timer);
        hash_.add(timer == numberOfTimer_.end() ? kNone : timer->second);
        count(player.waiting.size());
        for (const std::uint32_t id : player.waiting) hash_.add(threadOf(id));
    }

    void questions() {
        count(state_.questions.size());
        for (const Question& q : state_.questions) {
            value(Value(q.text));
            add(threadOf(q.thread), targetOf(q.target), q.wasVisible);
        }
        hash_.add(state_.shownQuestion.has_value());
        if (state_.shownQuestion) value(Value(*state_.shownQuestion));
        value(state_.answer);
    }

    void devices() {
        count(state_.keysDown.size());
        for (const std::string& key : state_.keysDown) text(key);
        count(state_.codeKeys.size());  // empty unless the program reads them
        for (const std::string& key : state_.codeKeys) text(key);
        const MouseState& m = state_.mouse;
        for (const std::optional<double>& coordinate : {m.clientX, m.clientY, m.x, m.y}) {
            hash_.add(coordinate.has_value());
            hash_.add(coordinate.value_or(0));
        }
        add(m.down, state_.loudness);
    }

    void generator() {
        hash_.add(static_cast<std::uint64_t>(state_.random.plain().state()));
        if (const auto& whiskers = state_.random.whiskers())
            for (const std::uint8_t byte : whiskers->state()) hash_.add(std::uint64_t{byte});
    }

    const Canonical& how_;
    const Program& program_;
    const State& state_;
    Hash hash_;
    std::map<std::uint32_t, std::int32_t> threads_, targets_;  // from ids to where they stand in their lists
    std::map<std::uint32_t, std::int32_t> numberOfTimer_;
};

StateKey Canonical::operator()(const State& state) const { return Writer(*this, state).key(); }

}  // namespace ounce
