#include "vm/canonical.h"

#include <algorithm>
#include <array>

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
    for (const Statement& s : program.statements) {
        note(s.opcode);
        const std::uint64_t writes = blockRow(s.opcode).writtenFacets;
        hasSounds_ = hasSounds_ || (writes & facet::Sound);
        hasEffects_ = hasEffects_ || (writes & facet::Effects);
        // Whoever moves may draw, but only a block of the pen changes the pen.
        hasPen_ = hasPen_ || ((writes & facet::Pen) && !(writes & facet::Position));
    }
    for (const Expression& e : program.expressions) note(e.opcode);
    for (const Script& script : program.scripts) note(script.opcode);
    // Any sound, once started, ends at a time of its own.
    readsClock_ = readsClock_ || program.playerCount > 0;
    for (const ProgramMonitor& monitor : program.monitors) note(findOpcode(monitor.opcode));
}

class Canonical::Writer {
  public:
    Writer(const Canonical& how, const State& state) : how_(how), program_(*how.program_), state_(state) {
        if (state.targets.size() > few_.size()) {
            many_.resize(state.targets.size());
            stands_ = many_.data();
        }
        std::fill_n(stands_, state.targets.size(), kNone);
        for (std::size_t i = 0; i < state.pane.size(); i++)
            stands_[at(state.pane[i])] = static_cast<std::int32_t>(i);
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

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
    static std::uint64_t both(std::int32_t a, std::int32_t b) {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(a)) << 32 |
               static_cast<std::uint32_t>(b);
    }
    void value(const Value& v) { hash_.add(v.hash() + static_cast<std::uint64_t>(v.type())); }
    void text(const std::string& s) {
        count(s.size());
        for (const char c : s) hash_.add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
    }
    // Where somebody stands in the list of the targets, or of the threads.
    [[nodiscard]] std::int32_t targetOf(std::int32_t place) const { return stands_[at(place)]; }
    [[nodiscard]] std::int32_t targetOfId(std::uint32_t id) const {
        for (std::size_t i = 0; i < state_.pane.size(); i++)
            if (state_.targets[at(state_.pane[i])]->id == id) return static_cast<std::int32_t>(i);
        return kNone;
    }
    [[nodiscard]] std::int32_t threadOf(std::uint32_t id) const {
        for (std::size_t i = 0; i < state_.threadList.size(); i++)
            if (state_.threads[at(state_.threadList[i])]->id == id) return static_cast<std::int32_t>(i);
        return kNone;
    }

    void time() {
        if (how_.readsDate_) hash_.add(state_.step);
        if (how_.readsClock_) hash_.add(state_.step % 3);
        if (!how_.readsTimer_) return;
        // In steps or in milliseconds, as the machine counts it.
        add(state_.now - state_.timerStart, static_cast<double>(state_.step) - state_.timerStart);
    }

    void target(const TargetState& t) {
        const auto flag = [](bool is, int place) { return std::uint64_t{is} << place; };
        hash_.add(static_cast<std::uint64_t>(static_cast<std::uint16_t>(t.sprite)) |
                  static_cast<std::uint64_t>(static_cast<std::uint32_t>(t.costume)) << 16 |
                  static_cast<std::uint64_t>(t.rotationStyle) << 48 | flag(t.isClone, 56) |
                  flag(t.visible, 57) | flag(t.draggable, 58) | flag(t.dragging, 59) |
                  flag(t.bubble.think, 60) | flag(t.pen.down, 61));
        add(t.x, t.y, t.direction, t.size);
        value(t.bubble.text);
        if (how_.hasSounds_) add(t.volume, t.pitch, t.pan, t.instrument);
        if (how_.hasEffects_)
            for (const double effect : t.effects) hash_.add(effect);
        if (how_.hasPen_) pen(t.pen);
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
        add(p.color, p.saturation, p.brightness, p.transparency, p.shade, p.attributes.diameter);
        for (const double channel : p.attributes.rgba) hash_.add(channel);
    }

    void thread(const Thread& t) {
        const bool isThere = state_.targets[at(t.target)]->id == t.targetId;
        const std::int32_t target = isThere ? targetOf(t.target) : kNone;
        hash_.add(both(t.script, target));
        hash_.add(static_cast<std::uint64_t>(t.status) | std::uint64_t{t.killed} << 8 |
                  static_cast<std::uint64_t>(t.stack.size()) << 16);
        for (const Frame& f : t.stack) {
            hash_.add(both(f.statement, f.call));
            hash_.add(std::uint64_t{f.isLoop} | std::uint64_t{f.warp} << 1 | std::uint64_t{f.started} << 2);
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
        count(state_.timers.size());
        if (state_.timers.empty()) return;
        std::vector<const Timer*> order;
        for (const Timer& timer : state_.timers) order.push_back(&timer);
        std::sort(order.begin(), order.end(), [](const Timer* a, const Timer* b) {
            return a->due != b->due ? a->due < b->due : a->id < b->id;
        });
        for (const Timer* each : order) {
            const Timer& timer = *each;
            const std::int32_t target = targetOfId(timer.target);
            const bool fits =
                target != kNone && state_.targets[at(state_.pane[at(target)])]->bubble.usage == timer.usage;
            add(timer.due - state_.now, static_cast<std::int32_t>(timer.kind), timer.think,
                threadOf(timer.thread), target, fits, timer.player);
            hash_.add(timer.id == state_.lastBubbleTimer);
            timersInOrder_.push_back(timer.id);
        }
    }

    void sound(const Player& player) {
        hash_.add(std::uint64_t{player.playing} | static_cast<std::uint64_t>(player.waiting.size()) << 1);
        hash_.add(targetOfId(player.owner));
        hash_.add(player.startingUntil > state_.now ? player.startingUntil - state_.now : -1.0);
        const auto timer = std::find(timersInOrder_.begin(), timersInOrder_.end(), player.timer);
        hash_.add(timer == timersInOrder_.end() ? kNone
                                                : static_cast<std::int32_t>(timer - timersInOrder_.begin()));
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
    // Where each place's target stands in the list; few states have more than a few.
    std::array<std::int32_t, 64> few_;
    std::vector<std::int32_t> many_;
    std::int32_t* stands_ = few_.data();
    std::vector<std::uint32_t> timersInOrder_;
};

StateKey Canonical::operator()(const State& state) const { return Writer(*this, state).key(); }

}  // namespace ounce
