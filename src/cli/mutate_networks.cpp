#include "cli/mutate_networks.h"

#include <fmt/format.h>
#include <map>

#include "base/words.h"
#include "cli/interrupt.h"
#include "testing/report/report_text.h"

namespace ounce {

namespace {

std::string percent(std::size_t part, std::size_t whole) {
    return whole == 0
               ? "–"
               : fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void print(const neuro::NetworkMutation& analysis, bool quiet) {
    fmt::print("{} of {} noticed ({}) by {}\n", analysis.killed(), counted(analysis.mutants.size(), "mutant"),
               percent(analysis.killed(), analysis.mutants.size()), counted(analysis.networks, "network"));
    fmt::print("{} of the {} that make any difference to a play ({})\n", analysis.killedOfDiffering(),
               analysis.differing(), percent(analysis.killedOfDiffering(), analysis.differing()));
    if (analysis.checks > 0)
        fmt::print("{} of {} fresh verdicts suspect the unchanged program ({})\n", analysis.alarms,
                   analysis.checks, percent(analysis.alarms, analysis.checks));
    if (quiet) return;
    std::map<MutantOperator, std::pair<std::size_t, std::size_t>> byOperator;
    for (const neuro::MutantVerdict& mutant : analysis.mutants) {
        auto& [killed, all] = byOperator[mutant.op];
        all++;
        killed += mutant.suspicion != neuro::Suspicion::None ? 1 : 0;
    }
    for (const auto& [op, counts] : byOperator)
        fmt::print("  {}  {} of {}\n", operatorInfo(op).code, counts.first, counts.second);
    for (const neuro::MutantVerdict& mutant : analysis.mutants) {
        const bool noticed = mutant.suspicion != neuro::Suspicion::None;
        fmt::print("{} {}{}\n",
                   noticed          ? "✗"
                   : mutant.differs ? "?"
                                    : "=",
                   plain(mutant.name),
                   noticed ? fmt::format("  {} ({}): {}", neuro::suspicionName(mutant.suspicion),
                                         mutant.network, plain(mutant.about))
                           : std::string());
    }
}

}  // namespace

ProjectOutcome networkOutcome(neuro::NetworkMutation analysis, std::optional<double> minScore,
                              const CommonOptions& common) {
    const double score = analysis.mutants.empty() ? 0
                                                  : 100.0 * static_cast<double>(analysis.killed()) /
                                                        static_cast<double>(analysis.mutants.size());
    ProjectOutcome outcome{.code = minScore && score < *minScore ? 1 : 0, .json = neuro::toJson(analysis)};
    if (analysis.interrupted) {
        fmt::print(stderr, "ounce: interrupted; some mutants were not run\n");
        outcome.code = kInterrupted;
    }
    outcome.print = [analysis = std::move(analysis), &common] { print(analysis, common.quiet); };
    return outcome;
}

}  // namespace ounce
