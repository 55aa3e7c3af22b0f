// Where networks come from: for each target a first generation of those that came near to it before, of their
// children, and of new ones, some of which learn from what others did.
#pragma once

#include <cstdint>
#include <vector>

#include "neuro/archive.h"
#include "neuro/neatest.h"

namespace ounce::neuro {

class PopulationGenerator {
  public:
    // All stay where they are.
    PopulationGenerator(const JudgeContext& context, const NeatestConfig& config,
                        const std::vector<Lesson>& lessons, std::size_t threads);

    // So many networks for a goal.
    std::vector<Genome> firstGeneration(std::size_t goal, std::size_t size, const Archive& archive,
                                        Stream random);
    // They come to do what reached the goal before.
    void teach(const std::vector<Genome*>& pupils, std::size_t goal, const Stream& random);
    // Somebody met these while playing; new networks have nodes for them.
    void meet(const std::vector<std::int32_t>& inputs, const std::vector<std::int32_t>& outputs);

    Innovations innovations;
    std::uint32_t nextId = 0;

  private:
    [[nodiscard]] std::vector<const Genome*> ancestorsOf(std::size_t goal, const Archive& archive) const;
    [[nodiscard]] bool dependsOn(std::size_t goal, std::size_t parent) const;

    const JudgeContext& context_;
    const NeatestConfig& config_;
    const std::vector<Lesson>& lessons_;
    std::size_t threads_;
    std::size_t nextFavourite_ = 0;
    std::vector<std::int32_t> inputs_, outputs_;  // met so far, in the order in which they were
};

}  // namespace ounce::neuro
