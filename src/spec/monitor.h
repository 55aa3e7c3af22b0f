// A property bound to a program: names looked up, ready to be watched. Immutable; what changes while a run is
// watched is a MonitorState, a value to be kept beside the machine's state.
//
// A run is a row of moments. A moment is something that happens (the flag, a click, a broadcast …) or the end
// of a step. Conditions are looked at when a step ends; events at their own moments, and so is what is
// joined to them with «and»: by the end of the step it may have changed. An event that stands where a
// condition is needed means: it happened in this step.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/value.h"
#include "spec/syntax.h"
#include "stage/stage.h"
#include "vm/attributes.h"
#include "vm/look.h"
#include "vm/program.h"

namespace ounce::spec {

struct Happening {
    enum class Kind : std::uint8_t {
        StepEnd,
        Flag,
        Stop,
        Broadcast,  // which: message
        Answered,
        Clicked,  // which: sprite, also for the others below
        Pressed,  // key
        Said,
        Cloned,
        Deleted,
    };
    Kind kind = Kind::StepEnd;
    std::int32_t which = kNone;
    std::string_view key{};
};

// What nodes look at, a bit for each thing; if there are many, several share one (inputs.h).
using InputSet = std::uint64_t;
// Part of every set of changes: what is not compared, because that would cost as much as to look again.
constexpr InputSet kAnything = 1;

// So many `some` and `every` may stand inside each other.
constexpr std::size_t kMostBound = 8;

struct Node {
    Code code = Code::Constant;
    bool isEvent = false;
    std::int32_t a = kNone, b = kNone, c = kNone;
    std::int32_t sprite = kNone;  // whose; its original has the same place among the targets
    std::int32_t bound = kNone;   // the one that `some` or `every` means now, counted from outside
    std::int32_t other = kNone;   // a second sprite, or a fourth part
    std::int32_t slot = kNone;    // variable, list, message
    std::int32_t cell = kNone;    // its first cell in MonitorState
    Attribute attribute = Attribute::X;
    Happening::Kind happening = Happening::Kind::StepEnd;
    InputSet inputs = 0;  // what it looks at itself
    Color color{};
    Value constant{};
    std::string key{};
    std::string text{};  // as written
};

enum class Outcome : std::uint8_t { Holds, Violated, Untriggered, Error };
// "holds", "violated", "untriggered", "error": the words of every report.
constexpr std::string_view outcomeName(Outcome outcome) {
    constexpr std::string_view kNames[] = {"holds", "violated", "untriggered", "error"};
    return kNames[static_cast<std::size_t>(outcome)];
}

struct MonitorState {
    // Something that is owed: a deadline, or a while during which something must hold.
    struct Promise {
        std::int64_t left = 0;  // full steps
        std::vector<Value> olds{};
        bool operator==(const Promise&) const = default;
    };
    std::vector<Value> cells{};
    std::vector<Promise> promises{};
    bool triggered = false;
    bool violated = false;
    std::uint64_t step = 0;  // in which it was violated; the first is 1
    std::string message{};   // what was seen then
    bool operator==(const MonitorState&) const = default;
};

struct Nearness;  // distance.h
struct Monitor;

// Who wants to know what a monitor found while it looked: a model checker, for which each comparison could
// have come out otherwise.
class ComparisonObserver {
  public:
    virtual ~ComparisonObserver() = default;
    virtual void looking(const Monitor& monitor) = 0;  // it begins to look at this moment
    virtual void compared(const Monitor& monitor, std::int32_t node, bool outcome) = 0;
};

struct Monitor {
    enum class Kind : std::uint8_t { Always, Never, Within, For, AfterAlways, Until };
    std::string name{}, explanation{};
    std::string error{};  // why it cannot be watched in this program; nothing below counts then

    std::vector<Node> nodes{};                // parts before the whole
    std::vector<std::int32_t> remembering{};  // those with cells, in that order
    std::vector<std::int32_t> changing{};     // of these, what an end of a step may change
    std::vector<std::int32_t> closing{};      // and what a step that is over does; the whole before its parts
    std::vector<std::int32_t> olds{};         // what is kept when the `after` part happens
    Kind kind = Kind::Always;
    std::int32_t trigger = kNone;    // the left side of an implication, or the `after` part
    std::int32_t condition = kNone;  // what must hold, or must not
    std::int32_t end = kNone;        // of `until`
    std::int64_t steps = 0;
    std::int32_t cells = 0;
    bool hearsEvents = false;  // false: only the ends of steps matter
    std::string text{}, triggerText{}, conditionText{};

    // When watching begins; the flag may have been clicked right before.
    [[nodiscard]] MonitorState start(Look& look) const;
    // `nearness`: also measures how far it is from being violated, which costs more. Says what must change
    // before the end of a step can have an effect: anything may, if the state did; else only what was looked
    // at, since the same state and the same values give the same again.
    InputSet at(const Happening& happening, Look& look, MonitorState& state, Nearness* nearness = nullptr,
                ComparisonObserver* observer = nullptr) const;
    [[nodiscard]] Outcome outcomeOf(const MonitorState& state) const;
};

// Binds every property. One that names what the program lacks becomes a monitor with an `error`.
std::vector<Monitor> bind(const Spec& spec, const Program& program);

}  // namespace ounce::spec
