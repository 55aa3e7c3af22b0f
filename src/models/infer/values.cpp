// What things are at first, that they stay as they are, how far they go, that they are random.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

#include "models/infer/rules.h"

namespace ounce::models::inference {
namespace {

void proposeFirst(const Thing& thing, const Seen& seen, Candidates& candidates) {
    if (seen.first.size() != 1 || seen.first.begin()->size() > 60) return;
    const std::string& value = *seen.first.begin();
    Model model = small(thing.words + " at first", fmt::format("{} is {} at first.", thing.words, value),
                        {"start", "ready"});
    edge(model, 0, 1, "first", {}, {thing.compares("=", value)});
    candidates.push_back({.model = std::move(model), .weight = 40});
}

void proposeDirections(const Thing& thing, const Seen& seen, Candidates& candidates) {
    candidates.push_back(
        {.model = loop(thing.words + " stays", fmt::format("{} does not change.", thing.words),
                       {thing.changes("=", true)}, {never()}),
         .weight = 35,
         .telling = 1,
         .mayBeUntaken = true});
    if (!seen.numeric || seen.changes.empty()) return;
    for (const bool up : {false, true}) {
        const bool seenSo = std::any_of(seen.changes.begin(), seen.changes.end(),
                                        [&](const auto& change) { return (change.first > 0) == up; });
        if (seenSo) continue;
        candidates.push_back({.model = loop(thing.words + (up ? " never rises" : " never falls"),
                                            fmt::format("{} never {}.", thing.words, up ? "rises" : "falls"),
                                            {thing.changes(up ? "+" : "-")}, {never()}),
                              .weight = 55,
                              .telling = 1,
                              .mayBeUntaken = true});
    }
}

// A limit that is reached again and again, or that values lie near to, is one; the largest of some that
// become ever rarer is not.
struct Limits {
    double low = 0, high = 0;
    bool hasLow = false, hasHigh = false;
};
Limits limitsOf(const Traces& traces, std::size_t thing) {
    std::vector<double> values;
    for (const Trace& run : traces.runs) {
        double last = std::nan("");
        for (std::size_t step = 10; step < run.values[thing].size(); step++) {
            const double value = run.values[thing][step];
            if (value != last) values.push_back(value);
            last = value;
        }
    }
    Limits limits;
    if (values.size() < 20) return limits;
    std::sort(values.begin(), values.end());
    limits.low = values.front(), limits.high = values.back();
    const double range = limits.high - limits.low;
    if (range <= 0 || limits.high >= 1e12) return limits;
    const auto near = [&](bool high) {
        return std::count_if(values.begin(), values.end(), [&](double value) {
            return high ? value >= limits.high - range / 10 : value <= limits.low + range / 10;
        });
    };
    const auto exactly = [&](double value) {
        const auto [from, to] = std::equal_range(values.begin(), values.end(), value);
        return to - from;
    };
    const auto size = static_cast<std::ptrdiff_t>(values.size());
    limits.hasLow = near(false) * 30 >= size;
    limits.hasHigh = near(true) * 30 >= size;
    // Between two numbers at random the last one is seldom seen.
    if (exactly(limits.low) * 50 < size && exactly(limits.low) < 10)
        limits.low = std::floor(limits.low - range / 20);
    if (exactly(limits.high) * 50 < size && exactly(limits.high) < 10)
        limits.high = std::ceil(limits.high + range / 20);
    return limits;
}

void proposeRange(const Thing& thing, const Traces& traces, std::size_t index, Candidates& candidates) {
    const Limits limits = limitsOf(traces, index);
    if (!limits.hasLow && !limits.hasHigh) return;
    std::vector<Check> then;
    std::string words;
    if (limits.hasLow) {
        then.push_back(thing.compares(">=", numberText(limits.low)));
        words = fmt::format("not less than {}", numberText(limits.low));
    }
    if (limits.hasHigh) {
        then.push_back(thing.compares("<=", numberText(limits.high)));
        words += fmt::format("{}not more than {}", words.empty() ? "" : " and ", numberText(limits.high));
    }
    candidates.push_back({.model = loop(thing.words + " range", fmt::format("{} is {}.", thing.words, words),
                                        {}, std::move(then)),
                          .weight = 42,
                          .telling = 1});
    // It also goes there: to both ends of its range, in time.
    if (!limits.hasLow || !limits.hasHigh) return;
    const double quarter = (limits.high - limits.low) / 4;
    for (const bool high : {false, true}) {
        const double border = std::round(high ? limits.high - quarter : limits.low + quarter);
        std::uint32_t latest = 0;
        bool always = true;
        for (const Trace& run : traces.runs) {
            std::uint32_t first = 0;
            for (std::size_t step = 10; step < run.values[index].size() && first == 0; step++) {
                const double value = run.values[index][step];
                if (high ? value >= border : value <= border) first = static_cast<std::uint32_t>(step) + 1;
            }
            if (first == 0 && !run.ended) always = false;
            latest = std::max(latest, first);
        }
        if (!always || latest == 0 || latest * 2 + 15 > 35 * 30) continue;
        Model goes = small(fmt::format("{} gets {}", thing.words, high ? "large" : "small"),
                           fmt::format("{} is {} {} within {}.", thing.words, high ? "at least" : "at most",
                                       numberText(border), secondsText(latest * 2 + 15)),
                           {"init", "done"});
        edge(goes, 0, 1, "gets there", {thing.compares(high ? ">=" : "<=", numberText(border)), afterStart()})
            .forceAt = milliseconds(latest * 2 + 15);
        goes.nodes[1].stop = true;
        candidates.push_back({.model = std::move(goes), .weight = 38});
    }
}

void proposeRandom(const World& world, std::size_t index, Candidates& candidates) {
    const Thing& thing = world.things[index];
    if (!thing.isPosition()) return;
    const Seen& seen = world.seen[index];
    int all = 0, most = 0;
    for (const auto& [by, times] : seen.changes) all += times, most = std::max(most, times);
    // Many different amounts, none of them usual.
    if (seen.changes.size() < 30 || most * 5 > all) return;
    candidates.push_back(
        {.model =
             loop(thing.words + " is random",
                  fmt::format("Each new {} is another one, without a pattern.", thing.words),
                  {thing.changes("=", true)}, {check(CheckKind::RandomValue, {thing.sprite, thing.member})}),
         .weight = 75,
         .telling = 1});
}

// The first change comes at a time that is always about the same.
void proposeFirstChange(const World& world, const Traces& traces, std::size_t atom, Candidates& candidates) {
    const Atom& what = traces.atoms[atom];
    std::uint32_t earliest = 0xffffffff, latest = 0;
    std::size_t seen = 0;
    for (const Trace& run : traces.runs) {
        if (run.hits[atom].empty()) {
            if (!run.ended) return;
            continue;
        }
        seen++;
        earliest = std::min(earliest, run.hits[atom].front());
        latest = std::max(latest, run.hits[atom].front());
    }
    if (seen * 2 < traces.runs.size() || latest > 30 * 30) return;
    const bool exact = latest - earliest <= 2;
    // A time that differs needs room; the more it differs, the more.
    const std::uint32_t by = exact ? latest + 2 : latest * 2 + 15;
    if (by > 30 * 30 || (!exact && latest < 3)) return;
    Model model = small(fmt::format("{} for the first time", what.words),
                        exact && earliest > 3 ? fmt::format("First {} after {} to {}.", what.words,
                                                            secondsText(earliest - 2), secondsText(by))
                                              : fmt::format("{} within {}.", what.words, secondsText(by)),
                        {"init", "done"});
    std::vector<Check> then;
    if (exact && earliest > 3)
        then.push_back(check(CheckKind::TimeElapsed, {millisecondsText(earliest - 2)}));
    edge(model, 0, 1, "happens", {what.check}, std::move(then)).forceAt = std::ceil(by * 1000.0 / 30);
    model.nodes[1].stop = true;
    candidates.push_back({.model = std::move(model), .weight = exact ? 58 : 44});
    static_cast<void>(world);
}

void proposeClones(const World& world, Candidates& candidates) {
    for (const auto& [sprite, most] : world.mostInstances) {
        if (most < 2) continue;
        const std::string& name = world.program.sprites[static_cast<std::size_t>(sprite)].name;
        candidates.push_back(
            {.model = loop(fmt::format("{} clones", name),
                           fmt::format("There are never more than {} of {}.", most, name), {},
                           {check(CheckKind::NbrOfClones, {escaped(name), "<=", std::to_string(most)})}),
             .weight = 40,
             .telling = 1});
        Model some = small(fmt::format("{} is cloned", name),
                           fmt::format("There are clones of {} within 20 s.", name), {"init", "done"});
        edge(some, 0, 1, "cloned", {check(CheckKind::NbrOfClones, {escaped(name), ">", "1"})}).forceAt =
            20000;
        some.nodes[1].stop = true;
        candidates.push_back({.model = std::move(some), .weight = 41});
    }
}

}  // namespace

void proposeValues(const World& world, const Traces& traces, Candidates& candidates) {
    for (std::size_t i = 0; i < world.things.size(); i++) {
        proposeFirst(world.things[i], world.seen[i], candidates);
        proposeDirections(world.things[i], world.seen[i], candidates);
        if (!world.seen[i].changed || !world.seen[i].numeric) continue;
        proposeRange(world.things[i], traces, i, candidates);
        proposeRandom(world, i, candidates);
    }
    for (std::size_t atom = 0; atom < traces.atoms.size(); atom++) {
        if (!traces.atoms[atom].isInput()) proposeFirstChange(world, traces, atom, candidates);
    }
    proposeClones(world, candidates);
}

}  // namespace ounce::models::inference
