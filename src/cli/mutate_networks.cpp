#include "cli/mutate_networks.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <mutex>

#include "base/words.h"
#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "testing/report/report_text.h"
#include "vm/load_program.h"

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

Result<int> mutateWithNetworks(const std::string& project, const std::string& path,
                               neuro::NetworkMutationOptions options, std::optional<double> minScore,
                               const CommonOptions& common) {
    OUNCE_TRY(const neuro::NetworkSuite suite, neuro::loadNetworkSuite(path));
    OUNCE_TRY(const std::shared_ptr<const Program> program, loadProgram(project));
    ProgressBar bar(!common.quiet);
    std::mutex oneAtATime;
    options.progress = [&](std::size_t done, std::size_t total) {
        const std::lock_guard lock(oneAtATime);
        bar.show(static_cast<double>(done) / static_cast<double>(total), "of the networks and mutants");
    };
    neuro::NetworkMutation analysis = neuro::analyzeNetworks(program, suite, options);
    bar.clear();
    analysis.project = std::filesystem::path(project).stem().string();
    if (common.json) {
        Json json{{"schema", 1}};
        json.update(neuro::toJson(analysis));
        fmt::print("{}\n", json.dump());
    } else {
        print(analysis, common.quiet);
    }
    if (analysis.interrupted) {
        fmt::print(stderr, "ounce: interrupted; some mutants were not run\n");
        return kInterrupted;
    }
    const double score = analysis.mutants.empty() ? 0
                                                  : 100.0 * static_cast<double>(analysis.killed()) /
                                                        static_cast<double>(analysis.mutants.size());
    return minScore && score < *minScore ? 1 : 0;
}

}  // namespace ounce
