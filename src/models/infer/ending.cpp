// What ends the game: something after which nothing happens any more. It stops the other program models, and
// from then on end models say that all stays as it is.
#include <algorithm>
#include <fmt/format.h>

#include "models/infer/rules.h"

namespace ounce::models::inference {
namespace {

constexpr std::uint32_t kNear = 6;  // steps before the last sign of life
constexpr std::size_t kMostEndings = 4;

struct Sign {
    std::size_t atom = 0;
    bool ends = false;  // it is over, not that it begins
    std::size_t explains = 0;
    int score = 0;
};

// Whether it never happens but at the end, and in which runs it does.
bool isSign(const Traces& traces, Sign& sign, std::vector<std::uint8_t>& inRuns) {
    inRuns.assign(traces.runs.size(), 0);
    for (std::size_t r = 0; r < traces.runs.size(); r++) {
        const Trace& run = traces.runs[r];
        const std::vector<std::uint32_t> times =
            sign.ends ? run.ends(sign.atom) : run.begins(traces.atoms[sign.atom], sign.atom);
        for (const std::uint32_t at : times) {
            if (!run.ended || at + kNear < run.steps) return false;
            inRuns[r] = 1;
        }
    }
    sign.explains = static_cast<std::size_t>(std::count(inRuns.begin(), inRuns.end(), 1));
    return sign.explains > 0;
}

int scoreOf(const Atom& atom, bool ends) {
    using Kind = Atom::Kind;
    switch (atom.kind) {
        case Kind::Says: return ends ? 6 : 5;
        case Kind::Backdrop: return 5;
        case Kind::Touches: return 4;
        case Kind::Value: return 3;
        default: return 1;
    }
}

}  // namespace

Ending proposeEnding(const World& world, const Traces& traces) {
    Ending ending;
    std::vector<std::uint8_t> open(traces.runs.size());
    std::size_t ended = 0;
    for (std::size_t r = 0; r < traces.runs.size(); r++) {
        open[r] = traces.runs[r].ended && traces.runs[r].steps > 15 ? 1 : 0;
        ended += open[r];
    }
    if (ended < 2) return ending;
    Model over = small("game over", "", {"play", "over"});
    over.nodes[1].stop = over.nodes[1].stopAll = true;
    std::string words;
    std::size_t signs = 0;
    while (std::count(open.begin(), open.end(), 1) > 0 && signs < kMostEndings) {
        Sign best;
        std::vector<std::uint8_t> bestRuns, inRuns;
        for (std::size_t atom = 0; atom < traces.atoms.size(); atom++) {
            const Atom& what = traces.atoms[atom];
            if (what.isInput()) continue;
            for (const bool ends : {false, true}) {
                if (ends && what.isEvent()) continue;
                Sign sign{.atom = atom, .ends = ends, .score = scoreOf(what, ends)};
                if (!isSign(traces, sign, inRuns)) continue;
                sign.explains = 0;
                for (std::size_t r = 0; r < open.size(); r++) sign.explains += open[r] && inRuns[r] ? 1 : 0;
                if (sign.explains == 0) continue;
                if (sign.explains < best.explains ||
                    (sign.explains == best.explains && sign.score <= best.score))
                    continue;
                best = sign, bestRuns = inRuns;
            }
        }
        if (best.explains == 0) return {};  // some games end for reasons that nobody can see
        for (std::size_t r = 0; r < open.size(); r++) open[r] = open[r] && !bestRuns[r] ? 1 : 0;
        const Atom& what = traces.atoms[best.atom];
        const std::string sign = best.ends ? fmt::format("no longer {}", what.words) : what.words;
        words += (words.empty() ? "" : ", or ") + sign;
        if (best.ends) {
            over.nodes.push_back(
                {.id = fmt::format("before {}", signs + 1), .label = fmt::format("before {}", signs + 1)});
            edge(over, 0, over.nodes.size() - 1, what.words, {what.check, afterStart()});
            edge(over, over.nodes.size() - 1, 1, sign, {negation(what.check)});
        } else {
            edge(over, 0, 1, sign, {what.check, afterStart()});
        }
        signs++;
    }
    over.explanation = fmt::format("The game is over when {}.", words);
    ending.program.push_back({.model = std::move(over), .weight = 1000, .mayBeUntaken = true});
    for (std::size_t sprite = 0; sprite < world.program.sprites.size(); sprite++) {
        std::vector<Check> then;
        for (const Thing& thing : world.things) {
            if (static_cast<std::size_t>(thing.owner) == sprite) then.push_back(thing.changes("="));
        }
        if (then.empty()) continue;
        const std::string name = sprite == 0
                                     ? "no variable changes"
                                     : fmt::format("{} stays as it is", world.program.sprites[sprite].name);
        Model after = small(fmt::format("after the end {}", name),
                            fmt::format("When the game is over, {}.", name), {"ending", "over"});
        after.usage = Usage::End;
        edge(after, 0, 1, "ended", {check(CheckKind::TimeAfterEnd, {"200"})});
        edge(after, 1, 1, "rest", {}, std::move(then));
        ending.after.push_back({.model = std::move(after), .weight = 90, .telling = 1, .mayBeUntaken = true});
    }
    return ending;
}

}  // namespace ounce::models::inference
