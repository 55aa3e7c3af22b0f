// What things are at first, that they stay as they are, how far they go, that they are random.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/steps.h"
#include "models/infer/rules.h"

namespace ounce::models::inference {
namespace {

std::string nameOf(const World& world, std::int32_t sprite) {
    return sprite == 0 ? "Stage" : world.program.sprites[static_cast<std::size_t>(sprite)].name;
}

// What the flag's scripts set, whatever it was before; one model for a sprite.
void proposeFirst(const World& world, const Traces& traces, std::int32_t sprite, Candidates& candidates) {
    std::vector<Check> then;
    std::string words;
    for (std::size_t i = 0; i < world.things.size(); i++) {
        const Thing& thing = world.things[i];
        const Seen& seen = world.seen[i];
        if (thing.owner != sprite || !seen.setAtStart || seen.first.size() != 1 || thing.isEffects())
            continue;
        const bool same = std::all_of(traces.runs.begin(), traces.runs.end(), [&](const Trace& run) {
            return run.values[i].empty() || run.values[i][0] == traces.runs[0].values[i][0];
        });
        if (!same || seen.first.begin()->size() > 60) continue;
        then.push_back(thing.compares("=", *seen.first.begin()));
        words += fmt::format("{}{} is {}", words.empty() ? "" : ", ", thing.words, *seen.first.begin());
    }
    if (then.empty()) return;
    Model model =
        small(nameOf(world, sprite) + " at first", fmt::format("At first {}.", words), {"start", "ready"});
    edge(model, 0, 1, "first", {}, std::move(then));
    candidates.push_back({.model = std::move(model), .weight = 70});
}

// What some block sets, and nothing changes any more; one model for a sprite.
void proposeConstant(const World& world, std::int32_t sprite, Candidates& candidates) {
    Model model = small(nameOf(world, sprite) + " stays", "", {"init", "play"});
    edge(model, 0, 1, "begin", {afterStart()});
    std::string words;
    for (std::size_t i = 0; i < world.things.size(); i++) {
        const Thing& thing = world.things[i];
        if (thing.owner != sprite || world.seen[i].changed || !thing.written) continue;
        edge(model, 1, 1, thing.words, {thing.changes("=", true)}, {never()});
        words += (words.empty() ? "" : ", ") + thing.words;
    }
    if (words.empty()) return;
    model.explanation = fmt::format("This never changes: {}.", words);
    candidates.push_back({.model = std::move(model), .weight = 36, .telling = 0, .mayBeUntaken = true});
}

void proposeDirections(const Thing& thing, const Seen& seen, Candidates& candidates) {
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
                          .telling = 1,
                          .howMuch = true});
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
        if (!always || latest == 0 || latest * 2 + 15 > 35 * kStepsPerSecond) continue;
        Model goes = small(fmt::format("{} gets {}", thing.words, high ? "large" : "small"),
                           fmt::format("{} is {} {} within {}.", thing.words, high ? "at least" : "at most",
                                       numberText(border), secondsText(latest * 2 + 15)),
                           {"init", "done"});
        edge(goes, 0, 1, "gets there", {thing.compares(high ? ">=" : "<=", numberText(border)), afterStart()})
            .forceAt = milliseconds(latest * 2 + 15);
        goes.nodes[1].stop = true;
        candidates.push_back({.model = std::move(goes), .weight = 38, .howMuch = true});
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
void proposeFirstChange(const Traces& traces, std::size_t atom, Candidates& candidates) {
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
    // What changes at the very start depends on how the project was saved.
    if (seen * 2 < traces.runs.size() || earliest <= 3) return;
    const bool exact = latest - earliest <= 2;
    if (!exact && earliest >= kStepsPerSecond) {
        const std::uint32_t from = earliest / 2;
        Model late =
            small(fmt::format("{} not too early", what.words),
                  fmt::format("Not before {}: {}.", secondsText(from), what.words), {"init", "done"});
        edge(late, 0, 1, "happens", {what.check}, {check(CheckKind::TimeElapsed, {millisecondsText(from)})});
        late.nodes[1].stop = true;
        candidates.push_back({.model = std::move(late), .weight = 43, .howMuch = true});
    }
    // A time that differs needs room; one that differs much says nothing.
    const std::uint32_t by = exact ? latest + 2 : latest * 2 + 15;
    if (by > 30 * kStepsPerSecond || latest > earliest * 4) return;
    Model model = small(fmt::format("{} for the first time", what.words),
                        exact && earliest > 3 ? fmt::format("First {} after {} to {}.", what.words,
                                                            secondsText(earliest - 2), secondsText(by))
                                              : fmt::format("{} within {}.", what.words, secondsText(by)),
                        {"init", "done"});
    std::vector<Check> then;
    if (exact && earliest > 3)
        then.push_back(check(CheckKind::TimeElapsed, {millisecondsText(earliest - 2)}));
    edge(model, 0, 1, "happens", {what.check}, std::move(then)).forceAt = std::ceil(millisecondsOf(by));
    model.nodes[1].stop = true;
    candidates.push_back({.model = std::move(model), .weight = exact ? 58 : 44, .howMuch = exact});
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
             .telling = 1,
             .howMuch = true});
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
    for (std::size_t sprite = 0; sprite < world.program.sprites.size(); sprite++) {
        proposeFirst(world, traces, static_cast<std::int32_t>(sprite), candidates);
        proposeConstant(world, static_cast<std::int32_t>(sprite), candidates);
    }
    for (std::size_t i = 0; i < world.things.size(); i++) {
        if (!world.things[i].written) continue;
        proposeDirections(world.things[i], world.seen[i], candidates);
        if (!world.seen[i].changed || !world.seen[i].numeric) continue;
        proposeRange(world.things[i], traces, i, candidates);
        proposeRandom(world, i, candidates);
    }
    for (std::size_t atom = 0; atom < traces.atoms.size(); atom++) {
        if (!traces.atoms[atom].isInput()) proposeFirstChange(traces, atom, candidates);
    }
    proposeClones(world, candidates);
}

}  // namespace ounce::models::inference
