// Suites of networks on projects: each network is a test, and passes when it reaches what it was made for.
#pragma once

#include "neuro/dynamic_suite.h"
#include "neuro/judge.h"
#include "testing/run_suites.h"

namespace ounce::neuro {

// A run for each project, as runSuites makes them. Seeds: as in SuiteOptions; without one, the suite's.
std::vector<SuiteRun> playNetworkSuites(const std::vector<LoadedProgram>& projects,
                                        const std::vector<NetworkSuite>& suites, const SuiteOptions& options,
                                        const Job& job);

// One network once. `events`: what it did, if that is wanted.
TestResult playNetwork(Player& player, const JudgeContext& context, const NetworkFile& network,
                       const PlayRules& rules, std::uint32_t seed, std::vector<TimedEvent>* events = nullptr);

}  // namespace ounce::neuro
