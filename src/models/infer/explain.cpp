#include <algorithm>
#include <cmath>

#include "models/infer/rules.h"

namespace ounce::models::inference {

// Greedily: what explains most of the exceptions that are left, as long as it does not take away the rule.
bool explain(const std::vector<Case>& cases, const std::vector<std::size_t>& among, std::size_t most,
             std::vector<std::size_t>& chosen) {
    chosen.clear();
    std::vector<const Case*> exceptions, usual;
    for (const Case& one : cases) (one.exception ? exceptions : usual).push_back(&one);
    if (usual.empty()) return false;
    while (!exceptions.empty() && chosen.size() < most) {
        std::size_t best = 0, bestCount = 0, bestLost = 0;
        for (const std::size_t atom : among) {
            const auto has = [&](const Case* one) { return one->holds[atom]; };
            const auto explained =
                static_cast<std::size_t>(std::count_if(exceptions.begin(), exceptions.end(), has));
            if (explained == 0 || explained < bestCount) continue;
            const auto lost = static_cast<std::size_t>(std::count_if(usual.begin(), usual.end(), has));
            if (lost * 3 > usual.size() * 2 || (explained == bestCount && lost >= bestLost)) continue;
            best = atom, bestCount = explained, bestLost = lost;
        }
        if (bestCount == 0) return false;
        chosen.push_back(best);
        const auto gone = [&](const Case* one) { return one->holds[best]; };
        std::erase_if(exceptions, gone);
        std::erase_if(usual, gone);
    }
    return exceptions.empty() && !usual.empty();
}

bool isNoChance(double share, std::size_t times) {
    constexpr double kUnlikely = 10;  // one in 20 000
    return share < 0.6 && -std::log(std::max(share, 1e-9)) * static_cast<double>(times) > kUnlikely;
}

double shareWithin(const Traces& traces, const std::vector<std::size_t>& atoms, std::uint32_t high) {
    std::uint64_t covered = 0, steps = 0;
    for (const Trace& run : traces.runs) {
        std::vector<bool> near(run.steps + 1);
        for (const std::size_t atom : atoms) {
            for (const std::uint32_t hit : run.hits[atom]) {
                for (std::uint32_t step = hit; step > 0 && step + high >= hit && !(near[step] && step != hit);
                     step--)
                    near[step] = true;
            }
        }
        covered += static_cast<std::uint64_t>(std::count(near.begin(), near.end(), true));
        // What comes after the end of a run nobody knows: its last steps count only if it came in time.
        steps += run.steps > high ? run.steps - high : 0;
        for (std::uint32_t step = run.steps > high ? run.steps - high + 1 : 1; step <= run.steps; step++)
            steps += near[step] ? 1 : 0;
    }
    return steps == 0 ? 0 : static_cast<double>(covered) / static_cast<double>(steps);
}

std::string unless(const Traces& traces, const std::vector<std::size_t>& atoms) {
    std::string text;
    for (const std::size_t atom : atoms) {
        text += text.empty() ? ", unless " : " or ";
        text += traces.atoms[atom].words;
    }
    return text;
}

}  // namespace ounce::models::inference
