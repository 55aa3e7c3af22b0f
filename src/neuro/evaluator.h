// Evaluates networks with several players at the same time. What comes out does not depend on how many there
// are.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "neuro/judge.h"

namespace ounce::neuro {

using Seeds = std::vector<std::uint32_t>;
Seeds drawSeeds(int count, Stream& seeds);

// What several networks reached with one seed.
struct Together {
    GoalSet reached{};
    std::int64_t plays = 0, steps = 0;
    bool interrupted = false;
};

// A network, and how long it plays.
struct SuiteMember {
    const Genome* genome = nullptr;
    std::int64_t steps = 0;
};

class Evaluator {
  public:
    // Both stay where they are.
    Evaluator(const JudgeContext& context, const Job& job);

    std::vector<Judgement> judge(std::span<const Genome* const> genomes, const JudgeRules& rules,
                                 const GoalSet& open, const Target& target, const Stream& seeds);
    // One genome, a play for each seed; see neuro::replay.
    std::vector<Replay> replay(const Genome& genome, std::span<const std::uint32_t> seeds,
                               const JudgeRules& rules, const GoalSet* wanted = nullptr,
                               bool withFirstEvents = false);
    // For each seed, networks play one after the other until they have reached all that is wanted.
    std::vector<Together> together(std::span<const SuiteMember> members, std::span<const std::uint32_t> seeds,
                                   const JudgeRules& rules, const GoalSet& wanted);

  private:
    const JudgeContext& context_;
    std::vector<std::unique_ptr<Player>> players_;  // one per thread
};

}  // namespace ounce::neuro
