// In which generated program is a contract violated first? One line a seed, for histograms (histogram.py):
//
//     contracts_first_found MODULE.js|PROGRAM.scratch SEEDS MOST [--no-callbacks] [WORD…] > found.csv
//
// Columns: seed, then for each contract that was ever violated the number of the first program that showed it
// and the CPU seconds until then, as `name=number@seconds`. A seed is done after MOST programs, or when for
// each WORD a contract was violated whose name has it; words with | between them are alternatives. At the end
// it says on stderr how many programs were made and run in a second of CPU time.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

#include "contracts/javascript/fuzz.h"
#include "contracts/javascript/trial.h"
#include "contracts/scratch/trial.h"
#include "project/load.h"

using namespace ounce;

namespace {

double cpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Settings {
    std::uint32_t seeds = 1;
    std::uint64_t most = 1000;
    std::vector<std::string> words{};
    contracts::FuzzOptions options{};
};

// "push: ensures", if it failed.
std::string failureOf(const contracts::JsReport& report) {
    if (report.kind != contracts::JsReport::Kind::Failed) return {};
    return report.of + " " + report.contract.substr(0, report.contract.find(' '));
}
std::string failureOf(const contracts::ScratchReport& report) {
    return report.failed ? report.of + " " + report.contract.substr(0, report.contract.find(' ')) : "";
}
contracts::JsReport run(contracts::JsTrial& trial, const contracts::Made& made, std::uint64_t number) {
    return trial.run(made.program, number);
}
contracts::ScratchReport run(contracts::ScratchTrial& trial, const contracts::Made& made, std::uint64_t) {
    return trial.run(made);
}

bool has(const std::string& name, const std::string& alternatives) {
    std::size_t at = 0;
    while (at <= alternatives.size()) {
        const std::size_t end = std::min(alternatives.find('|', at), alternatives.size());
        if (name.find(alternatives.substr(at, end - at)) != name.npos) return true;
        at = end + 1;
    }
    return false;
}

template <class Trial>
void measure(Trial& trial, Settings& settings) {
    const auto isDone = [&](const std::map<std::string, std::string>& found) {
        return !settings.words.empty() &&
               std::all_of(settings.words.begin(), settings.words.end(), [&](const std::string& word) {
                   return std::any_of(found.begin(), found.end(),
                                      [&](const auto& item) { return has(item.first, word); });
               });
    };
    std::uint64_t programs = 0, calls = 0;
    const double begin = cpuSeconds();
    for (std::uint32_t seed = 1; seed <= settings.seeds; seed++) {
        settings.options.seed = seed;
        std::map<std::string, std::string> found;
        contracts::Corpus corpus;
        trial.know(corpus);
        const double start = cpuSeconds();
        for (std::uint64_t number = 0; number < settings.most && !isDone(found); number++) {
            auto made = trial.generate(number, corpus);
            if (!made) continue;
            programs++;
            calls += contracts::callCount(made->program.block);
            auto report = run(trial, *made, number);
            if (!report.fresh.empty()) trial.keep(std::move(made->program), number, report.fresh, corpus);
            if (const std::string name = failureOf(report); !name.empty())
                found.emplace(name, fmt::format("{}@{:.4f}", number + 1, cpuSeconds() - start));
        }
        std::string line = fmt::format("{}", seed);
        for (const auto& [name, first] : found) line += fmt::format(";{}={}", name, first);
        fmt::print("{}\n", line);
    }
    const double seconds = cpuSeconds() - begin;
    fmt::print(stderr, "{} programs, {:.1f} calls each, {:.0f} programs a CPU second\n", programs,
               static_cast<double>(calls) / static_cast<double>(programs),
               static_cast<double>(programs) / seconds);
}

int fails(const Error& error) {
    fmt::print(stderr, "{}\n", error.message());
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    const std::string path = argv[1];
    Settings settings;
    settings.seeds = static_cast<std::uint32_t>(std::atoi(argv[2]));
    settings.most = static_cast<std::uint64_t>(std::atoi(argv[3]));
    for (int i = 4; i < argc; i++) {
        if (std::strcmp(argv[i], "--no-callbacks") == 0) {
            settings.options.callbacks = false;
        } else {
            settings.words.emplace_back(argv[i]);
        }
    }
    if (path.find(".js") != path.npos) {
        auto module = contracts::readJsModule(path, "");
        if (!module) return fails(module.error());
        if (auto probed = contracts::probeExports(*module, {}); !probed) return fails(probed.error());
        contracts::JsTrial trial(*module, settings.options);
        if (auto started = trial.start(); !started) return fails(started.error());
        measure(trial, settings);
        return 0;
    }
    auto project = loadProject(path);
    if (!project) return fails(project.error());
    const auto target = contracts::scratchTargetOf(std::move(*project), path);
    if (!target) return fails(target.error());
    contracts::ScratchTrial trial(*target, settings.options, {});
    measure(trial, settings);
    return 0;
}
