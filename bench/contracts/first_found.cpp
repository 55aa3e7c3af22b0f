// In which generated program is a contract violated first? One line a seed, for histograms:
//
//     contracts_first_found MODULE.js SEEDS MOST [--no-callbacks] [WORD…] > found.csv
//
// Columns: seed, then for each contract that was ever violated the number of the first program that showed it
// and the CPU seconds until then, as `name=number@seconds`. A seed is done after MOST programs, or when for
// each WORD a contract was violated whose name has it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

#include "contracts/core/program.h"
#include "contracts/javascript/fuzz.h"
#include "contracts/javascript/trial.h"

using namespace ounce;

namespace {
double cpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    auto module = contracts::readJsModule(argv[1], "");
    if (!module) {
        fmt::print(stderr, "{}\n", module.error().message());
        return 2;
    }
    if (!contracts::probeExports(*module)) return 2;
    contracts::FuzzOptions options;
    std::vector<std::string> words;
    for (int i = 4; i < argc; i++) {
        if (std::strcmp(argv[i], "--no-callbacks") == 0) {
            options.callbacks = false;
        } else {
            words.emplace_back(argv[i]);
        }
    }
    const auto isDone = [&words](const std::map<std::string, std::string>& found) {
        return !words.empty() && std::all_of(words.begin(), words.end(), [&](const std::string& word) {
            return std::any_of(found.begin(), found.end(),
                               [&](const auto& item) { return item.first.find(word) != std::string::npos; });
        });
    };
    const auto seeds = static_cast<std::uint32_t>(std::atoi(argv[2]));
    const auto most = static_cast<std::uint64_t>(std::atoi(argv[3]));
    contracts::JsTrial trial(*module, options);
    if (auto started = trial.start(); !started) return 2;
    std::uint64_t programs = 0, calls = 0;
    const double begin = cpuSeconds();
    for (std::uint32_t seed = 1; seed <= seeds; seed++) {
        options.seed = seed;
        std::map<std::string, std::string> found;
        contracts::Corpus corpus;
        trial.know(corpus);
        const double start = cpuSeconds();
        for (std::uint64_t number = 0; number < most && !isDone(found); number++) {
            auto made = trial.generate(number, corpus);
            if (!made) continue;
            programs++;
            calls += contracts::callCount(made->program.block);
            const double began = cpuSeconds();
            const contracts::JsReport report = trial.run(made->program, number);
            if (std::getenv("SLOW") && cpuSeconds() - began > 0.01) fmt::print(stderr, "{} {:.3f} {} calls kind {}\n", number, cpuSeconds() - began, contracts::callCount(made->program.block), int(report.kind));
            if (!report.fresh.empty()) trial.keep(std::move(made->program), number, report.fresh, corpus);
            if (report.kind != contracts::JsReport::Kind::Failed) continue;
            found.emplace(report.of + " " + report.contract.substr(0, report.contract.find(' ')),
                          fmt::format("{}@{:.4f}", number + 1, cpuSeconds() - start));
        }
        std::string line = fmt::format("{}", seed);
        for (const auto& [name, first] : found) line += fmt::format(";{}={}", name, first);
        fmt::print("{}\n", line);
    }
    const double seconds = cpuSeconds() - begin;
    fmt::print(stderr, "{} programs, {:.1f} calls each, {:.0f} programs a CPU second\n", programs,
               static_cast<double>(calls) / static_cast<double>(programs),
               static_cast<double>(programs) / seconds);
    return 0;
}
