// What was so when in runs of a program, in terms of checks that models can ask for. Rules are looked for in
// these, and only tried out as models afterwards.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/infer/play_runs.h"
#include "models/infer/world.h"

namespace ounce::models::inference {

// A check that holds at some moments of a run.
struct Atom {
    enum class Kind : std::uint8_t { Change, Value, Says, Touches, Edge, Key, Click, Backdrop };
    Kind kind = Kind::Change;
    Check check{};
    std::string words{};      // "Apple touches Bowl", "score rises by 5"
    std::int32_t thing = -1;  // which it is about, if it is about one
    std::int32_t sprite = -1;
    bool rare = false;      // worth asking for its causes
    double by = 0;          // Change: the amount; 0: any
    bool trembles = false;  // Change to and fro: this one direction says nothing

    // Something that happens, against something that lasts.
    [[nodiscard]] bool isEvent() const { return kind == Kind::Change; }
    [[nodiscard]] bool isInput() const { return kind == Kind::Key || kind == Kind::Click; }
};

std::vector<Atom> findAtoms(const World& world);

struct Trace {
    std::uint32_t steps = 0;    // until nothing happened any more, or the run was over
    bool ended = false;         // nothing happened any more, or the program stopped everything
    std::uint32_t stopped = 0;  // when it did that; 0: never
    // By atom: the steps (from 1) in which it held at some moment.
    std::vector<std::vector<std::uint32_t>> hits{};
    // By atom, for those that are rare: each time that it begins, which atoms held at the same moment.
    std::vector<std::vector<std::vector<bool>>> together{};
    // By thing: its value at the end of each step; texts are numbered.
    std::vector<std::vector<double>> values{};

    [[nodiscard]] bool holds(std::size_t atom, std::uint32_t step) const;
    // The first hit that is not before `step`; 0: none.
    [[nodiscard]] std::uint32_t next(std::size_t atom, std::uint32_t step) const;
    // Steps in which it holds and did not hold before; for a change all hits.
    [[nodiscard]] std::vector<std::uint32_t> begins(const Atom& what, std::size_t atom) const;
    [[nodiscard]] std::vector<std::uint32_t> ends(std::size_t atom) const;
};

struct Traces {
    std::vector<Atom> atoms{};
    std::vector<Trace> runs{};

    [[nodiscard]] std::size_t count(std::size_t atom) const;
    // The part of all steps in which it held.
    [[nodiscard]] double share(std::size_t atom) const;
};

// Adds what these runs show.
void watchRuns(const World& world, const Model& player, const Runs& runs, const std::vector<Start>& which,
               Traces& traces);

}  // namespace ounce::models::inference
