// The inside of intervals.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "verify/intervals.h"

namespace ounce::verify {

using Trait = Invariants::Trait;
using Maybe = std::optional<Range>;

inline void joinInto(Maybe& a, const Range& b) { a = a ? join(*a, b) : b; }
inline void joinInto(Maybe& a, const Maybe& b) {
    if (b) joinInto(a, *b);
}

// How far a sprite's costumes reach from its position, at 100 % and unturned.
struct Reach {
    double left[2]{0, 0}, right[2]{0, 0}, bottom[2]{0, 0}, top[2]{0, 0};  // the least and the greatest of all
    double radius = 0;
    double narrowest = 0;  // the least width or height
    bool isAround = true;  // the position lies within every costume
};

// A script as it runs on the original of its sprite, or on one of its clones.
struct Unit {
    std::int32_t script = 0, actor = 0;
};

// Everything that was found out so far.
struct Knowledge {
    std::vector<Maybe> begins{};                 // by cell: how the run begins, how clones are born
    std::vector<std::vector<Maybe>> written{};   // by unit and local cell: where it yields
    std::vector<std::uint8_t> sent{}, cloned{};  // messages, sprites
    bool operator==(const Knowledge&) const = default;
};

struct Known {
    Range range{};
    // What it is if it was written since the script yielded last. Kept apart: where two ways meet, only one
    // of which writes, the other one's value is nothing that others could see because of this script.
    Maybe written{};
    bool operator==(const Known&) const = default;
};

// What a script knows at one point, of its own sprite and of the stage.
struct Env {
    std::vector<Known> cells{};
    bool isReachable = true;
    bool isFlagStep = false;  // surely
    bool operator==(const Env&) const = default;
};

class Analysis {
  public:
    Analysis(const Program& program, const spec::Monitor& monitor, const IntervalOptions& options,
             const Job& job);
    std::optional<Invariants> run();

  private:
    // ---- cells: intervals.cpp ----
    static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }
    [[nodiscard]] std::int32_t cellsOf(std::int32_t actor) const {
        return first_[at(actor + 1)] - first_[at(actor)];
    }
    // Local places: the actor's own cells, those of the stage, then the changes.
    [[nodiscard]] std::int32_t local(std::int32_t actor, std::int32_t cell) const;
    [[nodiscard]] std::int32_t localCount(std::int32_t actor) const;
    [[nodiscard]] std::int32_t ownPlace(Trait trait) const { return static_cast<std::int32_t>(trait); }
    [[nodiscard]] std::int32_t stagePlace(std::int32_t offset) const;
    [[nodiscard]] std::int32_t variablePlace(bool onStage, std::int32_t slot) const;
    [[nodiscard]] std::int32_t changePlace(std::int32_t place) const;
    [[nodiscard]] bool isOutside(std::int32_t cell) const {
        return std::ranges::binary_search(outside_, cell);
    }
    void findCells();
    void findThresholds();
    void findReaches();
    void begin();
    void sumUp();
    Knowledge round();
    [[nodiscard]] bool canStart(const Unit& unit) const;
    void runUnit(std::size_t unit);
    void findOthers();

    // ---- scripts: interval_scripts.cpp ----
    void sequence(StatementIndex first, Env& env);
    void statement(const Statement& s, Env& env);
    void motion(const Statement& s, Env& env);
    void looks(const Statement& s, Env& env);
    void loop(const Statement& s, Env& env);
    void call(const Statement& s, Env& env);
    void stop(const Statement& s, Env& env);
    void createClone(const Statement& s, Env& env);
    void broadcast(const Statement& s);
    void otherwise(const Statement& s, Env& env);
    void publish(const Env& env);
    void yield(Env& env);
    void assign(Env& env, std::int32_t place, const Range& value);
    void changes(Env& env, std::int32_t place, bool mayFall, bool mayRise);
    void moveTo(Env& env, const Range& x, const Range& y);
    Range fenced(const Env& env, const Range& wanted, bool horizontal) const;
    void turnTo(Env& env, const Range& direction);
    void anyCostume(Env& env, std::int32_t place, std::int32_t sprite);

    // ---- values: interval_values.cpp ----
    Range value(ExpressionIndex e, const Env& env);
    Range number(ExpressionIndex e, const Env& env) { return value(e, env).asNumber(); }
    Range report(const Expression& x, const Env& env);
    Truth truth(ExpressionIndex e, const Env& env);
    // What is left if the condition came out so; unreachable if it cannot.
    void assume(ExpressionIndex e, bool outcome, Env& env);
    void assumeComparison(const Expression& x, bool outcome, Env& env);
    std::int32_t placeOf(ExpressionIndex e) const;  // of the cell that an expression is; kNone: it is none
    const Value* constantIn(ExpressionIndex e) const;
    [[nodiscard]] std::int32_t named(ExpressionIndex e) const;  // a sprite; kNone: computed, or no sprite

    void joinEnv(Env& a, const Env& b) const;
    void widenEnv(Env& a, const Env& b, int times) const;
    // In the step in which the flag is clicked nobody asks for changes: those of the other one count.
    void joinChanges(Env& a, const Env& b) const;

    const Program& p_;
    const spec::Monitor& monitor_;
    IntervalOptions options_;
    const Job& job_;
    std::vector<std::int32_t> first_{};    // by actor
    std::vector<std::int32_t> tracked_{};  // cells of which changes are asked for
    std::vector<Reach> reaches_{};         // by sprite
    std::vector<std::uint8_t> draggable_{};
    std::vector<std::int32_t> outside_{};  // cells that players and the world write, ascending
    std::vector<double> thresholds_{};
    std::vector<Unit> units_{};
    Knowledge known_{}, next_{};
    // Of `known_`: by cell all values, and who writes it where.
    std::vector<Maybe> all_{};
    std::vector<Maybe> allChanges_{};
    std::vector<std::vector<std::pair<std::size_t, std::int32_t>>> writers_{};

    // While a unit runs:
    std::size_t unit_ = 0;
    std::vector<Maybe> others_{};  // by local cell: what may be written while it waits
    std::int32_t actor_ = 0, sprite_ = 0;
    int silent_ = 0;  // inside a loop whose ranges are not found yet
    std::int32_t preparation_ = kNone;
    struct Frame {
        std::int32_t procedure = kNone;
        std::vector<Range> parameters{};
        Env returned{};
    };
    std::vector<Frame> frames_{};
    std::uint64_t work_ = 0;
    bool failed_ = false;
};

}  // namespace ounce::verify
