// Everything that changes while a program runs, as a value: copy it, compare it, hash it, throw it away.
// Texts, lists and the pen layer are shared copy-on-write, so a copy costs what the number of sprites,
// variables and threads costs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/list.h"
#include "base/value.h"
#include "vm/generator.h"
#include "vm/program.h"

namespace ounce {

// A value on the heap: copies when copied, and stays where it is when the vector around it grows.
template <class T>
class Box {
  public:
    Box() : pointer_(std::make_unique<T>()) {}
    Box(const Box& other) : pointer_(std::make_unique<T>(*other)) {}
    Box(Box&&) noexcept = default;
    Box& operator=(const Box& other) {
        *pointer_ = *other;
        return *this;
    }
    Box& operator=(Box&&) noexcept = default;
    T& operator*() { return *pointer_; }
    const T& operator*() const { return *pointer_; }
    T* operator->() { return pointer_.get(); }
    const T* operator->() const { return pointer_.get(); }
    bool operator==(const Box& other) const { return *pointer_ == *other; }

  private:
    std::unique_ptr<T> pointer_;
};

// Equal bit by bit: a position that is not a number equals itself, which == would deny.
inline bool sameNumbers(std::initializer_list<double> a, std::initializer_list<double> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    });
}

enum class Status : std::uint8_t { Running, PromiseWait, Yield, YieldTick, Done };

// One level of a thread's stack.
struct Frame {
    StatementIndex statement = kNone;  // kNone: an empty branch, or the end of one
    std::int32_t parameters = 0;       // where the parameters begin in Thread::parameters
    std::int32_t call = kNone;         // the call whose parameters these are; kNone: no parameters here
    bool isLoop = false;
    bool warp = false;
    bool started =
        false;           // the statement was executed before and keeps something: a counter, a timer, a call
    double counter = 0;  // repeat: what is left; for each: the index
    bool operator==(const Frame&) const = default;
};

// What the statement on top of the stack keeps between two polls. Only leaves poll, so a thread needs one of
// these.
struct Poll {
    double start = 0, duration = 0;
    double startX = 0, startY = 0, endX = 0, endY = 0;
    bool operator==(const Poll& o) const {
        return sameNumbers({start, duration, startX, startY, endX, endY},
                           {o.start, o.duration, o.startX, o.startY, o.endX, o.endY});
    }
};

struct Thread {
    std::uint32_t id = 0;
    std::int32_t target = kNone;  // index into State::targets
    std::uint32_t targetId = 0;   // whose id it had when the thread began: a place can be used again
    std::int32_t script = kNone;
    Status status = Status::Running;
    bool killed = false;
    bool listed = false;  // in the thread list; a restarted thread finishes its slice outside
    bool inUse = false;
    std::uint64_t position = 0;  // signature of the stack after the last slice; only saves work, not compared
    Poll poll;
    std::vector<Frame> stack;
    std::vector<Value> parameters;
    std::vector<std::uint32_t> awaited;  // threads that `broadcast and wait` waits for

    bool operator==(const Thread& other) const {
        return id == other.id && target == other.target && targetId == other.targetId &&
               script == other.script && status == other.status && killed == other.killed &&
               listed == other.listed && inUse == other.inUse && poll == other.poll && stack == other.stack &&
               parameters == other.parameters && awaited == other.awaited;
    }
};

struct Bubble {
    Value text;  // as shown; empty: none
    bool think = false;
    std::uint32_t usage = 0;  // changes with every say, so that an old timer leaves a new bubble alone
    DrawableId drawable = kNoDrawable;
    bool operator==(const Bubble&) const = default;
};

struct PenState {
    bool down = false;
    double color = 66.66, saturation = 100, brightness = 100, transparency = 0, shade = 50;
    PenAttributes attributes;
    bool operator==(const PenState& other) const {
        return down == other.down && color == other.color && saturation == other.saturation &&
               brightness == other.brightness && transparency == other.transparency && shade == other.shade &&
               attributes.diameter == other.attributes.diameter && attributes.rgba == other.attributes.rgba;
    }
};

