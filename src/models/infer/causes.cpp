// Something happens only when something else is so: points come when the apple is in the bowl, and never
// else.
#include <algorithm>
#include <fmt/format.h>

#include "models/infer/rules.h"

namespace ounce::models::inference {
namespace {

constexpr std::size_t kFewest = 4, kMostCauses = 3;

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

}  // namespace

void proposeCauses(const World& world, const Traces& traces, Candidates& candidates) {
    for (std::size_t e = 0; e < traces.atoms.size(); e++) {
        const Atom& effect = traces.atoms[e];
        if (!effect.rare || effect.trembles) continue;
        // Each time that it happened, what was so.
        std::vector<const std::vector<bool>*> times;
        for (const Trace& run : traces.runs) {
            const std::vector<std::uint32_t> begins = run.begins(effect, e);
            for (std::size_t i = 0; i < begins.size() && i < run.together[e].size(); i++) {
                if (begins[i] >= 10) times.push_back(&run.together[e][i]);
            }
        }
        if (times.size() < kFewest) continue;
        std::vector<std::size_t> causes;
        std::vector<const std::vector<bool>*> left = times;
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
            if (bestCount == 0) break;
            causes.push_back(best);
            std::erase_if(left, [&](auto* held) { return (*held)[best]; });
        }
        if (!left.empty() || causes.empty()) continue;
        if (!isNoChance(shareWithin(traces, causes, 0), times.size())) continue;
        std::string words;
        for (const std::size_t cause : causes)
            words += (words.empty() ? "" : " or ") + traces.atoms[cause].words;
        Model model =
            small(fmt::format("{} because {}", effect.words, words),
                  fmt::format("Only when {}: {}.", words, effect.words), {"init", "play", "counted"});
        edge(model, 0, 1, "begin", {afterStart()});
        for (const std::size_t cause : causes)
            edge(model, 1, 2, traces.atoms[cause].words, {effect.check, traces.atoms[cause].check});
        edge(model, 1, 1, "for nothing", {effect.check}, {never()});
        edge(model, 2, 1, "go on",
             {effect.isEvent() ? world.things[static_cast<std::size_t>(effect.thing)].changes("=")
                               : negation(effect.check)});
        candidates.push_back(
            {.model = std::move(model),
             .weight = 100 - static_cast<int>(causes.size()) * 4 + kindScore(traces.atoms[causes[0]]),
             .telling = 1});
    }
}

}  // namespace ounce::models::inference
