#include "neuro/evaluator.h"

#include <algorithm>

#include "base/parallel.h"

namespace ounce::neuro {

Seeds drawSeeds(int count, Stream& seeds) {
    Seeds drawn(static_cast<std::size_t>(count));
    for (std::uint32_t& seed : drawn) seed = drawSeed(seeds);
    return drawn;
}

Evaluator::Evaluator(const JudgeContext& context, const Job& job) : context_(context) {
    players_.reserve(std::max<std::size_t>(job.threads, 1));
    for (std::size_t i = 0; i < std::max<std::size_t>(job.threads, 1); i++) {
        players_.push_back(std::make_unique<Player>(context.vocabulary, context.fitness, context.machine));
        players_.back()->job = &job;
    }
}

std::vector<Judgement> Evaluator::judge(std::span<const Genome* const> genomes, const JudgeRules& rules,
                                        const GoalSet& open, const Target& target, const Stream& seeds) {
    std::vector<Judgement> judged(genomes.size());
    inParallel(genomes.size(), players_.size(), [&](std::size_t i, std::size_t worker) {
        judged[i] = neuro::judge(*players_[worker], context_, rules, *genomes[i], open, target, seeds);
    });
    return judged;
}

std::vector<Replay> Evaluator::replay(const Genome& genome, std::span<const std::uint32_t> seeds,
                                      const JudgeRules& rules, const GoalSet* wanted, bool withFirstEvents) {
    std::vector<Replay> made(seeds.size());
    inParallel(seeds.size(), players_.size(), [&](std::size_t i, std::size_t worker) {
        made[i] = neuro::replay(*players_[worker], context_, rules, genome, seeds[i], wanted,
                                withFirstEvents && i == 0);
    });
    return made;
}

std::vector<Together> Evaluator::together(std::span<const SuiteMember> members,
                                          std::span<const std::uint32_t> seeds, const JudgeRules& rules,
                                          const GoalSet& wanted) {
    std::vector<Together> made(seeds.size());
    inParallel(seeds.size(), players_.size(), [&](std::size_t i, std::size_t worker) {
        Together& all = made[i];
        all.reached.assign(wanted.size(), 0);
        GoalSet left = wanted;
        JudgeRules own = rules;
        for (const SuiteMember& member : members) {
            if (std::count(left.begin(), left.end(), 1) == 0) break;
            own.play.steps = member.steps;
            const Replay one =
                neuro::replay(*players_[worker], context_, own, *member.genome, seeds[i], &left);
            all.plays++;
            all.steps += one.steps;
            all.interrupted = all.interrupted || one.interrupted;
            for (std::size_t g = 0; g < left.size(); g++) {
                if (one.covered[g]) all.reached[g] = 1, left[g] = 0;
            }
        }
    });
    return made;
}

}  // namespace ounce::neuro