// The stage, a sprite or a clone.
struct TargetState {
    std::uint32_t id = 0;  // never used twice in a run; 0: this place is free
    std::int16_t sprite = 0;
    bool isClone = false;
    bool visible = true;
    bool draggable = false;
    bool dragging = false;
    RotationStyle rotationStyle = RotationStyle::AllAround;
    std::int32_t costume = 0;
    DrawableId drawable = kNoDrawable;
    double x = 0, y = 0, direction = 90, size = 100;
    double volume = 100, pitch = 0, pan = 0;
    std::array<double, EffectCount> effects{};
    Bubble bubble;
    PenState pen;
    std::int32_t instrument = 0;
    std::vector<Value> variables;
    std::vector<List> lists;
    std::vector<std::int8_t> edgeValues;      // -1 unknown, 0 false, 1 true, by Script::edgeSlot
    std::vector<std::int32_t> waitingSounds;  // sounds that `play until done` of this target waits for
    bool operator==(const TargetState& o) const {
        auto others = [](const TargetState& t) {
            return std::tie(t.id, t.sprite, t.isClone, t.visible, t.draggable, t.dragging, t.rotationStyle,
                            t.costume, t.drawable, t.bubble, t.pen, t.instrument, t.variables, t.lists,
                            t.edgeValues, t.waitingSounds, t.effects);
        };
        return sameNumbers({x, y, direction, size, volume, pitch, pan},
                           {o.x, o.y, o.direction, o.size, o.volume, o.pitch, o.pan}) &&
               others(*this) == others(o);
    }
};

// A sound of a sprite, playing or not.
struct Player {
    bool playing = false;
    std::uint32_t owner = 0;  // id of the target that started it last
    double startingUntil = -1;
    std::uint32_t timer = 0;
    std::vector<std::uint32_t> waiting;  // threads
    bool operator==(const Player&) const = default;
};

// Something that happens at a time of its own, between two steps.
struct Timer {
    enum class Kind : std::uint8_t { Bubble, Sound, Speech };
    double due = 0;
    std::uint32_t id = 0;  // order of creation
    Kind kind = Kind::Bubble;
    bool think = false;
    std::uint32_t thread = 0;
    std::uint32_t target = 0;  // id
    std::uint32_t usage = 0;
    std::int32_t player = kNone;
    bool operator==(const Timer&) const = default;
};

struct Question {
    String text;
    std::uint32_t thread = 0;
    std::int32_t target = kNone;
    bool wasVisible = false;
    bool operator==(const Question&) const = default;
};

struct MouseState {
    std::optional<double> clientX{}, clientY{};  // on a canvas of 480 × 360, not limited
    std::optional<double> x{}, y{};              // stage coordinates, rounded and limited
    bool down = false;
    bool operator==(const MouseState&) const = default;
};

// What a run had to cut off so as not to grow without end; reported, never silent.
struct Limits {
    bool textLength = false;  // a text reached its greatest length
    bool stackDepth = false;  // a script that called itself without end was stopped
    bool warp = false;        // a warp loop used up its budget
    bool clones = false;      // a clone beyond the 300th was asked for
    bool listLength = false;  // an item beyond the 200000th was added
    bool memory = false;      // texts and lists grew beyond the limit; the program was stopped
    bool work = false;        // a step had too much to do; the rest was left to the next
    bool operator==(const Limits&) const = default;
};

// At least what texts, lists and parameters take, in bytes: what they took when they were last counted, and
// all that was made since. Two states are the same whatever it says.
struct MemoryBound {
    std::uint64_t bytes = 0;
    bool operator==(const MemoryBound&) const { return true; }
};

struct State {
    std::uint64_t step = 0;  // steps done
    double now = 0;          // ms since the start of the run: the clock of the last step
    double timerStart = 0;
    Generator random;
    std::uint32_t nextId = 1;  // threads, targets, timers, bubbles

    std::vector<Box<TargetState>> targets;  // places; the lists below say which are there
    std::vector<std::int32_t> pane;         // originals in file order, then clones in order of creation
    std::vector<std::int32_t> execution;    // back to front, the stage first
    std::int32_t cloneCount = 0;

    std::vector<Box<Thread>> threads;                    // places
    std::vector<std::int32_t> threadList;                // in execution order
    std::vector<std::int32_t> freeThreads, freeTargets;  // places to use again
    std::vector<Timer> timers;
    std::vector<Player> players;
    std::vector<Question> questions;
    std::optional<String> shownQuestion{};  // what the prompt shows; none: no prompt
    Value answer{String()};
    std::vector<std::string> keysDown;  // in the order in which they went down
    std::vector<std::string> codeKeys;  // the last keys pressed, for Makey Makey's sequences
    MouseState mouse;
    double loudness = -1;
    double tempo = 60;
    double counter = 0;
    std::uint32_t lastBubbleTimer = 0;
    std::int32_t runningThreads = 0;  // at the end of the last step; tells when the program stops
    std::vector<std::uint8_t> monitorVisible;
    Limits limits;
    MemoryBound memory;
    std::optional<StageState> stage{};  // none: without renderer

    // The last step, for traces and observers.
    bool redraw = false;
    std::int32_t passes = 0;
    std::int32_t done = 0;

    bool operator==(const State&) const = default;
    [[nodiscard]] std::uint64_t hash() const;
};

struct MachineOptions;
// The state a program is in right after loading.
State initialState(const Program& program, const MachineOptions& options, std::uint32_t seed);

}  // namespace ounce
