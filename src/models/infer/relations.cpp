// One thing is never more than another, or always as much.
#include <cmath>
#include <fmt/format.h>

#include "models/infer/rules.h"

namespace ounce::models::inference {
namespace {

bool canBeNamed(const Thing& thing) {
    return (thing.sprite + thing.member).find_first_of("().\\") == std::string::npos;
}

std::string reference(const Thing& thing) { return fmt::format("$({}.{})", thing.sprite, thing.member); }

}  // namespace

void proposeRelations(const World& world, const Traces& traces, Candidates& candidates) {
    for (std::size_t a = 0; a < world.things.size(); a++) {
        for (std::size_t b = 0; b < world.things.size(); b++) {
            const Thing &first = world.things[a], &second = world.things[b];
            if (a == b || !world.seen[a].changed || !world.seen[b].changed) continue;
            if (!first.written || !second.written) continue;
            if (!world.seen[a].numeric || !world.seen[b].numeric) continue;
            // Like with like.
            if (first.variable != second.variable) continue;
            if (!first.variable && first.member != second.member) continue;
            if (!canBeNamed(first) || !canBeNamed(second)) continue;
            double least = 1e300, most = -1e300;
            std::size_t reached = 0, runs = 0;
            for (const Trace& run : traces.runs) {
                double low = 1e300;
                for (std::size_t step = 10; step < run.values[a].size(); step++) {
                    const double by = run.values[b][step] - run.values[a][step];
                    low = std::min(low, by);
                    most = std::max(most, by);
                }
                if (low == 1e300) continue;
                runs++;
                if (low < least - 1e-9) least = low, reached = 0;
                if (low <= least + 1e-9) reached++;
            }
            if (runs < 5 || std::abs(most) > 1e9) continue;
            const std::string more =
                least == 0 ? "" : fmt::format(" {} {}", least > 0 ? "+" : "-", numberText(std::abs(least)));
            std::string expression, words;
            if (most - least < 1e-9) {
                if (a > b) continue;
                expression = fmt::format("Math.abs({} - {} - {}) < 0.001", reference(second),
                                         reference(first), numberText(least));
                words = fmt::format("{} is always {}{}", second.words, first.words, more);
            } else if (reached * 2 >= runs && std::abs(least) < 1e6) {
                expression = fmt::format("{} - {} >= {}", reference(second), reference(first),
                                         numberText(std::floor(least)));
                words = fmt::format("{} is never less than {}{}", second.words, first.words, more);
            } else {
                continue;
            }
            candidates.push_back({.model = loop(fmt::format("{} and {}", second.words, first.words),
                                                words + ".", {}, {check(CheckKind::Expr, {expression})}),
                                  .weight = 46,
                                  .telling = 1,
                                  .howMuch = true});
        }
    }
}

}  // namespace ounce::models::inference
