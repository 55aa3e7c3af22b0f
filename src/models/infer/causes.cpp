// Something happens only when something else is so: points come when the apple is in the bowl, and never
// else.
#include <algorithm>
#include <fmt/format.h>

#include "models/infer/rules.h"

namespace ounce::models::inference {
namespace {

constexpr std::size_t kFewest = 4, kMostCauses = 3;
constexpr std::uint32_t kJustBefore = 2;  // steps

int kindScore(const Atom& atom) {
    using Kind = Atom::Kind;
    switch (atom.kind) {
        case Kind::Touches:
        case Kind::Key:
        case Kind::Click: return 3;
        case Kind::Edge:
        case Kind::Backdrop: return 2;
        case Kind::Says: return 1;
        default: return 0;
    }
}

// Few things of which at least one was so each time, and that are seldom so otherwise; empty: there are none.
// `left`: each time that the effect came, what was so.
std::vector<std::size_t> findCauses(const Traces& traces, std::size_t e,
                                    std::vector<const std::vector<bool>*> left) {
    const Atom& effect = traces.atoms[e];
    std::vector<std::size_t> causes;
    while (!left.empty() && causes.size() < kMostCauses) {
        std::size_t best = 0, bestCount = 0;
        int bestScore = -1;
        for (std::size_t c = 0; c < traces.atoms.size(); c++) {
            const Atom& cause = traces.atoms[c];
            if (cause.isEvent() || c == e || (cause.thing >= 0 && cause.thing == effect.thing)) continue;
            if (traces.share(c) > 0.6) continue;
            const auto count = static_cast<std::size_t>(
                std::count_if(left.begin(), left.end(), [&](auto* held) { return (*held)[c]; }));
            const int score = kindScore(cause);
            if (count * 10 < left.size()) continue;
            // More often than by chance.
            if (static_cast<double>(count) < 2.5 * traces.share(c) * static_cast<double>(left.size()))
                continue;
            // A meeting explains more than a value, even if it explains a little less.
            if (score < bestScore || (score == bestScore && count <= bestCount)) continue;
            best = c, bestCount = count, bestScore = score;
        }
        if (bestCount == 0) return {};
        causes.push_back(best);
        std::erase_if(left, [&](auto* held) { return (*held)[best]; });
    }
    return left.empty() ? causes : std::vector<std::size_t>();
}

std::string wordsOf(const Traces& traces, const std::vector<std::size_t>& causes) {
    std::string words;
    for (const std::size_t cause : causes) words += (words.empty() ? "" : " or ") + traces.atoms[cause].words;
    return words;
}

int weightOf(const Traces& traces, const std::vector<std::size_t>& causes) {
    return 100 - static_cast<int>(causes.size()) * 4 + kindScore(traces.atoms[causes[0]]);
}

void proposeAtTheSameTime(const World& world, const Traces& traces, std::size_t e, Candidates& candidates) {
    const Atom& effect = traces.atoms[e];
    std::vector<const std::vector<bool>*> times;
    for (const Trace& run : traces.runs) {
        const std::vector<std::uint32_t> begins = run.begins(effect, e);
        for (std::size_t i = 0; i < begins.size() && i < run.together[e].size(); i++) {
            if (begins[i] >= 10) times.push_back(&run.together[e][i]);
        }
    }
    if (times.size() < kFewest) return;
    const std::vector<std::size_t> causes = findCauses(traces, e, times);
    if (causes.empty() || !isNoChance(shareWithin(traces, causes, 0), times.size())) return;
    const std::string words = wordsOf(traces, causes);
    Model model = small(fmt::format("{} because {}", effect.words, words),
                        fmt::format("Only when {}: {}.", words, effect.words), {"init", "play", "counted"});
    edge(model, 0, 1, "begin", {afterStart()});
    for (const std::size_t cause : causes)
        edge(model, 1, 2, traces.atoms[cause].words, {effect.check, traces.atoms[cause].check});
    edge(model, 1, 1, "for nothing", {effect.check}, {never()});
    edge(model, 2, 1, "go on",
         {effect.isEvent() ? world.things[static_cast<std::size_t>(effect.thing)].changes("=")
                           : negation(effect.check)});
    candidates.push_back({.model = std::move(model),
                          .weight = weightOf(traces, causes),
                          .telling = 1,
                          .howMuch = effect.by != 0,
                          .only = "cause " + effect.words});
}

// The cause may be over when the effect comes: who bounces off an edge touches it no longer.
void proposeJustBefore(const Traces& traces, std::size_t e, Candidates& candidates) {
    const Atom& effect = traces.atoms[e];
    if (!effect.isEvent()) return;
    std::vector<std::vector<bool>> held;
    for (const Trace& run : traces.runs) {
        for (const std::uint32_t at : run.hits[e]) {
            if (at < 10) continue;
            std::vector<bool>& all = held.emplace_back(traces.atoms.size());
            for (std::size_t c = 0; c < all.size(); c++) {
                const std::uint32_t hit = run.next(c, at - kJustBefore);
                all[c] = hit != 0 && hit <= at;
            }
        }
    }
    if (held.size() < kFewest) return;
    std::vector<const std::vector<bool>*> times;
    for (const std::vector<bool>& one : held) times.push_back(&one);
    const std::vector<std::size_t> causes = findCauses(traces, e, std::move(times));
    if (causes.empty() || !isNoChance(shareWithin(traces, causes, kJustBefore), held.size())) return;
    const std::string words = wordsOf(traces, causes);
    Model model = small(fmt::format("{} after {}", effect.words, words),
                        fmt::format("Only when {}, or just before: {}.", words, effect.words),
                        {"init", "play", "near"});
    edge(model, 0, 1, "begin", {afterStart()});
    for (const std::size_t cause : causes)
        edge(model, 1, 2, traces.atoms[cause].words, {traces.atoms[cause].check});
    for (const std::size_t cause : causes)
        edge(model, 2, 2, "still " + traces.atoms[cause].words, {traces.atoms[cause].check});
    edge(model, 1, 1, "for nothing", {effect.check}, {never()});
    edge(model, 2, 1, "long ago",
         {check(CheckKind::TimeBetween, {millisecondsText(kJustBefore + 2)}), negation(effect.check)});
    candidates.push_back({.model = std::move(model),
                          .weight = weightOf(traces, causes) - 20,
                          .telling = 1,
                          .howMuch = effect.by != 0,
                          .only = "cause " + effect.words});
}

}  // namespace

void proposeCauses(const World& world, const Traces& traces, Candidates& candidates) {
    for (std::size_t e = 0; e < traces.atoms.size(); e++) {
        if (!traces.atoms[e].rare || traces.atoms[e].trembles) continue;
        proposeAtTheSameTime(world, traces, e, candidates);
        proposeJustBefore(traces, e, candidates);
    }
}

}  // namespace ounce::models::inference
