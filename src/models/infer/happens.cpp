// Something happens at all: who moves, speaks or meets somebody in every run of the solution should do so in
// other programs, too. A program without any script breaks no rule that begins with «when».
#include <algorithm>
#include <fmt/format.h>

#include "models/infer/rules.h"

namespace ounce::models::inference {
namespace {

constexpr std::uint32_t kSettled = 10, kLatest = 500;  // steps

// When it happens for the first time after the flag's scripts have settled, at the latest; 0: not always.
std::uint32_t latestOf(const Traces& traces, std::size_t atom) {
    std::uint32_t latest = 0;
    for (const Trace& run : traces.runs) {
        const std::uint32_t first = run.next(atom, kSettled);
        if (first == 0) return 0;
        latest = std::max(latest, first);
    }
    return latest;
}

bool isWorthAsking(const World& world, const Atom& atom) {
    using Kind = Atom::Kind;
    switch (atom.kind) {
        case Kind::Says:
        case Kind::Backdrop: return true;
        case Kind::Touches: return atom.check.kind != CheckKind::Property;
        case Kind::Change: {
            if (atom.by != 0 || atom.trembles) return false;
            // That it changes is enough, unless it does so in one direction only.
            return atom.check.negated || !world.things[static_cast<std::size_t>(atom.thing)].isPosition();
        }
        case Kind::Value: return atom.thing >= 0;
        default: return false;
    }
}

}  // namespace

void proposeHappening(const World& world, const Traces& traces, Candidates& candidates) {
    for (std::size_t i = 0; i < traces.atoms.size(); i++) {
        const Atom& atom = traces.atoms[i];
        if (!isWorthAsking(world, atom)) continue;
        const std::uint32_t latest = latestOf(traces, i);
        if (latest == 0 || latest > kLatest) continue;
        // What is always so from the start on happens by itself.
        if (!atom.isEvent() && traces.share(i) > 0.95) continue;
        const std::uint32_t by = latest * 2 + 15;
        Model model = small(fmt::format("{} at some time", atom.words),
                            fmt::format("{} at some time, within {}.", atom.words, secondsText(by)),
                            {"init", "wait", "done"});
        edge(model, 0, 1, "begin", {afterStart()});
        edge(model, 1, 2, "happens", {atom.check}).forceAt = milliseconds(by);
        model.nodes[2].stop = true;
        candidates.push_back({.model = std::move(model), .weight = atom.isEvent() ? 48 : 37, .telling = 1});
    }
}

}  // namespace ounce::models::inference
