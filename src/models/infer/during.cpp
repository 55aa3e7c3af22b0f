// As long as something lasts, something happens in every step (a key is held: the bowl moves by ten), or
// something has a certain value (the bananas are hidden: they are at the top).
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "models/infer/rules.h"

namespace ounce::models::inference {
namespace {

constexpr std::size_t kFewest = 20, kMostExcuses = 6, kMostCases = 12000;

// Well inside of the range that a thing has: nobody gets beyond the border of the stage.
struct Inside {
    std::size_t thing = 0;
    double low = 0, high = 0;

    [[nodiscard]] bool holds(const Trace& run, std::uint32_t step) const {
        const double value = run.values[thing][step - 1];
        return value > low && value < high;
    }
};

// The cases of "while `state` lasts, `event` happens": one for each step (`inside`: in which that is so).
std::vector<Case> casesOf(const Traces& traces, std::size_t state, std::size_t event,
                          const std::vector<std::size_t>& others, const Inside* inside = nullptr) {
    std::vector<Case> cases;
    // The last runs first: they are there because rules failed in them.
    for (std::size_t r = traces.runs.size(); r-- > 0;) {
        const Trace& run = traces.runs[r];
        for (const std::uint32_t step : run.hits[state]) {
            if (step < 10 || step + 3 >= run.steps || (inside && !inside->holds(run, step))) continue;
            Case one{.exception = !run.holds(event, step) && !run.holds(event, step + 1),
                     .holds = std::vector<bool>(traces.atoms.size())};
            for (const std::size_t other : others) one.holds[other] = run.holds(other, step);
            cases.push_back(std::move(one));
            if (cases.size() >= kMostCases) return cases;
        }
    }
    return cases;
}

// The atom that says that a sprite touches the edge; none: past the end.
std::size_t edgeOf(const Traces& traces, std::int32_t sprite) {
    std::size_t i = 0;
    while (i < traces.atoms.size() &&
           (traces.atoms[i].kind != Atom::Kind::Edge || traces.atoms[i].sprite != sprite))
        i++;
    return i;
}

Candidate rate(const Traces& traces, std::size_t state, std::size_t event,
               const std::vector<std::size_t>& but) {
    const Atom& cause = traces.atoms[state];
    const Atom& effect = traces.atoms[event];
    std::vector<Check> when{cause.check};
    for (const std::size_t guard : but) when.push_back(negation(traces.atoms[guard].check));
    const int exact = effect.by != 0 ? 2 : (effect.check.args[2] == "=" ? 0 : 1);
    Candidate candidate{
        .weight = (cause.kind == Atom::Kind::Key ? 95 : 65) - static_cast<int>(but.size()) + exact * 6,
        .telling = 1,
        .howMuch = effect.by != 0,
        .only = fmt::format("rate {} {}", cause.words, effect.thing)};
    candidate.model =
        loop(fmt::format("{} while {}", effect.words, cause.words),
             fmt::format("As long as {}, {}{}.", cause.words, effect.words, unless(traces, but)),
             std::move(when), {effect.check});
    return candidate;
}

// What was found for one state and one effect.
struct Rate {
    std::size_t state = 0, event = 0;
    std::vector<std::size_t> but{};
};

void addOnce(std::vector<std::size_t>& all, std::size_t one) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

// What keeps one key from moving a thing keeps the others from it, too, even if that was not seen yet.
void shareExcuses(const Traces& traces, std::vector<Rate>& rates) {
    const std::size_t own = rates.size();
    for (std::size_t a = 0; a < own; a++) {
        if (traces.atoms[rates[a].state].kind != Atom::Kind::Key) continue;
        Rate more = rates[a];
        for (std::size_t b = 0; b < own; b++) {
            if (traces.atoms[rates[b].state].kind != Atom::Kind::Key) continue;
            if (traces.atoms[rates[a].event].thing != traces.atoms[rates[b].event].thing) continue;
            for (const std::size_t excuse : rates[b].but) {
                if (excuse != more.state) addOnce(more.but, excuse);
            }
        }
        if (more.but.size() > rates[a].but.size() && more.but.size() <= kMostExcuses)
            rates.push_back(std::move(more));
    }
}

bool trembles(const Traces& traces, std::int32_t thing) {
    return std::any_of(traces.atoms.begin(), traces.atoms.end(),
                       [&](const Atom& atom) { return atom.thing == thing && atom.trembles; });
}

Inside insideOf(const World& world, std::int32_t thing) {
    const auto index = static_cast<std::size_t>(thing);
    const Seen& seen = world.seen[index];
    const double room = (seen.high - seen.low) / 6;
    return {index, std::round(seen.low + room), std::round(seen.high - room)};
}

// A key moves a thing, perhaps not at the ends of its range.
Candidate rateInside(const World& world, const Traces& traces, const Rate& one, const Inside& inside) {
    Candidate candidate = rate(traces, one.state, one.event, one.but);
    const std::string low = numberText(inside.low), high = numberText(inside.high);
    std::vector<Check>& when = candidate.model.edges[1].conditions;
    when.push_back(world.things[inside.thing].compares(">", low));
    when.push_back(world.things[inside.thing].compares("<", high));
    candidate.model.explanation.insert(candidate.model.explanation.size() - 1,
                                       fmt::format(", between {} and {}", low, high));
    candidate.weight -= 4;
    return candidate;
}

void proposeRates(const World& world, const Traces& traces, Candidates& candidates) {
    std::vector<Rate> rates;
    std::vector<std::size_t> lasting;
    for (std::size_t i = 0; i < traces.atoms.size(); i++) {
        if (!traces.atoms[i].isEvent() && traces.count(i) > 0) lasting.push_back(i);
    }
    for (const std::size_t state : lasting) {
        const Atom& cause = traces.atoms[state];
        for (std::size_t e = 0; e < traces.atoms.size(); e++) {
            const Atom& effect = traces.atoms[e];
            if (!effect.isEvent() || traces.count(e) < kFewest || trembles(traces, effect.thing)) continue;
            if (effect.thing == cause.thing) continue;
            // What happens anyway has nothing to do with it, unless it is about the sprite itself.
            const bool own =
                effect.sprite == cause.sprite && !cause.isInput() && cause.kind != Atom::Kind::Edge;
            if (traces.share(e) > 0.5 && !own) continue;
            std::size_t hits = 0, all = 0;
            for (const Trace& run : traces.runs) {
                for (const std::uint32_t step : run.hits[state]) {
                    if (step < 10) continue;
                    all++;
                    hits += run.holds(e, step) || run.holds(e, step + 1);
                }
            }
            if (hits < kFewest || hits * 10 < all) continue;
            std::vector<std::size_t> among;
            for (const std::size_t other : lasting) {
                if (other == state || traces.atoms[other].thing == effect.thing) continue;
                if (traces.atoms[other].sprite >= 0 && traces.atoms[other].sprite != effect.sprite &&
                    traces.atoms[other].kind != Atom::Kind::Value)
                    continue;
                among.push_back(other);
            }
            std::vector<std::size_t> but;
            if (cause.kind == Atom::Kind::Key) {
                const Inside inside = insideOf(world, effect.thing);
                if (explain(casesOf(traces, state, e, among, &inside), among, 4, but))
                    candidates.push_back(rateInside(world, traces, {state, e, but}, inside));
            }
            if (!explain(casesOf(traces, state, e, among), among, 4, but)) continue;
            rates.push_back({state, e, std::move(but)});
        }
    }
    shareExcuses(traces, rates);
    for (Rate& one : rates) {
        // The exact amount says it all; if it does not hold at the edge, then elsewhere.
        const std::size_t own = edgeOf(traces, traces.atoms[one.event].sprite);
        for (const bool away : {false, true}) {
            if (away && (own == traces.atoms.size() || own == one.state ||
                         std::find(one.but.begin(), one.but.end(), own) != one.but.end()))
                continue;
            if (away) one.but.push_back(own);
            candidates.push_back(rate(traces, one.state, one.event, one.but));
        }
    }
}

// While a state lasts a value is always the same, and it is not always so.
void proposeConstants(const Traces& traces, Candidates& candidates) {
    std::map<std::size_t, int> proposed;
    for (std::size_t state = 0; state < traces.atoms.size(); state++) {
        const Atom& cause = traces.atoms[state];
        if (cause.isEvent() || cause.isInput() || traces.count(state) < kFewest) continue;
        for (std::size_t e = 0; e < traces.atoms.size(); e++) {
            const Atom& effect = traces.atoms[e];
            if (effect.kind != Atom::Kind::Value && effect.kind != Atom::Kind::Says) continue;
            if (e == state || (effect.thing >= 0 && effect.thing == cause.thing)) continue;
            if (traces.share(e) > 0.8 || proposed[e] >= 3) continue;
            std::size_t all = 0, held = 0;
            for (const Trace& run : traces.runs) {
                for (const std::uint32_t step : run.hits[state]) {
                    if (step < 10 || step >= run.steps) continue;
                    all++;
                    held += run.holds(e, step);
                }
            }
            if (all < kFewest || held * 200 < all * 199) continue;
            proposed[e]++;
            Candidate candidate{.weight = 45, .telling = 1};
            candidate.model = loop(fmt::format("{} while {}", effect.words, cause.words),
                                   fmt::format("As long as {}, {}.", cause.words, effect.words),
                                   {cause.check}, {effect.check});
            candidates.push_back(std::move(candidate));
        }
    }
}

// Nothing moves a thing but keys.
void proposeRest(const World& world, Candidates& candidates) {
    if (world.keys.empty()) return;
    for (std::size_t i = 0; i < world.things.size(); i++) {
        const Thing& thing = world.things[i];
        if (!world.seen[i].changed || !thing.written) continue;
        std::vector<Check> when{thing.changes("=", true)};
        for (const std::string& key : world.keys) when.push_back(check(CheckKind::Key, {key}, true));
        candidates.push_back({.model = loop(thing.words + " without keys",
                                            fmt::format("{} stays as long as no key is held.", thing.words),
                                            std::move(when), {never()}),
                              .weight = 60,
                              .telling = 1,
                              .mayBeUntaken = true});
    }
}

}  // namespace

void proposeDuring(const World& world, const Traces& traces, Candidates& candidates) {
    proposeRates(world, traces, candidates);
    proposeConstants(traces, candidates);
    proposeRest(world, candidates);
}

}  // namespace ounce::models::inference
