// Networks as oracles: which small changes of a program do they notice?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/json.h"
#include "mutation/mutant.h"
#include "neuro/surprise.h"

namespace ounce::neuro {

struct NetworkMutationOptions {
    MutantOperators operators = usualOperators();
    std::optional<std::size_t> sample{};
    // The first of the suite: with each further one false alarms become more likely.
    std::size_t networks = 10;
    int references = 100;  // plays of the unchanged program for each network
    int plays = 6;         // of each network on a mutant, which are judged together
    int checks = 0;        // further verdicts on the unchanged program, to see how often it is suspected
    double rate = 0.01;    // of false alarms, for each verdict of a network
};

struct MutantVerdict {
    std::string name{};
    MutantOperator op = MutantOperator::SBD;
    Suspicion suspicion = Suspicion::None;
    std::string network{};  // that noticed it
    std::string about{};    // what surprised it most
    bool differs = false;   // some play of a network is not as on the unchanged program with the same numbers
    bool run = true;
};

struct NetworkMutation {
    std::string project{};
    std::size_t networks = 0;
    std::vector<MutantVerdict> mutants{};
    std::size_t checks = 0, alarms = 0;  // fresh verdicts on the unchanged program, and how many suspect it
    bool interrupted = false;

    [[nodiscard]] std::size_t killed() const;
    [[nodiscard]] std::size_t differing() const;
    [[nodiscard]] std::size_t killedOfDiffering() const;
};

// The job's seed is that of the operators' choices, the sample and the plays.
NetworkMutation analyzeNetworks(const std::shared_ptr<const Program>& program, const NetworkSuite& suite,
                                const NetworkMutationOptions& options, const Job& job);

Json toJson(const NetworkMutation& analysis);

}  // namespace ounce::neuro
